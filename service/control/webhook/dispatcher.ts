import type { Clock, Timer } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import type { Failure } from './failure.ts'
import type { AfterAttempt, PendingEvent, WebhookSecret, WebhookStore } from './ports.ts'
import { LONGEST_DELAY, afterFailure } from './retry-policy.ts'
import { signatureHeaders } from './signature.ts'
import { urlForLog } from './url-for-log.ts'
import { attemptOf } from './webhook-client.ts'
import type { PostResult, WebhookClient } from './webhook-client.ts'

export const EVENT_TIMEOUT: Milliseconds = 10_000
const REQUESTS_PER_HOST = 4
/** Pause after the store could not write an attempt. */
const STORE_PAUSE: Milliseconds = 30_000

export interface DispatcherParts {
  readonly store: WebhookStore
  readonly client: WebhookClient
  readonly secret: WebhookSecret
  readonly clock: Clock
  /** From 0 to 1, for the spread of retries. */
  readonly random: () => number
  readonly logger: Logger
}

/**
 * Delivers the outbox at least once. A row is pending until the write that says otherwise, so a service
 * that is killed at any moment sends again what it may have sent.
 */
export class EventDispatcher {
  readonly #parts: DispatcherParts
  readonly #queue = new DeliveryQueue(REQUESTS_PER_HOST)
  readonly #sending = new Set<Promise<void>>()
  #lastSequence = 0
  #running = false
  #timer: Timer | null = null

  constructor(parts: DispatcherParts) {
    this.#parts = parts
  }

  /** Takes up what an earlier run left and begins to deliver. */
  start(): void {
    this.#running = true
    this.wake()
  }

  /** Called when events may have been added. Never throws: what was written stays written. */
  wake(): void {
    if (!this.#running) return
    try {
      this.#readNew()
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'outbox could not be read')
      this.#parts.clock.after(STORE_PAUSE, () => this.wake())
    }
    this.#sendDue()
  }

  /** Endpoints that failed last time and have events waiting. */
  failingEndpoints(): number {
    return this.#queue.failingUrls().size
  }

  /** Ends: what is being sent has `graceMs` to finish; what is left is sent after the next start. */
  async close(graceMs: Milliseconds): Promise<void> {
    const deadline = new Promise<void>((resolve) => this.#parts.clock.after(graceMs, resolve))
    while (graceMs > 0 && this.#sending.size > 0) {
      const settled = Promise.all(this.#sending).then(() => true)
      if (!(await Promise.race([settled, deadline.then(() => false)]))) break
    }
    this.#running = false
    this.#timer?.cancel()
    await this.#parts.client.close()
    await Promise.all(this.#sending)
  }

  #readNew(): void {
    const latest = this.#parts.clock.now() + LONGEST_DELAY
    for (const event of this.#parts.store.pendingAfter(this.#lastSequence)) {
      this.#lastSequence = event.sequence
      // A clock that was set back must not keep an event waiting for longer than any pause.
      this.#queue.add({ ...event, nextAttemptAt: Math.min(event.nextAttemptAt, latest) })
    }
  }

  #sendDue(): void {
    if (!this.#running) return
    for (const event of this.#queue.take(this.#parts.clock.now())) {
      const sending = this.#send(event).finally(() => {
        this.#sending.delete(sending)
        this.#sendDue()
      })
      this.#sending.add(sending)
    }
    this.#armTimer()
  }

  #armTimer(): void {
    this.#timer?.cancel()
    const { clock } = this.#parts
    const at = this.#queue.nextChange(clock.now())
    this.#timer = at === null ? null : clock.after(Math.max(0, at - clock.now()), () => this.#sendDue())
  }

  async #send(event: PendingEvent): Promise<void> {
    try {
      const content = this.#parts.store.content(event.id)
      if (!content) return this.#queue.settle(event.id, null)
      const signature = signatureHeaders(
        this.#parts.secret(content.systemId),
        event.id,
        this.#parts.clock.now(),
        content.body,
      )
      const { url } = event
      const result = await this.#parts.client.post({
        url,
        signature,
        body: content.body,
        timeoutMs: EVENT_TIMEOUT,
      })
      // Broken off by close: nobody knows whether it arrived, so it stays due.
      if (!this.#running) return
      this.#settle(event, result)
    } catch (error) {
      this.#parts.logger.error({ err: error, eventId: event.id }, 'webhook could not be processed')
      this.#queue.settle(event.id, { ...event, nextAttemptAt: this.#parts.clock.now() + STORE_PAUSE })
    }
  }

  #settle(event: PendingEvent, result: PostResult): void {
    const attempts = event.attempts + 1
    const firstAttemptAt = event.firstAttemptAt ?? result.startedAt
    const failure = failureOfResult(result)
    const after: AfterAttempt = failure
      ? afterFailure({
          attempts,
          firstAttemptAt,
          now: this.#parts.clock.now(),
          status: result.kind === 'answer' ? result.status : null,
          retryAfter: result.kind === 'answer' ? result.headers['retry-after'] : undefined,
          random: this.#parts.random(),
        })
      : { state: 'delivered' }
    this.#parts.store.recordAttempt(event.id, attempts, attemptOf(result, failure), after)
    const pending = after.state === 'pending'
    this.#queue.settle(
      event.id,
      pending ? { ...event, attempts, firstAttemptAt, nextAttemptAt: after.nextAttemptAt } : null,
    )
    if (failure) this.#logFailure(event, attempts, failure, after)
  }

  #logFailure(event: PendingEvent, attempts: number, failure: Failure, after: AfterAttempt): void {
    const details = {
      eventId: event.id,
      channelId: event.channelId,
      url: urlForLog(event.url),
      attempts,
      failure: failure.class,
      text: failure.text,
    }
    if (after.state === 'dead') this.#parts.logger.error(details, 'event webhook given up')
    else this.#parts.logger.warn(details, 'event webhook failed')
  }
}

/** Only 2xx says that an event has arrived; what the body holds does not matter. */
function failureOfResult(result: PostResult): Failure | null {
  if (result.kind === 'failure') return result.failure
  if (result.status >= 200 && result.status < 300) return null
  const redirect = result.status >= 300 && result.status < 400 ? ' Redirects are not followed.' : ''
  return { class: 'status', text: `The endpoint answered with status ${result.status}.${redirect}` }
}
