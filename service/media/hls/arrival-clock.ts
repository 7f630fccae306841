import type { EpochMilliseconds, Milliseconds, Seconds } from '../../contract/units.ts'

/** Media is looked at in pieces of this length. */
const PIECE: Milliseconds = 500
/**
 * Media that was held up on its way is not younger for it: what came quickest of its neighbours, so many
 * pieces before and after, says when the others were on their way too.
 */
const BEFORE = 20
const AFTER = 4
/** Nobody asks for media that is older than the longest wait for a transcoder: 10 minutes. */
const KEPT = 1200

/** Rounded: segments begin at whole and half seconds, of which no rendition may be on another side. */
const pieceOf = (time: Milliseconds) => Math.round(time / PIECE)

interface Piece {
  /** The least that its units came after their own time. */
  offset: number
  /** Counts jumps of the publisher's clock: what is on both sides of one says nothing of each other. */
  readonly era: number
  /** What was answered once, is answered always: all renditions share one mapping. */
  settled: number | null
}

/**
 * When the media of one publisher happened, by this computer's clock: when it came in, without the moments
 * for which it was held up on its way.
 */
export class ArrivalClock {
  readonly #pieces = new Map<number, Piece>()
  #newest = -Infinity
  #era = 0

  /**
   * A unit came.
   * @param time of the publisher's timeline
   */
  arrived(time: Milliseconds, at: EpochMilliseconds): void {
    const number = pieceOf(time)
    const offset = at - time
    const piece = this.#pieces.get(number)
    if (piece?.era === this.#era) piece.offset = Math.min(piece.offset, offset)
    else this.#pieces.set(number, { offset, era: this.#era, settled: null })
    this.#newest = Math.max(this.#newest, number)
    const [oldest] = this.#pieces.keys()
    if (this.#pieces.size > KEPT && oldest !== undefined) this.#pieces.delete(oldest)
  }

  /** From here on the publisher's clock and its timeline have another distance. */
  jumped(): void {
    this.#era += 1
  }

  /** When media of this time happened; null before any came. @param seconds of the publisher's timeline */
  dateOf(seconds: Seconds): EpochMilliseconds | null {
    const time = seconds * 1000
    const found = this.#find(pieceOf(time))
    if (found === null) return null
    const [number, piece] = found
    piece.settled ??= this.#leastAround(number, piece)
    return Math.round(time + piece.settled)
  }

  /** The piece of this number, or the nearest before it that is known, or else the first. */
  #find(number: number): [number, Piece] | null {
    const last = Math.min(number, this.#newest)
    for (let back = 0; back < KEPT; back++) {
      const piece = this.#pieces.get(last - back)
      if (piece) return [last - back, piece]
    }
    const [first] = this.#pieces
    return first ?? null
  }

  #leastAround(number: number, { era, offset }: Piece): number {
    let least = offset
    for (let near = -BEFORE; near <= AFTER; near++) {
      const piece = this.#pieces.get(number + near)
      if (piece?.era === era) least = Math.min(least, piece.offset)
    }
    return least
  }
}
