/** Follows one media playlist as a player with low latency does: each load blocks until there is more (6.3.7). */
import { setTimeout as delay } from 'node:timers/promises'
import type { Milliseconds } from '../../../service/contract/units.ts'
import type { Directives } from './answer-rules.ts'
import type { Checker } from './checker.ts'
import { MediaLoads } from './media-loads.ts'
import type { Loaded, OriginClient } from './origin-client.ts'
import { allSegments, compare, lastPosition, nextPosition, readPlaylist } from './playlist.ts'
import type { Playlist, Segment } from './playlist.ts'
import { probesOf } from './probes.ts'
import { Seen } from './seen.ts'
import { WholeSegments } from './whole-segments.ts'
import type { KeyOf } from './whole-segments.ts'

/** Before it is asked again where an answer had nothing new, or the connection broke. */
const PAUSE: Milliseconds = 200
/** Updates from one round of probes to the next. */
const PROBE_EVERY = 25

export interface FollowerOptions {
  /** False where it goes on. */
  readonly isOver: () => boolean
  /** Asks for delta updates. */
  readonly deltas: boolean
  /** Asks also for what is to be refused, now and then. */
  readonly probes: boolean
  readonly keyOf: KeyOf | null
}

export class PlaylistFollower {
  readonly url: string
  readonly seen = new Seen()
  readonly #client: OriginClient
  readonly #checker: Checker
  readonly #options: FollowerOptions
  readonly #media: MediaLoads
  #current: Playlist
  #lastPartAt: Milliseconds | null = null
  #lastSegmentAt: Milliseconds | null = null

  private constructor(
    url: string,
    client: OriginClient,
    checker: Checker,
    options: FollowerOptions,
    first: Playlist,
    askedAt: Milliseconds,
  ) {
    this.url = url
    this.#client = client
    this.#checker = checker
    this.#options = options
    this.#current = first
    const whole = new WholeSegments(url, client, checker, options.keyOf)
    this.#media = new MediaLoads(url, client, checker, this.seen, whole)
    checker.begun(url, first)
    this.#media.take(first, askedAt)
  }

  /** @throws Error where the playlist is not there */
  static async begin(
    url: string,
    client: OriginClient,
    checker: Checker,
    options: FollowerOptions,
  ): Promise<PlaylistFollower> {
    const { status, body, sentAt } = await client.get(url)
    if (status !== 200) throw new Error(`${url}: status ${status}`)
    return new PlaylistFollower(url, client, checker, options, readPlaylist(body.toString()), sentAt)
  }

  get isEnded(): boolean {
    return this.#current.isEnded
  }

  /** Until it is over, or the playlist has ended. */
  async run(): Promise<void> {
    const { isOver, deltas, probes } = this.#options
    let isPlain = false
    let probedAt = 0
    while (!isOver() && !this.#current.isEnded) {
      const asked: Directives = isPlain
        ? {}
        : { ...nextAsked(this.#current), ...(deltas && { skip: 'YES' as const }) }
      const isNew = await this.#ask(asked)
      isPlain = !isNew
      if (isPlain) await delay(PAUSE)
      else if (probes && this.seen.updates >= probedAt + PROBE_EVERY) {
        probedAt = this.seen.updates
        await this.#probe()
      }
    }
    await this.#media.settled()
  }

  /** @returns true where it brought something new */
  async #ask(asked: Directives): Promise<boolean> {
    const loaded = await this.#load(asked)
    if (!loaded) return false
    const before = this.#current
    const after = this.#exchanged(asked, before, loaded, null)
    if (!after) return false
    this.#taken(before, after, loaded.sentAt)
    return isNewer(after, before)
  }

  /** Directives that a player sends by mistake, or seldom; and a delta update beside the whole playlist. */
  async #probe(): Promise<void> {
    for (const asked of probesOf(this.#current)) {
      const loaded = await this.#load(asked)
      if (loaded) this.#exchanged(asked, this.#current, loaded, null)
    }
    await this.#media.unheard(this.#current)
    const [delta, all] = [await this.#load({ skip: 'YES' }), await this.#load({})]
    if (!delta || !all) return
    this.#exchanged({ skip: 'YES' }, this.#current, delta, readPlaylist(all.body.toString()))
    this.#exchanged({}, this.#current, all, null)
  }

  async #load(asked: Directives): Promise<Loaded | null> {
    try {
      return await this.#client.get(addressOf(this.url, asked), { 'accept-encoding': 'gzip' })
    } catch {
      if (!this.#client.isClosed) this.seen.interruptions += 1
      return null
    }
  }

  #exchanged(asked: Directives, before: Playlist, loaded: Loaded, whole: Playlist | null): Playlist | null {
    const { status, headers, protocol, sentAt, endedAt, aliveMs } = loaded
    const playlist = status === 200 ? readPlaylist(loaded.body.toString()) : null
    if (status === 503) this.seen.unavailable += 1
    if (playlist && playlist.skipped !== null) this.seen.deltas += 1
    const tookMs = endedAt - sentAt - aliveMs
    const exchange = { asked, tookMs, status, headers, protocol, playlist, before, whole }
    return this.#checker.exchanged(this.url, exchange, loaded)
  }

  #taken(before: Playlist, after: Playlist, askedAt: Milliseconds): void {
    const now = performance.now()
    this.#current = after
    if (!isNewer(after, before)) return
    this.seen.updates += 1
    const known = lastPosition(before) ?? { number: -1, part: -1 }
    this.seen.missed += Math.max(0, after.mediaSequence - known.number - 1)
    for (const segment of allSegments(after)) {
      if (segment.number > known.number && segment.hasDiscontinuity) this.seen.discontinuities += 1
      this.#noteParts(segment, known, now)
      const wasOpen = segment.number > known.number || before.open?.number === segment.number
      if (segment.uri === null || !wasOpen) continue
      if (this.#lastSegmentAt !== null) this.seen.segmentPauses.push(now - this.#lastSegmentAt)
      this.#lastSegmentAt = now
    }
    this.#media.take(after, askedAt)
  }

  #noteParts(
    { number, parts, date }: Segment,
    known: { number: number; part: number },
    now: Milliseconds,
  ): void {
    let seconds = 0
    for (const [part, { duration }] of parts.entries()) {
      seconds += duration
      if (compare({ number, part }, known) <= 0) continue
      if (date !== null) this.seen.latencies.push(Date.now() - date - seconds * 1000)
      if (this.#lastPartAt !== null) this.seen.pauses.push(now - this.#lastPartAt)
      this.#lastPartAt = now
    }
  }
}

const isNewer = (after: Playlist, before: Playlist): boolean => {
  const [is, was] = [lastPosition(after), lastPosition(before)]
  const isMore = is !== null && (was === null || compare(is, was) > 0)
  return (
    isMore ||
    after.segments.length + after.mediaSequence > before.segments.length + before.mediaSequence ||
    after.isEnded
  )
}

function nextAsked(playlist: Playlist): Directives {
  const { number, part } = nextPosition(playlist)
  return playlist.partTarget === null ? { number } : { number, part }
}

/** The address with its directives, in the order of their names as caches want them (6.3.2). */
function addressOf(url: string, { number, part, skip }: Directives): string {
  const address = new URL(url)
  if (number !== undefined) address.searchParams.set('_HLS_msn', String(number))
  if (part !== undefined) address.searchParams.set('_HLS_part', String(part))
  if (skip !== undefined) address.searchParams.set('_HLS_skip', skip)
  return address.href
}
