import { KEPT_BODY_BYTES } from '../../contract/console/catchers.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { CREDENTIAL, MASK, maskQuery } from '../request-log/masking.ts'
import type { NewRequest } from './repository.ts'
import { memberOf } from './scripted-answer.ts'

/** A request as it came in. */
export interface Arrival {
  /** Without `?`. */
  readonly query: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array
}

/** Longest type that the console shows; anybody may send any. */
const MAX_TYPE_LENGTH = 100

/**
 * A request as it is kept.
 * @param asked its body as JSON; undefined where it is none
 * @param status of its answer
 */
export function keptRequest(
  { query, headers, body }: Arrival,
  { at, asked, status }: { readonly at: EpochMilliseconds; readonly asked: unknown; readonly status: number },
): NewRequest {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, CREDENTIAL.test(name) ? MASK : String(value)]],
  )
  const id = headers['webhook-id']
  return {
    arrivedAt: at,
    type: typeOf(asked),
    webhookId: typeof id === 'string' ? id : null,
    status,
    query: query === '' ? '' : maskQuery(`?${query}`).slice(1),
    headers: Object.fromEntries(kept) as Record<string, string>,
    body: Buffer.from(body.subarray(0, KEPT_BODY_BYTES)).toString('utf8'),
    bodyBytes: body.length,
  }
}

/** Questions have no type of their own. */
function typeOf(asked: unknown): string | null {
  const type = memberOf(asked, 'type')
  if (type !== null) return type.slice(0, MAX_TYPE_LENGTH)
  return memberOf(asked, 'label')?.startsWith('Service ') === true ? 'auth' : null
}
