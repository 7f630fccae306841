/** Sends one request over and over. Argument: `ClientOptions` as JSON. Prints what it measured as JSON. */
import autocannon from 'autocannon'
import type { Options } from 'autocannon'
import type { ClientOptions, Measured } from './load.ts'
import { minuteText } from './minutes.ts'

const { firstMinute, body, ...options } = JSON.parse(process.argv[2] ?? '{}') as ClientOptions
let minute = firstMinute
/** Each request has a minute of its own. */
const filled = (text: string) => {
  minute++
  return text.replace('START', minuteText(minute)).replace('END', minuteText(minute + 1))
}
const all: Options = body?.includes('START')
  ? { ...options, requests: [{ setupRequest: (request) => ({ ...request, body: filled(body) }) }] }
  : { ...options, ...(body !== undefined && { body }) }
const { requests, latency, non2xx, errors } = await autocannon(all)
const measured: Measured = {
  requestsPerSecond: requests.average,
  requests: requests.total,
  p50: latency.p50,
  p99: latency.p99,
  failed: non2xx + errors,
}
console.log(JSON.stringify(measured))
