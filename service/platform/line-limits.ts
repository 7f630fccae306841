/** What keeps a log readable whatever others send: a line has a bounded length, the same words come so often. */
import type { Bytes, Milliseconds } from '../contract/units.ts'

/** Longest line; of a longer one its texts are cut, so that it stays JSON. */
const MAX_LINE: Bytes = 8192
const MAX_TEXT = 1000

/** So many lines with the same words within a minute; of the rest only the number is written. */
const SAME_WORDS = 60
const WINDOW: Milliseconds = 60_000
/** Different words; they are those of our own sources, so there are few. */
const MAX_WORDS = 1000

/** Cuts the texts of a line that is too long. @param line JSON with its line end */
export function shortenLine(line: string): string {
  if (line.length <= MAX_LINE) return line
  const cut = (_: string, value: unknown) =>
    typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
  const shorter = `${JSON.stringify(JSON.parse(line, cut))}\n`
  if (shorter.length <= MAX_LINE) return shorter
  const { level, time, msg } = JSON.parse(line) as Record<string, unknown>
  return `${JSON.stringify({ level, time, msg: cut('', msg), cut: true })}\n`
}

interface Counted {
  since: Milliseconds
  written: number
  left: number
}

/** Counts lines by their words. */
export class LineLimits {
  readonly #counted = new Map<string, Counted>()
  readonly #now: () => Milliseconds

  /** @param now monotonic */
  constructor(now: () => Milliseconds) {
    this.#now = now
  }

  /**
   * How many lines with these words were left out before this one, which is written; null where it is left out itself.
   */
  admit(words: string): number | null {
    const now = this.#now()
    const known = this.#counted.get(words)
    if (known && now - known.since < WINDOW) {
      if (known.written < SAME_WORDS) {
        known.written++
        return 0
      }
      known.left++
      return null
    }
    if (this.#counted.size >= MAX_WORDS) this.#counted.clear()
    this.#counted.set(words, { since: now, written: 1, left: 0 })
    return known?.left ?? 0
  }
}
