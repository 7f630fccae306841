import { setImmediate as nextTurn } from 'node:timers/promises'
import { DAY } from '../../contract/units.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Call, RequestLog } from './call.ts'
import { CallPack } from './packed-calls.ts'
import type { RequestLogKeeper } from './request-log-store.ts'

export interface RequestLogLimits {
  readonly maxAgeMs: Milliseconds
  /** On disk. */
  readonly maxBytes: Bytes
  /** Calls that wait to be written, in number and by the size of their bodies; the oldest go first, those together that are written together. */
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
/** One turn of the event loop hands over, or removes, no more than this, or requests would wait for it. */
const CALLS_PER_TURN = 512
const ROWS_PER_TURN = 128
/** Most that is removed, where there is much to remove: a turn that answers many requests takes some ms. */
const REMOVED_PER_TURN = 1024
/** Where the log is too large, such a part of it is freed at once, or it would be too large again at once. */
const FREED = 64
const BYTES_PER_TURN: Bytes = 256 * 1024
/** What a call takes up besides its bodies, about, and how often it may take up all of it on disk. */
const ROW_BYTES: Bytes = 1024
const MOST_ON_DISK = 4

export interface RequestLogParts {
  readonly store: RequestLogKeeper
  readonly clock: Clock
  readonly logger: Logger
  readonly limits?: RequestLogLimits
}

/**
 * Keeps calls off their path: what is recorded waits in memory, and is masked and handed to the store a little later, a
 * small part in each turn of the event loop. A process that is killed loses what waits, a tenth of a second.
 */
export class BatchedRequestLog implements RequestLog {
  readonly #store: RequestLogKeeper
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #limits: RequestLogLimits
  /** Oldest first; the last one takes more. */
  readonly #waiting: CallPack[] = []
  #waitingCalls = 0
  #waitingBytes: Bytes = 0
  #waitingUnknown = 0
  #dropped = 0
  #failing = false
  #closed = false
  /** Of before, too. */
  #hasWrittenUnknown = true
  /** So much may be written before anything is too much, rather too little. */
  #room: Bytes = 0
  #ending: Promise<void> | null = null
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
    // Anybody who reaches the port makes such calls.
    const isUnknown = call.systemId === null
    if (isUnknown && this.#waitingUnknown >= this.#limits.maxUnknownWaiting) {
      this.#dropped++
      return
    }
    const pack = this.#openPack()
    this.#count(pack, -1)
    pack.add(call)
    this.#count(pack, 1)
    this.#bound()
    // What is as much as is written at once waits for nothing.
    if (isFull(pack) && !this.#failing) void this.#write()
    else this.#schedule(WRITE_DELAY_MS)
  }

  /** Resolves when all that was recorded so far is written, or could not be. */
  async written(): Promise<void> {
    await this.#writing
    if (this.#waiting.length > 0) await this.#write()
  }

  /** As `close`; resolves when all is written, or told that it could not be, also where the store is in a thread. */
  async end(): Promise<void> {
    this.#closed = true
    // What is on its way waits again where it could not be written, and is tried once more.
    await this.#writing
    this.close()
    await this.#ending
  }

  /** Writes what waits, at once, and closes the store. Nothing may be recorded any more. */
  close(): void {
    this.#closed = true
    this.#timer?.cancel()
    this.#ageing.cancel()
    for (let calls = this.#take(); calls; calls = this.#take()) this.#writeLast(calls)
    const ended = this.#store.close()
    if (ended instanceof Promise) this.#ending = ended.then(() => this.#tellMissing())
    else this.#tellMissing()
  }

  #writeLast(calls: CallPack): void {
    const lose = (error: unknown) => {
      this.#dropped += calls.count
      this.#warnOnce(error)
    }
    try {
      const written = this.#store.append(calls.packed())
      if (written instanceof Promise) written.catch(lose)
    } catch (error) {
      lose(error)
    }
  }

  #openPack(): CallPack {
    const last = this.#waiting.at(-1)
    if (last && !isFull(last)) return last
    const pack = new CallPack()
    this.#waiting.push(pack)
    return pack
  }

  /** Gives up the oldest of what is too much. */
  #bound(): void {
    const { maxWaiting, maxWaitingBytes } = this.#limits
    while (this.#waitingCalls > maxWaiting || this.#waitingBytes > maxWaitingBytes)
      this.#dropped += this.#take()?.count ?? 0
  }

  #count({ count, bytes, unknown }: CallPack, sign: 1 | -1): void {
    this.#waitingCalls += sign * count
    this.#waitingBytes += sign * bytes
    this.#waitingUnknown += sign * unknown
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
      if (this.#waiting.length > 0 && !this.#closed) this.#schedule(RETRY_DELAY_MS)
    })
    return this.#writing
  }

  async #writeAll(): Promise<void> {
    await nextTurn()
    for (let isMore = true; isMore;) {
      isMore = await this.#writeSome()
      await this.#quietly(() => this.#keepBounds())
    }
  }

  /** Looks only where what was written may be too much. */
  async #keepBounds(): Promise<void> {
    const { maxUnknown, maxBytes } = this.#limits
    while (this.#hasWrittenUnknown && !this.#closed) {
      this.#hasWrittenUnknown = (await this.#store.removeUnknown(maxUnknown, ROWS_PER_TURN)) > 0
      if (this.#hasWrittenUnknown) await nextTurn()
    }
    if (this.#room > 0) return
    let most = maxBytes
    for (let rows = ROWS_PER_TURN; !this.#closed; rows = Math.min(2 * rows, REMOVED_PER_TURN)) {
      const bytes = await this.#store.bytes()
      this.#room = maxBytes - bytes
      if (bytes <= most || (await this.#store.removeOldest(rows, Infinity)) === 0) return
      most = maxBytes - maxBytes / FREED
      await nextTurn()
    }
  }

  /** False when nothing waits any more, or nothing can be written now. Takes a turn of the event loop at least. */
  async #writeSome(): Promise<boolean> {
    const calls = this.#take()
    if (!calls) return false
    try {
      const written = this.#store.append(calls.packed())
      await (written instanceof Promise ? written : nextTurn())
    } catch (error) {
      this.#putBack(calls)
      this.#warnOnce(error)
      return false
    }
    this.#failing = false
    this.#hasWrittenUnknown ||= calls.unknown > 0
    this.#room -= MOST_ON_DISK * (ROW_BYTES * calls.count + calls.bytesOnDisk)
    this.#tellMissing()
    return this.#waiting.length > 0
  }

  #tellMissing(): void {
    if (this.#dropped > 0) this.#logger.warn({ calls: this.#dropped }, 'calls are missing in the request log')
    this.#dropped = 0
  }

  /** What is written at once, out of what waits: the oldest. */
  #take(): CallPack | null {
    const calls = this.#waiting.shift()
    if (calls) this.#count(calls, -1)
    return calls ?? null
  }

  #putBack(calls: CallPack): void {
    this.#waiting.unshift(calls)
    this.#count(calls, 1)
    this.#bound()
  }

  async #removeOld(): Promise<void> {
    const time = this.#clock.now() - this.#limits.maxAgeMs
    await this.#quietly(async () => {
      while ((await this.#store.removeOldest(ROWS_PER_TURN, time)) > 0) await nextTurn()
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

const isFull = ({ count, bytes, isPacked }: CallPack): boolean =>
  isPacked || count >= CALLS_PER_TURN || bytes >= BYTES_PER_TURN
