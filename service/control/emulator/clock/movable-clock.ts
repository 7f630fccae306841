/**
 * A clock that can be moved. Each timer runs at its own time: `now()` is then the moment at which it is due. What a
 * timer begins and does not end at once is waited for before time goes on, as far as something may follow from it.
 */
import type { EpochMilliseconds, Milliseconds } from '../../../contract/units.ts'
import type { ClockMode } from '../../../contract/console/emulator/state.ts'
import type { Acts } from '../../../platform/acts.ts'
import type { Clock, Run, Timer } from '../../../platform/clock.ts'
import { TimeHeap } from '../../webhook/time-heap.ts'
import { RunningActs } from './running-acts.ts'

/** Where the clock stands, as it is kept: at `realAt` of the real clock it showed `ruleAt`. */
export interface ClockState {
  /** How many times as fast as real time; 0: it stands. */
  readonly rate: number
  readonly ruleAt: EpochMilliseconds
  readonly realAt: EpochMilliseconds
}

export interface ClockKeeper {
  /** Null before it was moved for the first time. */
  read(): ClockState | null
  write(state: ClockState): void
}

interface Entry {
  readonly run: Run
  readonly interval: Milliseconds | null
  /** Null for what has to run each time. */
  readonly quietUntil: (() => EpochMilliseconds) | null
  isCancelled: boolean
}

/** So far ahead it is kept where time goes while it is moved: a run that is killed never finds itself before that. */
const KEPT_AHEAD: Milliseconds = 60_000
/** A long move is kept in so many steps: each is written to disk, which takes longer than most of what is due. */
const KEPT_STEPS = 1000

export class MovableClock implements Clock, Acts {
  readonly #machine: Clock
  readonly #timers = new TimeHeap<Entry>()
  readonly #acts = new RunningActs()
  #keeper: ClockKeeper | null = null
  #state: ClockState
  /** What only looks, with its next regular time, while time is moved. */
  readonly #quiet = new Map<Entry, EpochMilliseconds>()
  #rank = 0
  /** Where time stands between two timers while it is moved; null while it is not. */
  #standsAt: EpochMilliseconds | null = null
  #keptUntil: EpochMilliseconds = 0
  #alarm: Timer | null = null
  /** Of those who move it, one after the other. */
  #turn: Promise<unknown> = Promise.resolve()
  #stopped: Stop | null = null

  constructor(machine: Clock) {
    this.#machine = machine
    const now = machine.now()
    this.#state = { rate: 1, ruleAt: now, realAt: now }
  }

  /** Goes on where an earlier run was. To be called before any timer is set. */
  keepIn(keeper: ClockKeeper): void {
    this.#keeper = keeper
    this.#state = keeper.read() ?? this.#state
  }

  get mode(): ClockMode {
    const { rate } = this.#state
    return rate === 0 ? 'frozen' : rate === 1 ? 'real' : 'rate'
  }

  get rate(): number {
    return this.#state.rate
  }

  get realNow(): EpochMilliseconds {
    return this.#machine.now()
  }

  /** Since when it stands or goes as it does, real time. */
  get since(): EpochMilliseconds {
    return this.#state.realAt
  }

  /** Where it stands and how fast it goes, for who cannot ask it each time. */
  get reading(): ClockState {
    return this.#standsAt === null ? this.#state : { rate: 0, ruleAt: this.#standsAt, realAt: this.realNow }
  }

  get isMoved(): boolean {
    return this.#standsAt !== null || this.#state.rate !== 1
  }

  now(): EpochMilliseconds {
    if (this.#standsAt !== null) return this.#standsAt
    const reached = this.#reached()
    // However late this process gets round to it, a timer runs at its own time.
    return this.mode === 'rate' ? Math.min(reached, this.#nextAt() ?? reached) : reached
  }

  /** Goes with the rules' time, as what lasts by a rule ends where that is moved. */
  passed(): Milliseconds {
    return this.now()
  }

  after(delay: Milliseconds, run: Run): Timer {
    return this.#add(Math.max(0, delay), { run, interval: null, quietUntil: null, isCancelled: false })
  }

  every(interval: Milliseconds, run: Run, quietUntil?: () => EpochMilliseconds): Timer {
    return this.#add(interval, { run, interval, quietUntil: quietUntil ?? null, isCancelled: false })
  }

  during(act: Promise<unknown>, until?: () => EpochMilliseconds): void {
    const begun = this.now()
    this.#acts.add(act, until ?? (() => begun))
  }

  /**
   * Goes to a moment: what is due before and at it runs, in order; resolves when all of it is done.
   * @param told where time is by now, after each step
   * @returns where it came to: earlier where it was stopped
   */
  moveTo(
    target: EpochMilliseconds,
    told: (at: EpochMilliseconds) => void = noOne,
  ): Promise<EpochMilliseconds> {
    return this.#inTurn(() => this.#moveTo(target, told, true))
  }

  /** Ends `moveTo` where it is; nothing happens where time is not moved. */
  stop(): void {
    this.#stopped?.mean()
  }

  /** From now on it goes so many times as fast as real time; 0: it stands. */
  setRate(rate: number): Promise<void> {
    return this.#inTurn(() => {
      this.#settle(this.now(), rate)
      return Promise.resolve()
    })
  }

  /** It goes as real time does; it is never set back, so it may stay ahead. */
  release(): Promise<void> {
    return this.#inTurn(() => {
      this.#settle(Math.max(this.now(), this.#machine.now()), 1)
      return Promise.resolve()
    })
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(act, act)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  #reached(): EpochMilliseconds {
    const { rate, ruleAt, realAt } = this.#state
    return rate === 0 ? ruleAt : Math.floor(ruleAt + (this.#machine.now() - realAt) * rate)
  }

  #settle(ruleAt: EpochMilliseconds, rate: number): void {
    this.#state = { rate, ruleAt, realAt: this.#machine.now() }
    this.#keeper?.write(this.#state)
    this.#keptUntil = ruleAt
    this.#standsAt = null
    this.#arm()
  }

  #add(delay: Milliseconds, entry: Entry): Timer {
    this.#plan(this.now() + delay, entry)
    return {
      cancel: () => {
        entry.isCancelled = true
      },
    }
  }

  #plan(at: EpochMilliseconds, entry: Entry): void {
    const isFirst = at < (this.#nextAt() ?? Infinity)
    this.#timers.add(at, this.#rank++, entry)
    if (isFirst) this.#arm()
  }

  #nextAt(): EpochMilliseconds | null {
    for (let first = this.#timers.first; first; first = this.#timers.first) {
      if (!first.value.isCancelled) return first.at
      this.#timers.removeFirst()
    }
    return null
  }

  /** Has the real clock call when the next timer is due. */
  #arm(): void {
    this.#alarm?.cancel()
    this.#alarm = null
    const { rate } = this.#state
    const next = this.#nextAt()
    if (this.#standsAt !== null || rate === 0 || next === null) return
    const wait = Math.ceil(Math.max(0, next - this.#reached()) / rate)
    this.#alarm = this.#machine.after(wait, () => this.#wake())
  }

  #wake(): void {
    if (this.#standsAt !== null) return
    if (this.mode === 'rate') void this.#inTurn(() => this.#catchUp())
    else if (this.mode === 'real') {
      const now = this.now()
      for (let next = this.#nextAt(); next !== null && next <= now; next = this.#nextAt())
        this.#runFirst(next)
      this.#arm()
    }
  }

  async #catchUp(): Promise<void> {
    if (this.mode === 'rate') await this.#moveTo(this.#reached(), noOne, false)
  }

  /** @param isAsked by somebody: time goes on from where it came to */
  async #moveTo(
    target: EpochMilliseconds,
    told: (at: EpochMilliseconds) => void,
    isAsked: boolean,
  ): Promise<EpochMilliseconds> {
    const { rate } = this.#state
    const stopped = isAsked ? new Stop() : null
    this.#stopped = stopped
    let at = this.now()
    const ahead = Math.max(KEPT_AHEAD, (target - at) / KEPT_STEPS)
    this.#standsAt = at
    this.#alarm?.cancel()
    try {
      for (;;) {
        await nextTurn()
        if (stopped?.isMeant) return at
        const next = this.#nextHeard()
        const isDue = next !== null && next <= target
        const goal = Math.max(at, isDue ? next : target)
        if (goal > this.#acts.horizon() || (!isDue && this.#acts.size > 0)) {
          await Promise.race([this.#acts.ended(), ...(stopped ? [stopped.promise] : [])])
          continue
        }
        at = goal
        this.#keepAhead(at, Math.min(target, Math.floor(at + ahead)), rate)
        this.#standsAt = at
        told(at)
        if (!isDue) return at
        this.#runDue(at)
      }
    } finally {
      this.#stopped = null
      this.#standsAt = null
      this.#unquiet(at)
      if (isAsked) this.#settle(at, rate)
      else this.#arm()
    }
  }

  /** When the next timer runs, without the looks that would see nothing. */
  #nextHeard(): EpochMilliseconds | null {
    for (let next = this.#nextAt(); next !== null; next = this.#nextAt()) {
      const entry = this.#timers.first?.value
      if (!entry?.quietUntil) break
      this.#timers.removeFirst()
      this.#quiet.set(entry, next)
    }
    let next = this.#nextAt()
    for (const [entry, regular] of this.#quiet) {
      const at = gridded(entry, regular, entry.quietUntil?.() ?? 0)
      if (entry.isCancelled) this.#quiet.delete(entry)
      else if (at <= (next ?? Infinity) && at < Infinity) {
        this.#quiet.delete(entry)
        this.#timers.add(at, this.#rank++, entry)
        next = at
      }
    }
    return next
  }

  /** What was left out goes on at its next regular time. */
  #unquiet(at: EpochMilliseconds): void {
    for (const [entry, regular] of this.#quiet)
      this.#timers.add(gridded(entry, regular, at), this.#rank++, entry)
    this.#quiet.clear()
  }

  #keepAhead(at: EpochMilliseconds, until: EpochMilliseconds, rate: number): void {
    if (at <= this.#keptUntil || this.#keeper === null) return
    this.#keptUntil = until
    this.#keeper.write({ rate, ruleAt: this.#keptUntil, realAt: this.#machine.now() })
  }

  /** All that is due at one moment, as it stood then; what is added for the same moment comes in the next step. */
  #runDue(at: EpochMilliseconds): void {
    const last = this.#rank
    for (
      let first = this.#timers.first;
      first && first.at <= at && first.rank < last;
      first = this.#timers.first
    ) {
      this.#runFirst(first.at)
      this.#nextAt()
    }
  }

  #runFirst(at: EpochMilliseconds): void {
    const entry = this.#timers.first?.value
    this.#timers.removeFirst()
    if (!entry || entry.isCancelled) return
    if (entry.interval !== null) this.#timers.add(at + entry.interval, this.#rank++, entry)
    const act = entry.run()
    if (act instanceof Promise) this.during(act)
  }
}

/** Somebody's wish that time is moved no further. */
class Stop {
  isMeant = false
  readonly #meant = Promise.withResolvers<undefined>()
  readonly promise = this.#meant.promise

  mean(): void {
    this.isMeant = true
    this.#meant.resolve(undefined)
  }
}

/** The first regular time of an entry that is not before a moment. */
const gridded = (
  { interval }: Entry,
  regular: EpochMilliseconds,
  from: EpochMilliseconds,
): EpochMilliseconds =>
  interval === null ? regular : regular + Math.ceil(Math.max(0, from - regular) / interval) * interval

const noOne = () => undefined
/** Whatever follows from promises that are settled has happened by then. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
