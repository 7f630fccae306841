/** Applies all rules to what a player sees of a presentation, and keeps what breaks them. */
import { ANSWER_RULES } from './answer-rules.ts'
import type { Exchange } from './answer-rules.ts'
import { CHANGE_RULES } from './change-rules.ts'
import { FILE_RULES, WHOLE_RULES } from './file-rules.ts'
import type { FileLoad, WholeSegment } from './file-rules.ts'
import { HEADER_RULES } from './header-rules.ts'
import { merged } from './merge.ts'
import { compare, lastPosition } from './playlist.ts'
import type { Playlist, Position } from './playlist.ts'
import { findingsOf } from './rule.ts'
import type { Finding, Rule } from './rule.ts'
import { SEGMENT_RULES } from './segment-rules.ts'
import { REPORT_RULES, reportedPosition, SET_RULES } from './set-rules.ts'
import { textOf } from './tags.ts'

export const PLAYLIST_RULES: readonly Rule<Playlist>[] = [...HEADER_RULES, ...SEGMENT_RULES]

/** What reads the same is kept once, and so many of one rule. */
const MOST_OF_A_RULE = 20

/** Said of a rendition by another one's playlist, not compared with that rendition itself yet. */
interface Said {
  readonly by: string
  readonly of: string
  readonly position: Position
  readonly atMs: number
}

/** A load of a playlist, by the caller's clock. */
interface Load {
  readonly position: Position | null
  readonly sentAt: number
  readonly endedAt: number
}

/** Loads of a playlist, and reports, that are remembered. */
const MOST_LOADS = 50
const MOST_SAID = 200

export class Checker {
  /** How often each rule was broken, the same finding counted each time. */
  readonly broken = new Map<string, number>()
  readonly #kept = new Map<string, Finding>()
  readonly #latest = new Map<string, Playlist>()
  readonly #loads = new Map<string, readonly Load[]>()
  #said: readonly Said[] = []

  /** Each only once, some 20 of a rule. */
  get findings(): readonly Finding[] {
    return [...this.#kept.values()]
  }

  /** The last load of each playlist, put together. */
  get playlists(): ReadonlyMap<string, Playlist> {
    return this.#latest
  }

  /** The text of one playlist, of which nothing else is known. */
  read(url: string, playlist: Playlist): void {
    this.#add(findingsOf(PLAYLIST_RULES, playlist, url))
  }

  /**
   * A playlist was asked for.
   * @param sentAt by the clock of the caller, ms; @param endedAt as well
   * @returns all of the playlist as it is now; null where the answer was none, or lacks what came before
   */
  exchanged(
    url: string,
    exchange: Exchange,
    { sentAt, endedAt }: { sentAt: number; endedAt: number },
  ): Playlist | null {
    this.#add(findingsOf(ANSWER_RULES, exchange, url))
    if (!exchange.playlist) return null
    this.read(url, exchange.playlist)
    const after = merged(exchange.before, exchange.playlist)
    if (!after) return null
    // What was asked for before the last load came may be older than that.
    this.#add(findingsOf(CHANGE_RULES, { before: exchange.before, after }, url))
    this.#compareReports(url, after, sentAt, endedAt)
    this.#latest.set(url, after)
    return after
  }

  /** The first load of a playlist. */
  begun(url: string, playlist: Playlist): void {
    this.read(url, playlist)
    this.#latest.set(url, playlist)
  }

  file(url: string, load: FileLoad): void {
    this.#add(findingsOf(FILE_RULES, load, url))
  }

  whole(url: string, segment: WholeSegment): void {
    this.#add(findingsOf(WHOLE_RULES, segment, url))
  }

  /** All playlists as they are at about the same time. */
  presentation(multivariant: string, playlists: ReadonlyMap<string, Playlist> = this.#latest): void {
    this.#add(findingsOf(SET_RULES, { multivariant, playlists }, 'the presentation'))
  }

  #compareReports(url: string, playlist: Playlist, sentAt: number, endedAt: number): void {
    const last = lastPosition(playlist)
    // Of a whole segment all parts are there, listed or not.
    const position = playlist.open || !last ? last : { ...last, part: Infinity }
    const [ripe, others] = [true, false].map((isRipe) =>
      this.#said.filter(({ of, atMs }) => (of === url && atMs < sentAt) === isRipe),
    )
    for (const { by, of, position: said } of ripe ?? [])
      this.#add(findingsOf(REPORT_RULES, { said, of, known: null, after: position }, by))
    this.#said = others ?? []
    const previous = this.#loads.get(url)?.at(-1)
    this.#loads.set(
      url,
      [...(this.#loads.get(url) ?? []), { position: last, sentAt, endedAt }].slice(-MOST_LOADS),
    )
    if (last && previous?.position && compare(last, previous.position) <= 0) return
    for (const report of playlist.isEnded ? [] : playlist.reports) {
      const of = new URL(textOf(report, 'URI') ?? '', url).href
      const said = reportedPosition(report)
      if (!said) continue
      const known = previous ? this.#knownBefore(of, previous.sentAt) : null
      this.#add(findingsOf(REPORT_RULES, { said, of, known, after: null }, url))
      this.#said = [...this.#said, { by: url, of, position: said, atMs: endedAt }].slice(-MOST_SAID)
    }
  }

  /**
   * How far a rendition was for sure when a playlist was written that is newer than one that was asked for at that time;
   * null where that is not known.
   */
  #knownBefore(url: string, atMs: number): Position | null {
    if (this.#latest.get(url)?.isEnded) return null
    return this.#loads.get(url)?.findLast(({ endedAt }) => endedAt < atMs)?.position ?? null
  }

  #add(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const count = (this.broken.get(finding.rule) ?? 0) + 1
      this.broken.set(finding.rule, count)
      if (count <= MOST_OF_A_RULE) this.#kept.set(`${finding.rule} ${finding.url} ${finding.detail}`, finding)
    }
  }
}
