import type { Clock, Timer } from '../../platform/clock.ts'
import type { Acts } from '../../platform/acts.ts'
import type { Logger } from '../../platform/logger.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import type { Failure } from './failure.ts'
import type { AfterAttempt, EndpointRef, Outcome, PendingEvent, WebhookStore } from './webhook-store.ts'
import type { WebhookEventId } from '../../contract/ids.ts'
import type { WebhookSecret } from './signature.ts'
import { LONGEST_DELAY, afterFailure, earliestRetry } from './retry-policy.ts'
import { signatureHeaders } from './signature.ts'
import { urlForLog } from './url-for-log.ts'
import { attemptOf } from './webhook-client.ts'
import type { PostResult, WebhookClient, WebhookPost } from './webhook-client.ts'

export const EVENT_TIMEOUT: Milliseconds = 10_000
const LIMITS = { perUrl: 4, perHost: 16, failingPerHost: 8 }
/** Pause after the store could not be read or written. */
const STORE_PAUSE: Milliseconds = 5_000
/** Rows that are read at once. */
const PAGE = 1_000
/** A clock that moves by less is one that was merely adjusted. */
const SET_BACK: Milliseconds = 1_000
/** Who comes so much too late was off or asleep, not busy. */
const ABSENCE: Milliseconds = 60_000

export interface DispatcherParts {
  readonly store: WebhookStore
  readonly client: Pick<WebhookClient, 'post' | 'close'>
  readonly secret: WebhookSecret
  readonly clock: Clock
  /** Real time, for pauses that are no rule; `clock` where it is left out. */
  readonly machine?: Clock
  /** What waits for attempts where time is moved. */
  readonly acts?: Acts | null
  /** From 0 to 1, for the spread of retries; told of which one, as they come in no order. */
  readonly random: (key: string) => number
  readonly logger: Logger
}

/**
 * Delivers the outbox at least once. A row is pending until the write that says otherwise, so a service
 * that is killed at any moment sends again what it may have sent. While the store can't be written,
 * nothing is sent: an endpoint is not to get again and again what nobody can note down.
 */
export class EventDispatcher {
  readonly #parts: DispatcherParts
  readonly #queue = new DeliveryQueue(LIMITS)
  readonly #sending = new Set<Promise<void>>()
  readonly #ended = Promise.withResolvers<undefined>()
  #lastSequence = 0
  #running = false
  /** Attempts made whose outcome is not on disk. */
  #unwritten = 0
  #timer: Timer | null = null
  #rereading: Timer | null = null
  /** When the timer is to fire; null when nothing waits for time. */
  #nextAt: EpochMilliseconds | null = null
  #lastSeen: EpochMilliseconds
  /** Time in which nothing could be tried, as far as the queue was told of it. */
  #lost: Milliseconds = 0
  readonly #machine: Clock
  #isBackedUp = false

  constructor(parts: DispatcherParts) {
    this.#parts = parts
    this.#machine = parts.machine ?? parts.clock
    this.#lastSeen = parts.clock.now()
  }

  /** Events that wait, or are being sent. */
  get waiting(): number {
    return this.#queue.size
  }

  /** Takes up what an earlier run left and begins to deliver. */
  start(): void {
    this.#running = true
    for (const endpoint of this.#parts.store.paused()) this.#queue.pause(endpoint)
    this.wake()
  }

  /** Called when events may have been added. Never throws: what was written stays written. */
  wake(): void {
    if (!this.#running) return
    try {
      this.#readNew()
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'outbox could not be read')
      this.#rereading?.cancel()
      this.#rereading = this.#machine.after(STORE_PAUSE, () => this.wake())
    }
    this.#sendDue()
  }

  /** Sends events that a person asked for; they are pending in the store. */
  resend(events: readonly PendingEvent[]): void {
    if (!this.#running) return
    for (const event of events) this.#queue.askFor(event)
    this.#sendDue()
  }

  /** One that was given up is not sent any more; that is in the store. One that is being sent may still arrive. */
  forget(id: WebhookEventId): void {
    this.#queue.forget(id)
    this.#sendDue()
  }

  /** The events of an endpoint wait from now on; that is in the store. */
  pause(endpoint: EndpointRef): void {
    this.#queue.pause(endpoint)
  }

  /** They are sent again, at once. */
  resume(endpoint: EndpointRef): void {
    this.#queue.resume(endpoint, this.#parts.clock.now())
    this.#sendDue()
  }

  /** Since when an event is retried, without the time in which nothing could be tried; null where it is not. */
  retryingSince(id: WebhookEventId): EpochMilliseconds | null {
    return this.#queue.retryingSince(id)
  }

  /** Ends: what is being sent has `graceMs` to finish; what is left is sent after the next start. */
  async close(graceMs: Milliseconds): Promise<void> {
    const deadline = new Promise<void>((resolve) => this.#machine.after(graceMs, resolve))
    while (graceMs > 0 && this.#sending.size > 0) {
      const settled = Promise.all(this.#sending).then(() => true)
      if (!(await Promise.race([settled, deadline.then(() => false)]))) break
    }
    this.#running = false
    this.#ended.resolve(undefined)
    this.#timer?.cancel()
    this.#rereading?.cancel()
    await this.#parts.client.close()
    await Promise.all(this.#sending)
  }

  #readNew(): void {
    const now = this.#parts.clock.now()
    for (;;) {
      const events = this.#parts.store.pendingAfter(this.#lastSequence, PAGE)
      for (const event of events) {
        this.#lastSequence = event.sequence
        this.#queue.add(asOf(now, event))
      }
      if (events.length < PAGE) return
    }
  }

  /** @param planned when a timer was to call this */
  #sendDue(planned = this.#lastSeen): void {
    if (!this.#running || this.#unwritten > 0) return
    const now = this.#parts.clock.now()
    this.#noticeClock(now, planned)
    for (const event of this.#queue.take(now)) {
      const sending = this.#send(event).finally(() => {
        this.#sending.delete(sending)
        this.#sendDue()
      })
      this.#sending.add(sending)
      this.#parts.acts?.during(sending, () => this.#earliestAfter(event, now))
    }
    this.#isBackedUp = this.#queue.isBackedUp
    this.#armTimer(now)
  }

  #armTimer(now: EpochMilliseconds): void {
    this.#timer?.cancel()
    const at = this.#queue.nextChange()
    this.#nextAt = at
    this.#timer = at === null ? null : this.#parts.clock.after(at - now, () => this.#sendDue(at))
  }

  /**
   * How far time may be moved while an attempt is made. What begins after it must find what it led to: its own next
   * attempt, those that it holds back, and those that wait for a place among the requests.
   */
  #earliestAfter({ id, tries, retryingSince }: PendingEvent, begun: EpochMilliseconds): EpochMilliseconds {
    if (this.#isBackedUp || this.#queue.holdsBack(id)) return begun
    return earliestRetry(tries, retryingSince ?? begun, begun)
  }

  /** Clocks are set, and machines sleep: neither may delay a retry or use up the time for retries. */
  #noticeClock(now: EpochMilliseconds, planned: EpochMilliseconds): void {
    if (now < planned - SET_BACK) this.#queue.clockSetBack(planned - now)
    else if (this.#nextAt !== null && now > this.#nextAt + ABSENCE) {
      this.#queue.timeLost(now - this.#nextAt)
      this.#lost += now - this.#nextAt
      this.#nextAt = now
    }
    this.#lastSeen = now
  }

  async #send(event: PendingEvent): Promise<void> {
    const post = this.#prepare(event)
    if (!post) return
    const lostBefore = this.#lost
    const result = await this.#parts.client.post(post)
    // Broken off by close: nobody knows whether it arrived, so it stays due.
    if (!this.#running) return
    this.#noticeClock(this.#parts.clock.now(), this.#lastSeen)
    const outcome = this.#judge(event, result, this.#lost - lostBefore)
    if (!(await this.#write(event, outcome))) return
    const { number: attempts, after, retryingSince } = outcome
    if (after.state === 'pending') {
      const { nextAttemptAt } = after
      const tries = event.tries + 1
      this.#queue.settle(event.id, { kind: 'failed', attempts, tries, retryingSince, nextAttemptAt })
    } else this.#queue.settle(event.id, { kind: after.state === 'dead' ? 'given-up' : 'delivered' })
    this.#log(event, outcome)
  }

  /** Null when there is nothing to send, or not now; the queue knows. */
  #prepare({ id, url }: PendingEvent): WebhookPost | null {
    const { store, secret, clock, logger } = this.#parts
    try {
      const content = store.content(id)
      if (content) {
        const signature = signatureHeaders(secret(content.systemId), id, clock.now(), content.body)
        const { systemId, body } = content
        return { systemId, url, signature, body, timeoutMs: EVENT_TIMEOUT }
      }
      this.#queue.settle(id, { kind: 'gone' })
    } catch (error) {
      logger.error({ err: error, eventId: id }, 'webhook could not be prepared')
      this.#queue.settle(id, { kind: 'postponed', nextAttemptAt: clock.now() + STORE_PAUSE })
    }
    return null
  }

  /** @param noticed of the time that was lost during the attempt, what `retryingSince` has already */
  #judge(event: PendingEvent, result: PostResult, noticed: Milliseconds): Outcome {
    const { acts, clock } = this.#parts
    // Where time is moved meanwhile, an attempt takes none of it.
    const now = acts?.isMoved ? result.startedAt : clock.now()
    // Who slept during an attempt has not tried for so long.
    const lost = Math.max(0, now - result.startedAt - EVENT_TIMEOUT - ABSENCE)
    const retryingSince =
      event.retryingSince === null
        ? Math.min(now, result.startedAt + lost)
        : event.retryingSince + Math.max(0, lost - noticed)
    const failure = failureOfResult(result)
    const after: AfterAttempt = failure
      ? afterFailure({
          tries: event.tries + 1,
          retryingSince,
          now,
          status: result.kind === 'answer' ? result.status : null,
          retryAfter: result.kind === 'answer' ? result.headers['retry-after'] : undefined,
          random: this.#parts.random(`${event.id} ${event.attempts}`),
        })
      : { state: 'delivered' }
    return { number: event.attempts + 1, attempt: attemptOf(result, failure), after, retryingSince }
  }

  /** Writes what became of an attempt, as soon as that is possible. False when the service ended before. */
  async #write({ id }: PendingEvent, outcome: Outcome): Promise<boolean> {
    const { store, logger } = this.#parts
    for (let failures = 0; ; failures++) {
      try {
        store.recordAttempt(id, outcome)
        if (failures > 0) this.#unwritten--
        return true
      } catch (error) {
        logger.error({ err: error, eventId: id }, 'webhook attempt could not be written')
        if (failures === 0) this.#unwritten++
      }
      const pause = new Promise<void>((resolve) => this.#machine.after(STORE_PAUSE, resolve))
      await Promise.race([pause, this.#ended.promise])
      if (!this.#running) return false
    }
  }

  #log(event: PendingEvent, { number, attempt: { failure }, after }: Outcome): void {
    if (!failure) return
    const details = {
      eventId: event.id,
      channelId: event.channelId,
      url: urlForLog(event.url),
      attempts: number,
      failure: failure.class,
      text: failure.text,
    }
    if (after.state === 'dead') this.#parts.logger.error(details, 'event webhook given up')
    else this.#parts.logger.warn(details, 'event webhook failed')
  }
}

/**
 * A row as it counts now: a clock that was set back keeps no event waiting for longer than any pause, and
 * the time in which the service was not running is no time of retrying.
 */
function asOf(now: EpochMilliseconds, event: PendingEvent): PendingEvent {
  const { retryingSince } = event
  const nextAttemptAt = Math.min(event.nextAttemptAt, now + LONGEST_DELAY)
  if (retryingSince === null) return { ...event, nextAttemptAt }
  const late = now - nextAttemptAt
  const since = retryingSince + (late > ABSENCE ? late : 0)
  return { ...event, nextAttemptAt, retryingSince: Math.min(now, since) }
}

/** Only 2xx says that an event has arrived; what the body holds does not matter. */
export function failureOfResult(result: PostResult): Failure | null {
  if (result.kind === 'failure') return result.failure
  if (result.status >= 200 && result.status < 300) return null
  const redirect = result.status >= 300 && result.status < 400 ? ' Redirects are not followed.' : ''
  return { class: 'status', text: `The endpoint answered with status ${result.status}.${redirect}` }
}
