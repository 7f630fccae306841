/**
 * `npm run soak [-- --only transports,connects,sfu-members,three-clients,long-recording,previews,low-latency --minutes 60]`
 *
 * Runs what takes long, one after the other; each says what it saw. Exits with 1 where one failed.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const ALL = [
  ...['transports', 'connects', 'sfu-members', 'three-clients', 'long-recording', 'previews', 'low-latency'],
]
/** Those that last as long as they are told to. */
const BY_MINUTES = ['previews', 'low-latency']
const { values } = parseArgs({
  options: { only: { type: 'string', default: ALL.join(',') }, minutes: { type: 'string' } },
})

const failed = values.only.split(',').filter((name) => {
  if (!ALL.includes(name)) throw new Error(`${name} is none of ${ALL.join(', ')}`)
  console.log(`\n── ${name}`)
  const { minutes } = values
  const args = minutes !== undefined && BY_MINUTES.includes(name) ? ['--minutes', minutes] : []
  const file = join(import.meta.dirname, `${name}.ts`)
  return spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' }).status !== 0
})
console.log(failed.length === 0 ? '\nno failure' : `\nfailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
