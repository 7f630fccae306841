import type { BitsPerSecond, Bytes, Milliseconds } from '../../../contract/units.ts'

/** What got through is measured over 400 ms, which the probe has to fill. */
const PROBE_MS = 450
/** The estimate follows what got through only when the probe has been reported. */
const ANSWER_MS = 1000
const SHORTEST_REST_MS = 5000
const LONGEST_REST_MS = 30_000
/** Above what is needed, so that the part of it that counts as proven is enough. */
const HEADROOM = 1.1
/** A probe does not go farther beyond the estimate: a much faster link is found in steps. */
const STEP = 2
/** Of a tick that came late, only so much is made up for. */
const LONGEST_TICK_MS = 50

export interface ProbeState {
  readonly estimateBps: BitsPerSecond
  /** What the next upgrade needs (`LayerChooser.neededBps`). */
  readonly neededBps: BitsPerSecond
  /** Media sent now. */
  readonly sendingBps: BitsPerSecond
  /** Neither loss nor a decrease of the estimate lately. */
  readonly calm: boolean
}

interface Probe {
  readonly untilMs: Milliseconds
  readonly rateBps: BitsPerSecond
}

/** Padding that finds out whether a link carries more than the media sent over it. */
export class ProbePlanner {
  #probe: Probe | null = null
  /** The estimate before the probe that awaits its answer. */
  #asked: { readonly atMs: Milliseconds; readonly estimateBps: BitsPerSecond } | null = null
  #tickMs: Milliseconds | null = null
  #restMs: Milliseconds = SHORTEST_REST_MS
  #restUntilMs: Milliseconds = -Infinity

  /** To be called every 20 ms while an upgrade is wanted: padding to send now, or null. */
  plan(nowMs: Milliseconds, state: ProbeState): { readonly bytes: Bytes } | null {
    const elapsed = Math.min(LONGEST_TICK_MS, nowMs - (this.#tickMs ?? nowMs))
    this.#tickMs = nowMs
    this.#judge(nowMs, state)
    const probe = this.#probe ?? this.#begin(nowMs, state)
    if (!probe) return null
    if (!state.calm || nowMs >= probe.untilMs) {
      this.#probe = null
      return null
    }
    const bytes = Math.floor(((probe.rateBps - state.sendingBps) * elapsed) / 8000)
    return bytes > 0 ? { bytes } : null
  }

  #begin(nowMs: Milliseconds, state: ProbeState): Probe | null {
    if (!state.calm || state.estimateBps >= state.neededBps || nowMs < this.#restUntilMs) return null
    const rateBps = Math.min(state.neededBps * HEADROOM, state.estimateBps * STEP)
    this.#probe = { untilMs: nowMs + PROBE_MS, rateBps }
    this.#asked = { atMs: nowMs, estimateBps: state.estimateBps }
    this.#restUntilMs = nowMs + this.#restMs
    return this.#probe
  }

  /** A probe that did not raise the estimate has the next one wait longer. */
  #judge(nowMs: Milliseconds, state: ProbeState): void {
    const asked = this.#asked
    if (!asked || nowMs - asked.atMs < PROBE_MS + ANSWER_MS) return
    this.#asked = null
    const raised = state.estimateBps > asked.estimateBps * 1.1 || state.estimateBps >= state.neededBps
    this.#restMs = raised ? SHORTEST_REST_MS : Math.min(LONGEST_REST_MS, this.#restMs * 2)
    this.#restUntilMs = asked.atMs + this.#restMs
  }
}
