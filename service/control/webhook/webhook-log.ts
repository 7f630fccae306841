import { setImmediate } from 'node:timers/promises'
import type { FailingWebhooks } from '../../contract/console/engine-view.ts'
import type {
  WebhookDetail,
  WebhookEndpoint,
  WebhookList,
  WebhookListQuery,
  WebhookSummary,
} from '../../contract/console/webhooks.ts'
import type { SystemId, WebhookEventId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Transactions } from '../transactions.ts'
import type { EventDispatcher } from './dispatcher.ts'
import type { EventOutbox, Sample } from './outbox.ts'
import type { DeadFilter, WebhookLogStore } from './webhook-log-store.ts'

/** Rows that one statement looks at: what comes between two of them waits for a few milliseconds. */
const LOOKED_AT = 5_000
/** Events that one transaction makes pending. */
const REDELIVERED_AT_ONCE = 500
/** Events that one transaction removes. */
const REMOVED_AT_ONCE = 500

export interface WebhookLogParts {
  readonly store: WebhookLogStore
  readonly transactions: Transactions
  readonly dispatcher: Pick<EventDispatcher, 'resend'>
  readonly events: Pick<EventOutbox, 'appendSample'>
  readonly clock: Clock
}

/** What was sent and what came back, and sending it again; each system has its own. */
export class WebhookLog {
  readonly #parts: WebhookLogParts

  constructor(parts: WebhookLogParts) {
    this.#parts = parts
  }

  /** Newest first. A filter that little fits reads through all rows, a few at a time. */
  async list(systemId: SystemId, { before, limit, ...filter }: WebhookListQuery): Promise<WebhookList> {
    const { store } = this.#parts
    const range = store.range(systemId)
    const events: WebhookSummary[] = []
    if (!range) return { events, before: null }
    let to = Math.min(before ?? Infinity, range.highest + 1)
    for (;;) {
      const from = to - LOOKED_AT
      events.push(...store.list(systemId, filter, { from, to, limit: limit - events.length }))
      const last = events.at(-1)
      if (last && events.length === limit) {
        return { events, before: last.sequence > range.lowest ? last.sequence : null }
      }
      if (from <= range.lowest) return { events, before: null }
      to = from
      await setImmediate()
    }
  }

  /** Null when the system has no such event. */
  find(systemId: SystemId, id: WebhookEventId): WebhookDetail | null {
    return this.#parts.store.find(systemId, id)
  }

  /** What all endpoints of `endpoints` that fail now come to: the one answer to whether webhooks fail. */
  failing(systemId: SystemId): FailingWebhooks {
    return this.#parts.store.failing(systemId)
  }

  /** Events that are not waiting any more. */
  countFinished(systemId: SystemId): number {
    return this.#parts.store.countFinished(systemId)
  }

  /** Removes those, and how endpoints fared that nothing waits for. @returns how many */
  async clearFinished(systemId: SystemId): Promise<number> {
    for (let count = 0; ;) {
      const removed = this.#parts.store.clearFinished(systemId, REMOVED_AT_ONCE)
      count += removed
      if (removed < REMOVED_AT_ONCE) return count
      await setImmediate()
    }
  }

  endpoints(systemId: SystemId): WebhookEndpoint[] {
    return this.#parts.store.endpoints(systemId)
  }

  /**
   * Sends an event again, or now if it is still pending: same id, same body. On disk before it is sent.
   * @param by name of who asked
   * @throws Refusal `NOT_FOUND`, `NOT_REDELIVERABLE`
   */
  redeliver(systemId: SystemId, id: WebhookEventId, by: string): void {
    const { store, transactions, dispatcher, clock } = this.#parts
    const known = store.find(systemId, id)
    if (!known) throw refusal('NOT_FOUND')
    if (known.kind !== 'event') throw refusal('NOT_REDELIVERABLE')
    transactions.transaction(() => {
      const event = store.redeliver(systemId, id, { by, now: clock.now() })
      if (event) transactions.afterCommit(() => dispatcher.resend([event]))
    })
  }

  /** Sends an event that did not happen. On disk before it is sent. @returns its id */
  sendSample(sample: Sample): WebhookEventId {
    const { transactions, events } = this.#parts
    return transactions.transaction(() => events.appendSample(sample))
  }

  /**
   * Sends again what was given up, oldest first.
   * @param by name of who asked
   * @returns how many events
   */
  async redeliverAll(systemId: SystemId, filter: DeadFilter, by: string): Promise<number> {
    const { store, transactions, dispatcher, clock } = this.#parts
    let count = 0
    for (let after = 0; ;) {
      const slice = { after, limit: REDELIVERED_AT_ONCE }
      const asked = { by, now: clock.now() }
      const events = transactions.transaction(() => store.redeliverDead(systemId, filter, slice, asked))
      dispatcher.resend(events)
      count += events.length
      const last = events.at(-1)
      if (!last || events.length < slice.limit) return count
      after = last.sequence
      await setImmediate()
    }
  }
}
