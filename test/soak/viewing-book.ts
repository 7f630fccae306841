/** What became of a viewer while a broadcast was disturbed: how long it stood still, and after what. */
import type { Fault, Stall, Watched } from '../support/hls-viewer/page.ts'
import { percentile } from '../support/low-latency/seen.ts'

export interface Blow {
  readonly what: string
  readonly how: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A stall that begins so long after a blow is put down to it; players have as much in their buffers. */
const AFTER_MS = 20_000

export class ViewingBook {
  readonly #blows: Blow[] = []
  readonly #stalls: Stall[] = []
  readonly #faults: Fault[] = []
  readonly #recoveries: Watched['recoveries'][number][] = []
  readonly #mediaErrors: number[] = []
  #first: Watched | null = null
  #last: Watched | null = null

  blow(what: string, how: string, at: number): void {
    this.#blows.push({ what, how, at })
  }

  /** How often there was a blow of that kind. */
  count(what: string): number {
    return this.#blows.filter((blow) => blow.what === what).length
  }

  /** What the viewer saw since it was asked last. */
  take(watched: Watched): void {
    this.#first ??= watched
    this.#last = watched
    this.#stalls.push(...watched.stalls)
    this.#faults.push(...watched.faults)
    this.#recoveries.push(...watched.recoveries)
    this.#mediaErrors.push(...watched.mediaErrors)
  }

  /** Of the time since the first look, the share that something new was shown in. */
  get shownShare(): number {
    const [first, last] = [this.#first, this.#last]
    if (!first || !last || last.playedMs === first.playedMs) return 0
    return ((last.shownSeconds - first.shownSeconds) * 1000) / (last.playedMs - first.playedMs)
  }

  describe(): readonly string[] {
    const last = this.#last
    const shown = (last?.shownSeconds ?? 0) / 60
    return [
      `viewer: ${((last?.playedMs ?? 0) / 60_000).toFixed(1)} minutes, ${shown.toFixed(1)} shown, ` +
        `${last?.dropped} of ${last?.frames} frames dropped, ${last?.levelSwitches} changes of the rendition, ${last?.jumps} jumps to the live edge`,
      ...this.#byCause().map(([cause, stalls]) => `${cause}: ${inWords(stalls)}`),
      `media errors of the element: ${this.#mediaErrors.length}; ${counted(
        this.#recoveries.map(({ how }) => how),
        'recoveries',
      )}`,
      counted(
        this.#faults.map(
          ({ details, fatal, status }) =>
            `${details}${status === null ? '' : ` ${status}`}${fatal ? ', fatal' : ''}`,
        ),
        'errors that hls.js told of',
      ),
    ]
  }

  /** Stalls by what came before each; every kind of blow, and those after none. */
  #byCause(): readonly (readonly [cause: string, stalls: readonly Stall[]])[] {
    const causes = [...new Set(this.#blows.map(({ what }) => what))]
    const causeOf = ({ at }: Stall) =>
      this.#blows
        .filter((blow) => blow.at <= at + 1000 && at - blow.at < AFTER_MS)
        .toSorted((a, b) => b.at - a.at)[0]?.what ?? 'without a blow'
    return [...causes, 'without a blow'].map((cause) => {
      const times = cause === 'without a blow' ? '' : ` (${this.count(cause)} times)`
      return [
        `after ${cause}${times}`.replace('after without', 'without'),
        this.#stalls.filter((stall) => causeOf(stall) === cause),
      ]
    })
  }
}

function inWords(stalls: readonly Stall[]): string {
  if (stalls.length === 0) return 'no stall'
  const lengths = stalls.map(({ ms }) => ms)
  const total = lengths.reduce((sum, ms) => sum + ms, 0)
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  return `${stalls.length} stalls of ${seconds(total)} s, half of them below ${seconds(percentile(lengths, 0.5))} s, the longest ${seconds(Math.max(...lengths))} s`
}

function counted(words: readonly string[], what: string): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return `${what}: ${[...counts].map(([word, count]) => `${count} × ${word}`).join(', ') || 'none'}`
}
