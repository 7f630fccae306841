import type { Milliseconds } from '../../contract/units.ts'
import type { Kind } from './source.ts'

const BUCKET: Milliseconds = 1_000
/** What lasts less long than this is jitter, or caught up with. */
const BUCKETS = 5

/** The least of a lag over the last 5 s: what lasted. Here and below, `now` is monotonic. */
class LeastLag {
  #buckets: { readonly at: number; readonly ms: Milliseconds }[] = []
  #since: Milliseconds | null = null

  add(ms: Milliseconds, now: Milliseconds): void {
    this.#since ??= now
    const at = Math.floor(now / BUCKET)
    const last = this.#buckets.at(-1)
    if (last?.at === at) this.#buckets[this.#buckets.length - 1] = { at, ms: Math.min(last.ms, ms) }
    else this.#buckets = [...this.#buckets.filter((one) => one.at > at - BUCKETS), { at, ms }]
  }

  /** Null before there were 5 s of it, and where nothing of it came for as long. */
  least(now: Milliseconds): Milliseconds | null {
    const at = Math.floor(now / BUCKET)
    const recent = this.#buckets.filter((one) => one.at > at - BUCKETS)
    if (this.#since === null || now - this.#since < BUCKETS * BUCKET || recent.length === 0) return null
    return Math.max(0, Math.round(Math.min(...recent.map(({ ms }) => ms))))
  }

  forget(): void {
    this.#buckets = []
    this.#since = null
  }
}

/** By how much the sound of a publisher comes after the picture that it belongs to, by their timestamps. */
export class SoundLag {
  readonly #least = new LeastLag()
  #videoDts: Milliseconds | null = null

  /** @param dts on the publisher's timeline */
  add(kind: Kind, dts: Milliseconds, now: Milliseconds): void {
    if (kind === 'video') this.#videoDts = dts
    else if (this.#videoDts !== null) this.#least.add(this.#videoDts - dts, now)
  }

  /** What came before and after a jump of the publisher's clock cannot be compared. */
  jumped(): void {
    this.#videoDts = null
    this.#least.forget()
  }

  /** Null where it is not known, as where one of both does not come. */
  behindMs(now: Milliseconds): Milliseconds | null {
    return this.#least.least(now)
  }
}

/** How much of what came of a publisher the transcoder has not delivered yet. */
export class TranscodingLag {
  readonly #least = new LeastLag()
  #came: Milliseconds | null = null
  /** Up to where each output is delivered. */
  readonly #made = new Map<number, Milliseconds>()

  /** @param dts of a picture that came, or of sound where there are no pictures */
  came(dts: Milliseconds, now: Milliseconds): void {
    this.#came = dts
    if (this.#made.size > 0) this.#least.add(dts - Math.min(...this.#made.values()), now)
  }

  /** An output is delivered up to here. */
  made(output: number, dts: Milliseconds, now: Milliseconds): void {
    this.#made.set(output, dts)
    if (this.#came !== null) this.#least.add(this.#came - Math.min(...this.#made.values()), now)
  }

  /** Another transcoder begins, or none. */
  restarted(): void {
    this.#made.clear()
    this.#least.forget()
  }

  /** Null where it is not known, as where nothing is transcoded. */
  behindMs(now: Milliseconds): Milliseconds | null {
    return this.#least.least(now)
  }
}
