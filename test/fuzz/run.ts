import { parseArgs } from 'node:util'
import { fuzzRtmp } from './rtmp.ts'
import type { FuzzResult } from './rtmp.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    sessions: { type: 'string', default: '100000' },
    /** Index of the first session: `--first N --sessions 1` repeats one. */
    first: { type: 'string', default: '0' },
    parallel: { type: 'string', default: '16' },
  },
})

const seed = Number(values.seed)
let shown = 0

function show(result: FuzzResult): void {
  const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`
  console.log(
    `seed ${seed}, ${result.sessions} sessions, ${Math.round(result.sessions / result.seconds)}/s, ` +
      `resident ${mebibytes(result.rssBefore)} before, ${mebibytes(result.rssHighest)} at most, ` +
      `${result.accepted} publishes accepted, ${result.messages} messages`,
  )
}

console.log(`rtmp: ${values.sessions} mutated sessions, seed ${seed}`)
const result = await fuzzRtmp({
  seed,
  sessions: Number(values.sessions),
  first: Number(values.first),
  parallel: Number(values.parallel),
  onProgress: (progress) => {
    if (progress.sessions - shown < 10_000) return
    shown = progress.sessions
    show(progress)
  },
})
show(result)
console.log('ended:', result.reasons)
for (const fault of result.faults) console.error(fault)
process.exitCode = result.faults.length > 0 ? 1 : 0
