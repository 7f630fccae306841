/** Loads the parts and segments of one media playlist as its hints and lists tell of them, and has them checked. */
import { createHash } from 'node:crypto'
import type { Milliseconds } from '../../../service/contract/units.ts'
import type { Checker } from './checker.ts'
import type { FileLoad } from './file-rules.ts'
import type { Loaded, OriginClient } from './origin-client.ts'
import { allSegments, hintedPart } from './playlist.ts'
import type { Playlist, Segment } from './playlist.ts'
import type { Seen } from './seen.ts'
import type { WholeSegments } from './whole-segments.ts'

/** Of what is listed and was loaded by its hint already, one in so many is loaded again. */
const AGAIN = 10
/** What left the playlist is asked for shortly before it may be gone. */
const BEFORE_THE_END: Milliseconds = 2000
const THREE = 3

interface Hint {
  readonly uri: string
  readonly loading: Promise<Loaded | null>
}

/** Something that is to be there until then. */
interface Kept {
  readonly uri: string
  readonly kind: FileLoad['kind']
  readonly until: Milliseconds
}

export class MediaLoads {
  readonly #url: string
  readonly #client: OriginClient
  readonly #checker: Checker
  readonly #seen: Seen
  readonly #whole: WholeSegments
  readonly #digests = new Map<string, string>()
  readonly #underWay = new Set<Promise<void>>()
  readonly #firstSeen = new Map<string, Milliseconds>()
  #hint: Hint | null = null
  #kept: Kept[] = []
  #before: Playlist | null = null
  /** When that was asked for. */
  #beforeAt: Milliseconds = 0
  /** Seconds: the longest that the playlist was. */
  #longest = 0

  constructor(url: string, client: OriginClient, checker: Checker, seen: Seen, whole: WholeSegments) {
    this.#url = url
    this.#client = client
    this.#checker = checker
    this.#seen = seen
    this.#whole = whole
  }

  /**
   * Another load of the playlist: loads what is new in it, and what it hints at.
   * @param askedAt when it was asked for, by the clock of `performance.now()`
   */
  take(playlist: Playlist, askedAt: Milliseconds): void {
    const hinted = this.#settleHint(playlist)
    const known = new Set(this.#before ? namesOf(this.#before) : [])
    const isFirst = this.#before === null
    for (const segment of allSegments(playlist)) this.#takeSegment(segment, known, hinted, isFirst)
    this.#note(playlist)
    this.#lookAtKept()
    const next = hintedPart(playlist)
    if (next !== null && this.#hint === null) this.#hint = { uri: next, loading: this.#load(next) }
    this.#before = playlist
    this.#beforeAt = askedAt
  }

  /** Waits for what is under way; a hint that nobody waits for any more is not. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  /** What nobody listed or hinted is asked for: the hinted part, a thousand parts later. */
  async unheard(playlist: Playlist): Promise<void> {
    const hinted = hintedPart(playlist)
    const uri = hinted?.replace(/\d+(?=\.[^./]*$)/, (number) => String(Number(number) + 1000)) ?? hinted
    if (uri === null || uri === hinted) return
    const loaded = await this.#load(uri)
    if (loaded) this.#check(uri, 'unheard', 'part', loaded)
  }

  #takeSegment(
    { uri, parts, ...rest }: Segment,
    known: Set<string>,
    hinted: Hint | null,
    isFirst: boolean,
  ): void {
    for (const [i, part] of parts.entries()) {
      if (known.has(part.uri) || part.isGap) continue
      this.#seen.parts += 1
      if (hinted?.uri === part.uri) this.#begin(this.#byHint(hinted))
      if (hinted?.uri !== part.uri || (rest.number + i) % AGAIN === 0)
        this.#begin(this.#listed(part.uri, 'part'))
    }
    if (uri === null || known.has(uri) || rest.isGap) return
    this.#seen.segments += 1
    this.#begin(this.#listed(uri, 'segment'))
    // Parts of what was there before the first load may have left.
    if (!isFirst && parts.length > 0) this.#begin(this.#whole.compare({ uri, parts, ...rest }))
  }

  /** @returns the hint that is in the playlist now; one that is given up is checked as that */
  #settleHint(playlist: Playlist): Hint | null {
    const hint = this.#hint
    if (!hint || hintedPart(playlist) === hint.uri) return null
    this.#hint = null
    if (namesOf(playlist).includes(hint.uri)) return hint
    this.#seen.hintsGivenUp += 1
    this.#begin(
      hint.loading.then((loaded) => loaded && this.#check(hint.uri, 'hinted', 'part', loaded, true)),
    )
    return null
  }

  async #byHint({ uri, loading }: Hint): Promise<void> {
    const loaded = await loading
    if (!loaded) return this.#listed(uri, 'part')
    this.#seen.transfers.push(loaded.endedAt - loaded.sentAt - loaded.firstByteMs)
    this.#check(uri, 'hinted', 'part', loaded)
    if (loaded.status !== 200) await this.#listed(uri, 'part')
  }

  async #listed(uri: string, kind: FileLoad['kind']): Promise<void> {
    const loaded = await this.#load(uri)
    if (loaded) this.#check(uri, 'listed', kind, loaded)
  }

  #check(
    uri: string,
    why: FileLoad['why'],
    kind: FileLoad['kind'],
    { status, body, firstByteMs, aliveMs }: Loaded,
    isGivenUp = false,
  ): void {
    const digest = createHash('sha256').update(body).digest('hex')
    const before = this.#digests.get(uri)
    const isThere = status === 200
    if (isThere) this.#digests.set(uri, digest)
    const hasChanged = isThere && before !== undefined && before !== digest
    this.#checker.file(this.#url, {
      uri,
      why,
      kind,
      status,
      bytes: body.length,
      isGivenUp,
      hasChanged,
      firstByteMs: Math.max(0, firstByteMs - aliveMs),
    })
  }

  /** When segments were first seen, and how long what has left must be there. */
  #note(playlist: Playlist): void {
    // Whatever is new came at this time at the earliest, however late this process hears of it.
    const since = this.#beforeAt
    const { segments, targetDuration } = playlist
    this.#longest = Math.max(
      this.#longest,
      segments.reduce((sum, { duration }) => sum + duration, 0),
    )
    const names = new Set(namesOf(playlist))
    for (const { uri, duration, parts } of this.#before?.segments ?? []) {
      const until = (this.#firstSeen.get(uri ?? '') ?? Infinity) + (duration + this.#longest) * 1000
      if (uri !== null && !names.has(uri)) this.#kept.push({ uri, kind: 'segment', until })
      for (const part of parts)
        if (!names.has(part.uri))
          this.#kept.push({ uri: part.uri, kind: 'part', until: since + THREE * targetDuration * 1000 })
    }
    for (const { uri } of segments) {
      // Those of the first load were there before.
      if (uri !== null && this.#before && !this.#firstSeen.has(uri)) this.#firstSeen.set(uri, since)
    }
    for (const uri of this.#firstSeen.keys()) if (!names.has(uri)) this.#firstSeen.delete(uri)
  }

  #lookAtKept(): void {
    const now = performance.now()
    const due = this.#kept.filter(({ until }) => until - now < BEFORE_THE_END)
    this.#kept = this.#kept.filter((one) => !due.includes(one) && Number.isFinite(one.until))
    // What is asked for too late may be gone.
    for (const { uri, kind, until } of due)
      if (until - now > BEFORE_THE_END / 2) this.#begin(this.#left({ uri, kind, until }))
  }

  async #left({ uri, kind, until }: Kept): Promise<void> {
    const loaded = await this.#load(uri)
    // Where an answer comes too late, nobody knows whether it was in time that it was not there.
    if (loaded && (loaded.status === 200 || loaded.endedAt < until)) this.#check(uri, 'left', kind, loaded)
    this.#digests.delete(uri)
  }

  /** @returns null where the connection broke */
  async #load(uri: string): Promise<Loaded | null> {
    try {
      const loaded = await this.#client.get(new URL(uri, this.#url).href)
      if (loaded.status === 200) this.#whole.loaded(uri, loaded.body)
      return loaded
    } catch {
      if (!this.#client.isClosed) this.#seen.interruptions += 1
      return null
    }
  }

  #begin(task: Promise<unknown>): void {
    const running = task.then(() => void this.#underWay.delete(running))
    this.#underWay.add(running)
  }
}

const namesOf = (playlist: Playlist): readonly string[] =>
  allSegments(playlist).flatMap(({ uri, parts }) => [
    ...(uri === null ? [] : [uri]),
    ...parts.map((part) => part.uri),
  ])
