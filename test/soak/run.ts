/**
 * `npm run soak [-- --only transports,connects,sfu-members,three-clients,long-recording,previews]`
 *
 * Runs what takes long, one after the other; each says what it saw. Exits with 1 where one failed.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const ALL = ['transports', 'connects', 'sfu-members', 'three-clients', 'long-recording', 'previews']
const { values } = parseArgs({ options: { only: { type: 'string', default: ALL.join(',') } } })

const failed = values.only.split(',').filter((name) => {
  if (!ALL.includes(name)) throw new Error(`${name} is none of ${ALL.join(', ')}`)
  console.log(`\n── ${name}`)
  return (
    spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' }).status !== 0
  )
})
console.log(failed.length === 0 ? '\nno failure' : `\nfailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
