/** What the webhook log shows, as it stands in its address. Pure. */
import { WEBHOOK_STATES, type WebhookState } from '../../../service/contract/console/webhooks.ts'
import type { WebhookFilter } from '../../api/webhooks.ts'
import { oneOf, textsOf, type Address } from '../../ui/address.ts'

export interface LogSearch {
  readonly state?: WebhookState
  readonly type?: string
  readonly channel?: string
  readonly url?: string
  /** A part of the URL, the ids or the body. */
  readonly q?: string
  /** The event whose details are shown. */
  readonly event?: string
}

const TEXTS = ['type', 'channel', 'url', 'q', 'event'] as const

/** Reads an address; what is unknown or empty is left out. */
export function readSearch(address: Address): LogSearch {
  const state = oneOf(address, 'state', WEBHOOK_STATES)
  return { ...(state === undefined ? {} : { state }), ...textsOf(address, TEXTS) }
}

/** What the engine is asked for. */
export function filterOf({ event: _, q, ...filter }: LogSearch): WebhookFilter {
  return q === undefined ? filter : { ...filter, search: q }
}
