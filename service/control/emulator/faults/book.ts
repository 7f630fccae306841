import { MEDIA_PLACES } from '../../../contract/faults.ts'
import type {
  Fault,
  FaultCount,
  FaultEffect,
  FaultFacts,
  FaultOrders,
  FaultPlace,
} from '../../../contract/faults.ts'
import type { FaultState, FaultView } from '../../../contract/console/emulator/faults.ts'
import type { EpochMilliseconds } from '../../../contract/units.ts'
import type { Clock, Timer } from '../../../platform/clock.ts'
import { ArmedRules } from '../../../platform/faults/armed-rules.ts'

/** A fault of the book, and what came of it since it was armed last. */
interface Entry {
  fault: Fault
  state: FaultState
  /** Counts armings of all faults; none has one of another. */
  arming: number
  asked: number
  hits: number
  armedAt: EpochMilliseconds | null
  until: EpochMilliseconds | null
  lastHitAt: EpochMilliseconds | null
  timer: Timer | null
}

/** Who has to know at once when what is armed has changed. */
export interface FaultFollower {
  /** Resolves when every media process heeds these. */
  deliver(orders: FaultOrders): Promise<void>
  /** A fault that kills processes was armed. */
  strikeProcesses(): void
}

export interface FaultBookParts {
  /** What choices follow from. */
  readonly seed: number
  /** The service's clock, which can be moved: rules of control end by it. */
  readonly clock: Clock
  /** Real time: rules in media processes end by it. */
  readonly machine: Clock
}

/**
 * The faults of a service that was started with `--emulator`. They are kept in memory only and end with the service:
 * what a test breaks, the next start has whole.
 */
export class FaultBook {
  readonly #parts: FaultBookParts
  readonly #entries = new Map<string, Entry>()
  readonly #rules: ArmedRules
  readonly #listeners = new Set<() => void>()
  #follower: FaultFollower | null = null
  #lastArming = 0
  #lastOrders = 0

  constructor(parts: FaultBookParts) {
    this.#parts = parts
    this.#rules = new ArmedRules({
      // Timers end rules here.
      now: () => 0,
      onCount: () => this.counted(this.#rules.takeCounts()),
    })
  }

  /** Who is told from now on. */
  follow(follower: FaultFollower): void {
    this.#follower = follower
  }

  /** Tells of every change, hits included; returns how to stop listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** In the order in which they were added. */
  list(): FaultView[] {
    return [...this.#entries.values()].map(({ fault, state, hits, asked, armedAt, until, lastHitAt }) => ({
      ...{ fault, state, hits, matched: asked, armedAt, until, lastHitAt },
    }))
  }

  /** Faults in force, and what they have hit. */
  summary(): { readonly armed: number; readonly hits: number } {
    const armed = [...this.#entries.values()].filter(({ state }) => state === 'armed')
    return { armed: armed.length, hits: armed.reduce((sum, { hits }) => sum + hits, 0) }
  }

  /** Adds faults and arms those that are on; one with the id of another takes its place. */
  put(faults: readonly Fault[]): Promise<void> {
    for (const fault of faults) {
      this.#entries.get(fault.id)?.timer?.cancel()
      const entry: Entry = {
        ...{ fault, state: 'off', arming: 0, asked: 0, hits: 0 },
        ...{ armedAt: null, until: null, lastHitAt: null, timer: null },
      }
      this.#entries.set(fault.id, entry)
      if (fault.on) this.#arm(entry)
    }
    return this.#changed(true)
  }

  /** Arms a fault anew, from nothing counted, or takes it out of force; false where there is none of that id. */
  async switch(id: string, on: boolean): Promise<boolean> {
    const entry = this.#entries.get(id)
    if (!entry) return false
    entry.fault = { ...entry.fault, on }
    if (!on) this.#end(entry, 'off')
    else this.#arm(entry)
    await this.#changed(on)
    return true
  }

  /** False where there is none of that id. */
  async remove(id: string): Promise<boolean> {
    const entry = this.#entries.get(id)
    if (!entry) return false
    this.#end(entry, 'off')
    this.#entries.delete(id)
    await this.#changed(false)
    return true
  }

  /** Takes all out of force, or those that name this system; they stay in the book. */
  disarm(systemId: string | null): Promise<void> {
    for (const entry of this.#entries.values()) {
      if (systemId !== null && systemOf(entry.fault) !== systemId) continue
      entry.fault = { ...entry.fault, on: false }
      // Also what is over: an encoder may still be kept away by it.
      this.#end(entry, 'off')
    }
    return this.#changed(false)
  }

  /** Whether any fault strikes there: what it takes to ask is worth finding out only then. */
  any(at: FaultPlace): boolean {
    return this.#rules.any(at)
  }

  /**
   * What happens to something; null where it is left alone.
   * @param kinds of effects that are meant; all where there is none
   */
  at<At extends FaultPlace, Kind extends FaultEffect<At>['kind']>(
    at: At,
    facts: FaultFacts[At],
    ...kinds: readonly Kind[]
  ): Extract<FaultEffect<At>, { kind: Kind }> | null {
    return this.#rules.at(at, facts, ...kinds)
  }

  /** What came of faults, here or in a media process. What is of an arming that is over counts no more. */
  counted(counts: readonly FaultCount[]): void {
    let ended = false
    for (const { id, arming, asked, hits } of counts) {
      const entry = this.#entries.get(id)
      if (entry?.arming !== arming) continue
      entry.asked += asked
      entry.hits += hits
      if (hits > 0) entry.lastHitAt = this.#parts.clock.now()
      const most = entry.fault.ends?.afterHits ?? Infinity
      if (entry.state !== 'armed' || entry.hits < most) continue
      this.#end(entry, 'over')
      ended = true
    }
    if (ended) void this.#changed(false)
    else this.#tell()
  }

  /** All that media processes have to heed. */
  orders(): FaultOrders {
    const faults = [...this.#entries.values()]
      .filter(({ fault, state }) => MEDIA_PLACES.has(fault.at) && (state === 'armed' || isFelt(fault, state)))
      .map(({ fault, arming, hits, asked, until }) => ({ fault, arming, hits, asked, until }))
    return { number: ++this.#lastOrders, seed: this.#parts.seed, faults }
  }

  /** Nothing is in force any more. */
  close(): void {
    for (const { timer } of this.#entries.values()) timer?.cancel()
    this.#entries.clear()
    this.#follower = null
    this.#rules.arm({ seed: this.#parts.seed, faults: [] })
  }

  #arm(entry: Entry): void {
    const clock = this.#clockOf(entry.fault.at)
    const { afterMs } = entry.fault.ends ?? {}
    const armedAt = clock.now()
    entry.timer?.cancel()
    Object.assign(entry, {
      ...{ state: 'armed', arming: ++this.#lastArming, asked: 0, hits: 0, armedAt, lastHitAt: null },
      until: afterMs === undefined ? null : armedAt + afterMs,
      timer: null,
    } satisfies Partial<Entry>)
    if (afterMs === undefined) return
    entry.timer = clock.after(afterMs, () => {
      this.#end(entry, 'over')
      void this.#changed(false)
    })
  }

  #end(entry: Entry, state: 'over' | 'off'): void {
    entry.timer?.cancel()
    entry.timer = null
    entry.state = state
  }

  #armed() {
    return [...this.#entries.values()].filter(({ state }) => state === 'armed')
  }

  async #changed(armed: boolean): Promise<void> {
    const faults = this.#armed().map((entry) => ({ ...entry, until: null }))
    this.#rules.arm({ seed: this.#parts.seed, faults })
    this.#tell()
    await this.#follower?.deliver(this.orders())
    if (armed && this.any('process')) this.#follower?.strikeProcesses()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #clockOf(at: FaultPlace): Clock {
    return MEDIA_PLACES.has(at) ? this.#parts.machine : this.#parts.clock
  }
}

/** An encoder that was cut off by a fault stays away for its time, also when the fault was to hit once and has. */
const isFelt = ({ effect }: Fault, state: FaultState): boolean => state === 'over' && effect.kind === 'drop'

const systemOf = ({ match }: Fault): string | undefined =>
  match && 'systemId' in match ? match.systemId : undefined
