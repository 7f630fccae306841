import { setImmediate } from 'node:timers/promises'
import type { FailingWebhooks } from '../../contract/console/engine-view.ts'
import type {
  ForwardedCopy,
  WebhookDetail,
  WebhookEndpoint,
  WebhookEndpointFigures,
  WebhookList,
  WebhookListQuery,
  WebhookSummary,
} from '../../contract/console/webhooks.ts'
import type { SystemId, WebhookEventId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Quotas } from '../system/quotas.ts'
import type { Transactions } from '../transactions.ts'
import { EVENT_TIMEOUT, failureOfResult } from './dispatcher.ts'
import type { EventDispatcher } from './dispatcher.ts'
import type { EventOutbox, Sample } from './outbox.ts'
import { attemptsLeft, RETRY_WINDOW } from './retry-policy.ts'
import { signatureHeaders } from './signature.ts'
import type { WebhookSecret } from './signature.ts'
import { attemptOf } from './webhook-client.ts'
import type { WebhookClient } from './webhook-client.ts'
import type { DeadFilter, WebhookLogStore } from './webhook-log-store.ts'
import type { EndpointRef } from './webhook-store.ts'

/** Rows that one statement looks at: what comes between two of them waits for a few milliseconds. */
const LOOKED_AT = 5_000
/** Events that one transaction makes pending. */
const REDELIVERED_AT_ONCE = 500
/** Events that one transaction removes. */
const REMOVED_AT_ONCE = 500

export interface WebhookLogParts {
  readonly store: WebhookLogStore
  readonly transactions: Transactions
  readonly dispatcher: Pick<EventDispatcher, 'resend' | 'pause' | 'resume' | 'retryingSince'>
  readonly client: Pick<WebhookClient, 'post'>
  readonly secret: WebhookSecret
  readonly events: Pick<EventOutbox, 'appendSample'>
  readonly clock: Clock
  /** Of how many may wait. */
  readonly quota?: Pick<Quotas, 'demand' | 'room'>
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
    const { store, dispatcher } = this.#parts
    const event = store.find(systemId, id)
    return event && { ...event, retrying: retryingOf(event, dispatcher.retryingSince(id)) }
  }

  /**
   * Sends a copy of an event to another URL: same id, same body, signed now, once. It is no attempt at the event.
   * @throws Refusal `NOT_FOUND`
   */
  async forward(systemId: SystemId, id: WebhookEventId, url: string): Promise<ForwardedCopy> {
    const { store, client, secret, clock } = this.#parts
    const event = store.find(systemId, id)
    if (!event) throw refusal('NOT_FOUND')
    const { body } = event
    const signature = signatureHeaders(secret(systemId), id, clock.now(), body)
    const result = await client.post({ systemId, url, signature, body, timeoutMs: EVENT_TIMEOUT })
    const { failure, ...attempt } = attemptOf(result, failureOfResult(result))
    return { ...attempt, errorClass: failure?.class ?? null, errorText: failure?.text ?? null }
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
    return this.#parts.store.endpoints(systemId, this.#parts.clock.now())
  }

  /** How an endpoint fared. @throws Refusal `NOT_FOUND` where nothing was or is sent to it */
  figures(endpoint: EndpointRef): WebhookEndpointFigures {
    const figures = this.#parts.store.figures(endpoint, this.#parts.clock.now())
    if (!figures) throw refusal('NOT_FOUND')
    return figures
  }

  /**
   * Keeps the events of an endpoint until it is resumed. On disk first.
   * @param by name of who asked
   * @throws Refusal `NOT_FOUND` where nothing was or is sent to it
   */
  pause(endpoint: EndpointRef, by: string): void {
    const { store, transactions, dispatcher, clock } = this.#parts
    this.figures(endpoint)
    transactions.transaction(() => {
      store.pause(endpoint, { by, now: clock.now() })
      transactions.afterCommit(() => dispatcher.pause(endpoint))
    })
  }

  /** Sends what waits, at once. */
  resume(endpoint: EndpointRef): void {
    const { store, transactions, dispatcher } = this.#parts
    transactions.transaction(() => {
      store.resume(endpoint)
      transactions.afterCommit(() => dispatcher.resume(endpoint))
    })
  }

  /** What was given up and fits, and what is still to be sent of what was asked for together. */
  givenUp(systemId: SystemId, filter: DeadFilter): { readonly count: number; readonly underWay: number } {
    const { store } = this.#parts
    return { count: store.countDead(systemId, filter), underWay: store.countUnderWay(systemId) }
  }

  /** Gives up again what was asked for together and is still to be sent. @returns how many events */
  async stopRedelivery(systemId: SystemId): Promise<number> {
    const { store, clock } = this.#parts
    for (let count = 0; ;) {
      const stopped = store.stopRedelivery(systemId, clock.now(), REDELIVERED_AT_ONCE)
      count += stopped
      if (stopped < REDELIVERED_AT_ONCE) return count
      await setImmediate()
    }
  }

  /**
   * Sends an event again, or now if it is still pending: same id, same body. On disk before it is sent.
   * @param by name of who asked
   * @throws Refusal `NOT_FOUND`, `NOT_REDELIVERABLE`, `QUOTA_REACHED`
   */
  redeliver(systemId: SystemId, id: WebhookEventId, by: string): void {
    const { store, transactions, dispatcher, clock, quota } = this.#parts
    const known = store.find(systemId, id)
    if (!known) throw refusal('NOT_FOUND')
    if (known.kind !== 'event') throw refusal('NOT_REDELIVERABLE')
    transactions.transaction(() => {
      if (known.state !== 'pending') quota?.demand(systemId, 'webhooks')
      const event = store.redeliver(systemId, id, { by, now: clock.now() })
      if (event) transactions.afterCommit(() => dispatcher.resend([event]))
    })
  }

  /** Sends an event that did not happen. On disk before it is sent. @returns its id @throws Refusal `QUOTA_REACHED` */
  sendSample(sample: Sample): WebhookEventId {
    const { transactions, events, quota } = this.#parts
    return transactions.transaction(() => {
      quota?.demand(sample.systemId, 'webhooks')
      return events.appendSample(sample)
    })
  }

  /**
   * Sends again what was given up, oldest first, as far as there is room for it among what waits.
   * @param by name of who asked
   * @returns how many events
   * @throws Refusal `QUOTA_REACHED` where there is room for none
   */
  async redeliverAll(systemId: SystemId, filter: DeadFilter, by: string): Promise<number> {
    const { store, transactions, dispatcher, clock, quota } = this.#parts
    quota?.demand(systemId, 'webhooks')
    let count = 0
    for (let after = 0; ;) {
      const room = quota?.room(systemId, 'webhooks') ?? Infinity
      const slice = { after, limit: Math.min(REDELIVERED_AT_ONCE, room) }
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

/** @param since as the dispatcher counts it, which leaves out when it could not try */
function retryingOf(
  { nextAttemptAt, attemptsMade }: Omit<WebhookDetail, 'retrying'>,
  since: EpochMilliseconds | null,
): WebhookDetail['retrying'] {
  if (since === null || nextAttemptAt === null) return null
  const tries = attemptsMade.filter(({ startedAt }) => startedAt >= since).length
  return { endsAt: since + RETRY_WINDOW, attemptsLeft: attemptsLeft(tries, since, nextAttemptAt) }
}
