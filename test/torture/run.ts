import { parseArgs } from 'node:util'
import { torture } from './torture.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    channels: { type: 'string', default: '50' },
    endpoints: { type: 'string', default: '8' },
    kills: { type: 'string', default: '5' },
    deaths: { type: 'string', default: '3' },
    /** Of one attempt, ms; as the service has it. */
    timeout: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    /** A limit for broken code, minutes. */
    limit: { type: 'string', default: '20' },
  },
})

const events = Number(values.events)
console.log(`webhooks: ${events} events over ${values.channels} channels, seed ${values.seed}`)
let shown = 0
const report = await torture({
  events,
  channels: Number(values.channels),
  endpoints: Number(values.endpoints),
  kills: Number(values.kills),
  deaths: Number(values.deaths),
  timeoutMs: Number(values.timeout),
  seed: Number(values.seed),
  limitMs: Number(values.limit) * 60_000,
  onProgress: (arrived) => {
    if (arrived < shown + events / 10) return
    shown = arrived
    console.log(`${arrived} events arrived`)
  },
})
const { faults, attempts, behaviours, ...counts } = report
console.log(counts)
console.log('attempts by error class:', attempts)
console.log('what endpoints did:', behaviours)
for (const fault of faults.slice(0, 50)) console.error(fault)
console.log(faults.length === 0 ? 'nothing was lost' : `${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0
