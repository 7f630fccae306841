import { setImmediate as nextTurn } from 'node:timers/promises'
import { DAY } from '../../contract/units.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { keptText, MAX_KEPT_BYTES } from './masking.ts'
import type { Call, RequestLog } from './call.ts'
import type { KeptCall, RequestLogStore } from './request-log-store.ts'

export interface RequestLogLimits {
  readonly maxAgeMs: Milliseconds
  /** On disk. */
  readonly maxBytes: Bytes
  /** Calls that wait to be written, in number and by the size of their bodies; the oldest go first. */
  readonly maxWaiting: number
  readonly maxWaitingBytes: Bytes
  /** Of callers who are not known: those that wait, and those that are kept. They push out only each other. */
  readonly maxUnknownWaiting: number
  readonly maxUnknown: number
}
const LIMITS: RequestLogLimits = {
  maxAgeMs: 14 * DAY,
  maxBytes: 256 * 1024 * 1024,
  maxWaiting: 10_000,
  maxWaitingBytes: 32 * 1024 * 1024,
  maxUnknownWaiting: 1000,
  maxUnknown: 10_000,
}

const WRITE_DELAY_MS: Milliseconds = 100
/** After a failure. */
const RETRY_DELAY_MS: Milliseconds = 1000
const AGE_CHECK_MS: Milliseconds = 60_000
/** Longest body that is kept of a caller who is not known. */
const MAX_UNKNOWN_BYTES: Bytes = 2048
/** One turn of the event loop writes or removes no more than this, or requests would wait for it. */
const ROWS_PER_TURN = 128
const BYTES_PER_TURN: Bytes = 256 * 1024

export interface RequestLogParts {
  readonly store: RequestLogStore
  readonly clock: Clock
  readonly logger: Logger
  readonly limits?: RequestLogLimits
}

/**
 * Keeps calls off their path: what is recorded waits in memory, and is masked and written a little later, a
 * small part in each turn of the event loop. A process that is killed loses what waits, a tenth of a second.
 */
export class BatchedRequestLog implements RequestLog {
  readonly #store: RequestLogStore
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #limits: RequestLogLimits
  readonly #waiting: WaitingCall[] = []
  #waitingBytes: Bytes = 0
  #waitingUnknown = 0
  #dropped = 0
  #failing = false
  #timer: Timer | null = null
  #writing: Promise<void> | null = null
  readonly #ageing: Timer

  constructor({ store, clock, logger, limits }: RequestLogParts) {
    this.#store = store
    this.#clock = clock
    this.#logger = logger
    this.#limits = limits ?? LIMITS
    this.#ageing = clock.every(
      AGE_CHECK_MS,
      () => this.#removeOld(),
      () => this.#firstTooOldAt(),
    )
  }

  record(call: Call): void {
    const { maxWaiting, maxWaitingBytes, maxUnknownWaiting } = this.#limits
    if (isUnknown(call) && this.#waitingUnknown >= maxUnknownWaiting) {
      this.#dropped++
      return
    }
    const waiting = waitingCall(call)
    this.#waiting.push(waiting)
    this.#count(waiting, 1)
    while (this.#waiting.length > maxWaiting || this.#waitingBytes > maxWaitingBytes) this.#drop()
    // What waits long is copied again and again by the garbage collector.
    if (this.#waiting.length === ROWS_PER_TURN && !this.#failing) void this.#write()
    else this.#schedule(WRITE_DELAY_MS)
  }

  /** Resolves when all that was recorded so far is written, or could not be. */
  async written(): Promise<void> {
    await this.#writing
    if (this.#waiting.length > 0) await this.#write()
  }

  /** Writes what waits, at once, and closes the store. Nothing may be recorded any more. */
  close(): void {
    this.#timer?.cancel()
    this.#ageing.cancel()
    while (this.#writeSome());
    this.#store.close()
  }

  #drop(): void {
    const oldest = this.#waiting.shift()
    if (!oldest) return
    this.#count(oldest, -1)
    this.#dropped++
  }

  #count(call: WaitingCall, sign: 1 | -1): void {
    this.#waitingBytes += sign * sizeOf(call)
    if (isUnknown(call)) this.#waitingUnknown += sign
  }

  #schedule(delay: Milliseconds): void {
    if (this.#writing) return
    this.#timer ??= this.#clock.after(delay, () => void this.#write())
  }

  #write(): Promise<void> {
    this.#timer?.cancel()
    this.#timer = null
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null
      if (this.#waiting.length > 0) this.#schedule(RETRY_DELAY_MS)
    })
    return this.#writing
  }

  async #writeAll(): Promise<void> {
    do await nextTurn()
    while (this.#writeSome())
    await this.#quietly(async () => {
      while (this.#store.removeUnknown(this.#limits.maxUnknown, ROWS_PER_TURN) > 0) await nextTurn()
      while (this.#store.bytes() > this.#limits.maxBytes) {
        if (this.#store.removeOldest(ROWS_PER_TURN, Infinity) === 0) return
        await nextTurn()
      }
    })
  }

  /** False when nothing waits any more, or nothing can be written now. */
  #writeSome(): boolean {
    const calls: KeptCall[] = []
    let bytes = 0
    for (const call of this.#waiting) {
      if (calls.length === ROWS_PER_TURN || bytes > BYTES_PER_TURN) break
      calls.push(keptCall(call))
      bytes += sizeOf(call)
    }
    if (calls.length === 0 || !this.#append(calls)) return false
    for (const call of this.#waiting.splice(0, calls.length)) this.#count(call, -1)
    return this.#waiting.length > 0
  }

  #append(calls: readonly KeptCall[]): boolean {
    try {
      this.#store.append(calls)
    } catch (error) {
      this.#warnOnce(error)
      return false
    }
    this.#failing = false
    if (this.#dropped > 0) this.#logger.warn({ calls: this.#dropped }, 'calls are missing in the request log')
    this.#dropped = 0
    return true
  }

  async #removeOld(): Promise<void> {
    const time = this.#clock.now() - this.#limits.maxAgeMs
    await this.#quietly(async () => {
      while (this.#store.removeOldest(ROWS_PER_TURN, time) > 0) await nextTurn()
    })
  }

  /** Infinity where nothing is written, a time that is over where that can't be read. */
  #firstTooOldAt(): EpochMilliseconds {
    try {
      return (this.#store.oldestAt() ?? Infinity) + this.#limits.maxAgeMs
    } catch (error) {
      this.#warnOnce(error)
      return 0
    }
  }

  async #quietly(run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (error) {
      this.#warnOnce(error)
    }
  }

  /** One line for each time that it begins to fail. */
  #warnOnce(error: unknown): void {
    if (!this.#failing) this.#logger.warn({ err: error }, 'the request log can not be written')
    this.#failing = true
  }
}

/** Anybody who reaches the port makes such calls. */
const isUnknown = ({ systemId }: Pick<Call, 'systemId'>): boolean => systemId === null

/**
 * A call that waits to be written. Its body is a text again: as values, a body takes up to 80 times as much memory,
 * which nobody counts.
 */
interface WaitingCall extends Omit<Call, 'request'> {
  /** Null where there was none. */
  readonly request: string | null
}

const waitingCall = ({ request, ...call }: Call): WaitingCall => ({
  ...call,
  request: request === undefined ? null : JSON.stringify(request),
})

/** A text may be longer than it came: `1e20` is. */
const sizeOf = ({ request, requestBytes, response }: WaitingCall): Bytes =>
  Math.max(requestBytes, request?.length ?? 0) + response.length

function keptCall({ request, requestBytes: _, response, ...call }: WaitingCall): KeptCall {
  const most = call.systemId === null ? MAX_UNKNOWN_BYTES : MAX_KEPT_BYTES
  return {
    ...call,
    request: request === null ? null : keptText(request, most),
    response: keptText(response, most),
  }
}
