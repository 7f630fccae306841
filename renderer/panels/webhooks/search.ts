/** What the webhook log shows, as it stands in its address. Pure. */
import type { FailureClass, WebhookState } from '../../../service/contract/console/webhooks.ts'
import { FAILURE_CLASSES, WEBHOOK_STATES } from '../../../service/contract/console/words.ts'
import type { GivenUpFilter, WebhookFilter } from '../../api/webhooks.ts'
import { readTimes, withMoments, type Times } from '../../log/times.ts'
import { oneOf, textsOf, type Address } from '../../ui/address.ts'

export interface LogSearch extends Times {
  readonly state?: WebhookState
  /** Why the last attempt failed. */
  readonly cause?: FailureClass
  /** Only those that somebody asked for. */
  readonly byHand?: 'true'
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
  const cause = oneOf(address, 'cause', FAILURE_CLASSES)
  return {
    ...(state === undefined ? {} : { state }),
    ...(cause === undefined ? {} : { cause }),
    // The router reads the word as what it says.
    ...(String(address['byHand']) === 'true' ? { byHand: 'true' } : {}),
    ...readTimes(address),
    ...textsOf(address, TEXTS),
  }
}

/** What the engine is asked for. */
export function filterOf({ event: _, q, ...filter }: LogSearch): WebhookFilter & Times {
  return q === undefined ? filter : { ...filter, search: q }
}

/** How many of the filters that stand beside the log are set. */
export const facetsSet = ({ event: _, q: __, ...facets }: LogSearch): number => Object.keys(facets).length

/** What of the filters says what is to be redelivered. @param now milliseconds since 1970 */
export function givenUpOf({ channel, url, ...filter }: WebhookFilter & Times, now: number): GivenUpFilter {
  const { from } = withMoments(filter, now)
  return {
    ...(url === undefined ? {} : { url }),
    ...(channel === undefined ? {} : { channelId: channel }),
    ...(from === undefined ? {} : { since: from }),
  }
}
