/** What is kept of an endpoint's answer: whoever may see webhooks is to mend the endpoint, not to read what else it has. */
import type { Bytes } from '../../contract/units.ts'
import { CREDENTIAL, cutBytes, MASK, maskForeign, maskQuery } from '../request-log/masking.ts'

/** How much of the body is kept, UTF-8. */
export const KEPT_ANSWER_BYTES: Bytes = 4096
const LONGEST_HEADER = 1024

/** What tells how an answer is to be read, who gave it, and where its own log has it. */
const KEPT_HEADERS: ReadonlySet<string> = new Set(
  [
    'content-type content-length content-encoding transfer-encoding connection date server via allow location',
    'retry-after cache-control x-request-id x-correlation-id request-id traceparent cf-ray x-cache',
  ].flatMap((names) => names.split(' ')),
)

/** Headers by lower-case names: those that help, those that let somebody in as `***`, and no others. */
export function keptHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (CREDENTIAL.test(name)) return [[name, MASK]]
    return KEPT_HEADERS.has(name) ? [[name, keptValue(name, value)]] : []
  })
  return Object.fromEntries(kept)
}

/** The beginning of a body; in JSON without values of members that let somebody in, in addresses without their query. */
export function keptAnswer(body: Buffer): string {
  return cutBytes(maskForeign(body.toString('utf8')), KEPT_ANSWER_BYTES).text
}

function keptValue(name: string, value: string): string {
  const cut = value.slice(0, LONGEST_HEADER)
  return name === 'location' ? cut.replace(/#.*$/s, `#${MASK}`).replace(/\?[^#]*/, maskQuery) : cut
}
