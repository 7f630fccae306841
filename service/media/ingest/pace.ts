import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ArrivedTotals } from '../../contract/worker-protocol.ts'
import type { Kind } from './source.ts'

/** A pause of all media that is at least this long is told of. */
const LEAST_PAUSE: Milliseconds = 1_000
/** Encoders send what they have gathered at once when they start: drift is measured from here on. */
const SETTLED_AFTER: Milliseconds = 5_000

/** What comes, by the clock of this machine: totals, the last pause, and how media time drifts against it. */
export class Pace {
  #videoBytes: Bytes = 0
  #audioBytes: Bytes = 0
  #videoFrames = 0
  #first: { readonly at: EpochMilliseconds; readonly dts: Milliseconds } | null = null
  #lastAt: EpochMilliseconds = 0
  #lastDts: Milliseconds = 0
  #lastPause: ArrivedTotals['lastPause'] = null
  #settledLag: Milliseconds | null = null

  /** @param dts on a timeline that goes on without jumps */
  add(kind: Kind, dts: Milliseconds, bytes: Bytes, now: EpochMilliseconds): void {
    if (kind === 'video') {
      this.#videoBytes += bytes
      this.#videoFrames += 1
    } else this.#audioBytes += bytes
    this.#first ??= { at: now, dts }
    const pause = now - this.#lastAt
    if (this.#lastAt > 0 && pause >= LEAST_PAUSE) this.#lastPause = { at: this.#lastAt, ms: pause }
    this.#lastAt = now
    this.#lastDts = Math.max(this.#lastDts, dts)
    if (now - this.#first.at >= SETTLED_AFTER) this.#settledLag ??= this.#lag()
  }

  totals(now: EpochMilliseconds): ArrivedTotals {
    return {
      at: now,
      videoBytes: this.#videoBytes,
      audioBytes: this.#audioBytes,
      videoFrames: this.#videoFrames,
      lastPause: this.#lastPause,
      driftMs: this.#settledLag === null ? null : Math.round(this.#lag() - this.#settledLag),
    }
  }

  /** How much longer the clock ran than the media, since the first unit; at the arrival of the newest. */
  #lag(): Milliseconds {
    return this.#first ? this.#lastAt - this.#first.at - (this.#lastDts - this.#first.dts) : 0
  }
}
