import type { Milliseconds } from '../../../contract/units.ts'

/**
 * One clock for all tracks of a sender: its sender reports tell which RTP times belong together (RFC 3550
 * 6.4.1). Until a track has one, its packets are taken to have been sent when they came.
 */
export class RelayClock {
  /** From the sender's NTP time to ours; settled by its first report, the same for all its tracks. */
  #offset: Milliseconds | null = null

  /** @returns the clock of one track, or of one of its layers */
  track(clockRate: number): TrackClock {
    return new TrackClock(clockRate, (ntpMs, now) => (this.#offset ??= now - ntpMs))
  }
}

export class TrackClock {
  readonly #ticksPerMs: number
  readonly #offsetFor: (ntpMs: number, now: Milliseconds) => Milliseconds
  /** An RTP time, unwrapped, and when it was. */
  #anchor: { readonly ticks: number; readonly at: Milliseconds } | null = null
  #lastTicks: number | null = null
  /** How long before it came the last thing was captured. */
  #delay: Milliseconds = 0
  #reported = false

  constructor(clockRate: number, offsetFor: (ntpMs: number, now: Milliseconds) => Milliseconds) {
    this.#ticksPerMs = clockRate / 1000
    this.#offsetFor = offsetFor
  }

  /** True once a sender report has come. */
  get isReported(): boolean {
    return this.#reported
  }

  /**
   * Another stream of the track begins, whose RTP times have nothing to do with those before. Until it has a report of
   * its own, it is taken to be as long on its way as the one before, so that time goes on as it was.
   */
  restart(): void {
    this.#anchor = null
    this.#lastTicks = null
    this.#reported = false
  }

  report(ntpMs: number, rtpTimestamp: number, now: Milliseconds): void {
    const at = ntpMs + this.#offsetFor(ntpMs, now)
    this.#anchor = { ticks: this.#unwrap(rtpTimestamp), at }
    this.#reported = true
  }

  /** When something with this RTP time was captured. */
  at(rtpTimestamp: number, now: Milliseconds): Milliseconds {
    const ticks = this.#unwrap(rtpTimestamp)
    this.#anchor ??= { ticks, at: now - this.#delay }
    const at = this.#anchor.at + (ticks - this.#anchor.ticks) / this.#ticksPerMs
    this.#delay = now - at
    return at
  }

  #unwrap(timestamp: number): number {
    const last = this.#lastTicks
    // The signed difference of 32 bits: times go back a little, never by half the range.
    const ticks = last === null ? timestamp : last + ((timestamp - last) | 0)
    this.#lastTicks = ticks
    return ticks
  }
}
