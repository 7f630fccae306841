/** What those who follow a media playlist have seen of it, which nothing may contradict later (RFC 8216 6.2.1, 6.2.2). */
import type { MediaPlaylist } from '../../service/protocol/hls/media-playlist.ts'

interface Life {
  readonly numbers: Map<string, number>
  readonly breaks: Map<string, number>
  readonly taken: Map<number, string>
  /** Of the last that was listed; -1 before. */
  last: number
  ended: boolean
}

/**
 * When a playlist may begin anew, with numbers from 0: behind its end mark alone, or, for who looks now and then and
 * may miss that, when none of what it lists was ever listed before.
 */
export type Anew = 'behind its end' | 'with other segments'

export class PlaylistMemory {
  /** What was contradicted, in words. */
  readonly wrong: string[]
  /** Looks. */
  looks = 0
  readonly #anew: Anew
  readonly #lives = new Map<string, Life>()

  /** @param wrong is added to */
  constructor(anew: Anew, wrong: string[] = []) {
    this.#anew = anew
    this.wrong = wrong
  }

  /** @param key of the playlist: its address */
  look(key: string, { segments, mediaSequence, discontinuitySequence, ended }: MediaPlaylist): void {
    this.looks++
    if (segments.length === 0) return
    const life = this.#lifeOf(key, segments)
    const last = mediaSequence + segments.length - 1
    if (last < life.last) this.wrong.push(`${key}: went back from ${life.last} to ${last}`)
    let breaks = discontinuitySequence
    for (const [index, { uri, discontinuity }] of segments.entries()) {
      if (discontinuity) breaks += 1
      const number = mediaSequence + index
      this.#same(life.breaks, uri, breaks, `${key}: the discontinuities before`)
      this.#same(life.numbers, uri, number, `${key}: the number of`)
      const other = life.taken.get(number) ?? uri
      if (other !== uri)
        this.wrong.push(`${key}: ${number}, the number of ${uri}, is another one's: ${other}`)
      life.taken.set(number, uri)
    }
    life.last = last
    life.ended = ended
  }

  forget(key: string): void {
    this.#lives.delete(key)
  }

  #lifeOf(key: string, segments: MediaPlaylist['segments']): Life {
    const before = this.#lives.get(key)
    const mayBegin = !before || before.ended || this.#anew === 'with other segments'
    if (before && !(mayBegin && segments.every(({ uri }) => !before.numbers.has(uri)))) return before
    const life = { numbers: new Map(), breaks: new Map(), taken: new Map(), last: -1, ended: false }
    this.#lives.set(key, life)
    return life
  }

  #same(known: Map<string, number>, uri: string, value: number, what: string): void {
    const before = known.get(uri)
    if (before !== undefined && before !== value) this.wrong.push(`${what} ${uri} was ${before}, is ${value}`)
    known.set(uri, value)
  }
}
