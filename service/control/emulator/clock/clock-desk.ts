import { FIRINGS_AT_ONCE } from '../../../contract/console/emulator/clock.ts'
import type { ClockMove, ClockMoved, ClockState, Firing } from '../../../contract/console/emulator/clock.ts'
import type { EmulatorClock } from '../../../contract/console/emulator/state.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'
import type { EpochMilliseconds, Milliseconds } from '../../../contract/units.ts'
import type { Clock } from '../../../platform/clock.ts'
import { MovableClock } from './movable-clock.ts'
import type { ClockKeeper } from './movable-clock.ts'
import type { FiringSources, Removed } from './sources.ts'

/** More firings of one move than these are counted and not listed. */
const MOST_LISTED = 200_000
/** How old a look at what comes next may be, real time: consoles ask often. */
const NEXT_GOOD_FOR: Milliseconds = 500

interface Moving {
  readonly from: EpochMilliseconds
  readonly to: EpochMilliseconds
  at: EpochMilliseconds
}

/** What moves the clock of rules, and tells what that brought about. */
export class ClockDesk {
  /** The clock itself. */
  readonly rules: MovableClock
  readonly #machine: Clock
  readonly #listeners = new Set<() => void>()
  #sources: readonly FiringSources[] = []
  #moving: Moving | null = null
  #last: ClockMove | null = null
  #firings: readonly Firing[] = []
  #next: { readonly lookedAt: EpochMilliseconds; readonly found: EmulatorClock['next'] } | null = null

  constructor(machine: Clock) {
    this.#machine = machine
    this.rules = new MovableClock(machine)
  }

  /** To be called once there is where it is kept, and before any timer is set. */
  open(keeper: ClockKeeper, sources: FiringSources): void {
    this.rules.keepIn(keeper)
    this.follow(sources)
  }

  /** Has it tell of these too. */
  follow(sources: FiringSources): void {
    this.#sources = [...this.#sources, sources]
  }

  /** Tells that it was moved, or goes in another way; returns how to stop listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  view(): EmulatorClock {
    const { rules } = this
    const { mode, rate, realNow, since } = rules
    return { mode, now: rules.now(), realNow, since, rate, next: this.#nextOne(realNow) }
  }

  state(): ClockState {
    return { ...this.view(), moving: this.#moving && { ...this.#moving }, last: this.#last }
  }

  /** @throws Refusal `CLOCK_BACK`, `CLOCK_MOVING` */
  async freeze(at?: EpochMilliseconds): Promise<ClockMoved> {
    this.#demandStill()
    if (at !== undefined && at < this.rules.now()) throw refusal('CLOCK_BACK')
    await this.rules.setRate(0)
    return this.#move(Math.max(at ?? 0, this.rules.now()))
  }

  /** @throws Refusal `CLOCK_MOVING` */
  async advance(by: Milliseconds): Promise<ClockMoved> {
    this.#demandStill()
    return this.#move(this.rules.now() + by)
  }

  /** @throws Refusal `CLOCK_BACK`, `CLOCK_MOVING` */
  async set(at: EpochMilliseconds): Promise<ClockMoved> {
    this.#demandStill()
    if (at < this.rules.now()) throw refusal('CLOCK_BACK')
    return this.#move(at)
  }

  /** @param rate how many times as fast as real time @throws Refusal `CLOCK_MOVING` */
  async run(rate: number): Promise<ClockState> {
    this.#demandStill()
    await this.rules.setRate(rate)
    this.#changed()
    return this.state()
  }

  /** Back to real time where it is behind it; else it goes on from where it is. @throws Refusal `CLOCK_MOVING` */
  async release(): Promise<ClockState> {
    this.#demandStill()
    const { rules } = this
    const isBehind = rules.now() < rules.realNow
    // Who stops it on its way leaves it there.
    if (isBehind && (await this.#move(rules.realNow)).move.stopped) return this.state()
    await rules.release()
    this.#changed()
    return this.state()
  }

  stop(): ClockState {
    this.rules.stop()
    return this.state()
  }

  /** Those of the last move from the one numbered `after` on, in order. */
  firings(after: number): { readonly total: number; readonly firings: Firing[] } {
    return { total: this.#last?.total ?? 0, firings: this.#firings.slice(after, after + FIRINGS_AT_ONCE) }
  }

  async #move(to: EpochMilliseconds): Promise<ClockMoved> {
    const { rules } = this
    const from = rules.now()
    const begun = this.#machine.now()
    const moving: Moving = { from, to, at: from }
    this.#moving = moving
    this.#changed()
    try {
      const ends = this.#sources.flatMap((source) => source.ends(from, to))
      const before = this.#sources.map((source) => source.rowsUntil(from))
      const at = await rules.moveTo(to, (reached) => (moving.at = reached))
      const after = this.#sources.map((source) => source.rowsUntil(from))
      const happened = this.#sources.flatMap((source) => source.happened(from, at))
      const all = [...happened, ...ends.filter((end) => end.at <= at), ...removed(before, after, at)]
      // What happened at the same moment stays in the order in which it was written.
      all.sort((a, b) => a.at - b.at)
      const counts: Record<string, number> = {}
      for (const { kind } of all) counts[kind] = (counts[kind] ?? 0) + 1
      this.#firings = all.slice(0, MOST_LISTED)
      const durationMs = Math.max(0, this.#machine.now() - begun)
      const move = { from, to, at, durationMs, stopped: at < to, counts, total: all.length }
      this.#last = move
      this.#moving = null
      return { clock: this.state(), move, firings: this.#firings.slice(0, FIRINGS_AT_ONCE) }
    } finally {
      this.#moving = null
      this.#changed()
    }
  }

  #demandStill(): void {
    if (this.#moving) throw refusal('CLOCK_MOVING')
  }

  #nextOne(realNow: EpochMilliseconds): EmulatorClock['next'] {
    if (this.#next && realNow - this.#next.lookedAt < NEXT_GOOD_FOR) return this.#next.found
    const all = this.#sources.flatMap((source) => source.next(this.rules.now()) ?? [])
    const found = all.reduce<EmulatorClock['next']>((a, b) => (a && a.at <= b.at ? a : b), null)
    this.#next = { lookedAt: realNow, found }
    return found
  }

  #changed(): void {
    this.#next = null
    for (const listener of this.#listeners) listener()
  }
}

type Rows = ReturnType<FiringSources['rowsUntil']>

function removed(before: readonly Rows[], after: readonly Rows[], at: EpochMilliseconds): Removed[] {
  const kinds = ['webhooks', 'recordings', 'incidents'] as const
  return kinds.flatMap((of) => {
    const rows = before.reduce((sum, one, index) => sum + one[of] - (after[index]?.[of] ?? 0), 0)
    return rows > 0 ? [{ kind: 'retention.removed' as const, at, of, rows }] : []
  })
}
