/** What the log of webhooks needs of the store. */
import type { FailingWebhooks } from '../../contract/console/engine-view.ts'
import type {
  RedeliverAllRequest,
  WebhookDetail,
  WebhookEndpoint,
  WebhookEndpointFigures,
  WebhookListQuery,
  WebhookSummary,
} from '../../contract/console/webhooks.ts'
import type { SystemId, WebhookEventId } from '../../contract/ids.ts'
import { DAY } from '../../contract/units.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { EndpointRef, PendingEvent } from './webhook-store.ts'

/** How an endpoint answers is counted by so long, */
export const SLOT: Milliseconds = 10 * 60_000
/** and kept for so long. */
export const KEPT_SLOTS: Milliseconds = DAY

export type WebhookFilter = Omit<WebhookListQuery, 'before' | 'limit'>
export type DeadFilter = Omit<RedeliverAllRequest, 'state'>

/** Events with a sequence from `from`, below `to`; the newest `limit` of them. */
export interface Slice {
  readonly from: number
  readonly to: number
  readonly limit: number
}

/** Who asked for something to be sent again, by name, and when. */
export interface Asked {
  readonly by: string
  readonly now: EpochMilliseconds
}

export interface WebhookLogStore {
  /** Lowest and highest sequence of a system's events; null when it has none. */
  range(systemId: SystemId): { readonly lowest: number; readonly highest: number } | null
  /** What fits the filter in a slice, newest first. */
  list(systemId: SystemId, filter: WebhookFilter, slice: Slice): WebhookSummary[]
  /** Null when the system has no such event. */
  find(systemId: SystemId, id: WebhookEventId): Omit<WebhookDetail, 'retrying'> | null
  endpoints(systemId: SystemId, now: EpochMilliseconds): WebhookEndpoint[]
  /** Those of the endpoints whose last attempt failed, summed up. */
  failing(systemId: SystemId): FailingWebhooks
  /** How one of them fared; null where it is not known. */
  figures(endpoint: EndpointRef, now: EpochMilliseconds): WebhookEndpointFigures | null
  /** One that is paused already stays as it is. */
  pause(endpoint: EndpointRef, asked: Asked): void
  resume(endpoint: EndpointRef): void
  /** Removes slots that begin before. */
  removeSlots(before: EpochMilliseconds): void
  /** Makes an event pending and due at once, with its retries before it; null when the system has no such event. */
  redeliver(systemId: SystemId, id: WebhookEventId, asked: Asked): PendingEvent | null
  /** Does so with the first `limit` given up events with a higher sequence than `after`, in order. */
  redeliverDead(
    systemId: SystemId,
    filter: DeadFilter,
    slice: { readonly after: number; readonly limit: number },
    asked: Asked,
  ): PendingEvent[]
  countDead(systemId: SystemId, filter: DeadFilter): number
  /** Events that were asked for together and are still to be sent. */
  countUnderWay(systemId: SystemId): number
  /** Gives up to `limit` of these up again. @returns how many */
  stopRedelivery(systemId: SystemId, now: EpochMilliseconds, limit: number): number
  /**
   * Removes up to `limit` finished events that ended before `endedBefore`, or that are not among the newest
   * `newest` rows, with their attempts. Pending ones stay.
   * @returns how many were removed
   */
  removeFinished(old: {
    readonly endedBefore: EpochMilliseconds
    readonly newest: number
    readonly limit: number
  }): number
  countFinished(systemId: SystemId): number
  /**
   * Removes up to `limit` finished events of the system with their attempts, and what is known of endpoints
   * that have nothing pending.
   * @returns how many events
   */
  clearFinished(systemId: SystemId, limit: number): number
  /** Removes what is known of endpoints that were last asked before `askedBefore` and have nothing pending. */
  removeEndpoints(askedBefore: EpochMilliseconds): void
}
