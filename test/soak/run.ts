/**
 * `npm run soak [-- --only transports,connects,sfu-members,three-clients,long-recording,previews,low-latency,everything
 * --minutes 60 --hours 2 --kills 1000 --seed 1]`
 *
 * Runs what takes long, one after the other; each says what it saw. Exits with 1 where one failed.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const ALL = [
  ...['transports', 'connects', 'sfu-members', 'three-clients', 'long-recording', 'previews', 'low-latency'],
  'everything',
]
const OPTIONS = ['minutes', 'hours', 'kills', 'seed'] as const
/** What they can be told: how long they last, and more. */
const TOLD: Readonly<Record<string, readonly (typeof OPTIONS)[number][]>> = {
  previews: ['minutes'],
  'low-latency': ['minutes'],
  everything: OPTIONS,
}
const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: ALL.join(',') },
    ...{ minutes: text, hours: text, kills: text, seed: text },
  },
})

const failed = values.only.split(',').filter((name) => {
  if (!ALL.includes(name)) throw new Error(`${name} is none of ${ALL.join(', ')}`)
  console.log(`\n── ${name}`)
  const args = (TOLD[name] ?? []).flatMap((option) => {
    const value = values[option]
    return value === undefined ? [] : [`--${option}`, value]
  })
  const file = join(import.meta.dirname, `${name}.ts`)
  return spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' }).status !== 0
})
console.log(failed.length === 0 ? '\nno failure' : `\nfailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
