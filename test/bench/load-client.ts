/** Sends one request over and over. Argument: autocannon's options as JSON. Prints what it measured as JSON. */
import autocannon from 'autocannon'
import type { Options } from 'autocannon'
import type { Load } from './load.ts'

const options = JSON.parse(process.argv[2] ?? '{}') as Options
const { requests, latency, non2xx, errors } = await autocannon(options)
const load: Load = {
  requestsPerSecond: requests.average,
  p50: latency.p50,
  p99: latency.p99,
  failed: non2xx + errors,
}
console.log(JSON.stringify(load))
