/** A channel's own playlists: one stable address over all its connections. */
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { KeyPicture } from '../../contract/media.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { ListedSegment } from '../../protocol/hls/media-playlist.ts'
import { PartList } from '../../protocol/hls/part-list.ts'
import type { NewPart } from '../../protocol/hls/part-list.ts'
import { hlsFolder, mediaPlaylistName, multivariantPath } from '../../protocol/hls/paths.ts'
import { PlaylistWindow } from '../../protocol/hls/playlist-window.ts'
import { commonTargetDuration } from '../../protocol/hls/target-duration.ts'
import type { ConnectionStream } from './connection-stream.ts'
import { liveUpdate } from './live-update.ts'
import type { SegmentStore } from './segment-store.ts'

export interface ChannelStreamOptions {
  readonly channelId: ChannelId
  readonly store: SegmentStore
  readonly clock: Clock
  readonly logger: Logger
}

/** The playlists from their first segment to their end mark. */
interface Life {
  readonly windows: readonly PlaylistWindow[]
  /** By rendition; null while the connection that is shown does not list parts. */
  parts: readonly (PartList | null)[]
  /** Segments whose connection is shown for the first time, or again, start with a discontinuity. */
  readonly broken: Set<number>
  /** Ended playlists are not changed any more. */
  ended: boolean
  multivariant: string
}

/** A connection whose segments are still listed is looked at again after this. */
const STILL_LISTED_MS = 10_000

/**
 * Shows the newest connection that has segments and whose publisher is there; when that one goes and an
 * older one is still there, the older one again. Every switch is an EXT-X-DISCONTINUITY in the same
 * playlists. Addresses in them are those of the connections' own files.
 *
 * After `end()` the playlists have their end mark. The next connection starts them anew: media sequence
 * numbers begin at 0 again. That is allowed because a client that has seen the end mark does not load the
 * playlist again (RFC 8216 6.3.4), so nobody can compare old numbers with new ones; from the start of the
 * next connection until it is ready the addresses answer 404.
 */
export class ChannelStream {
  readonly #options: ChannelStreamOptions
  readonly #folder: string
  #followed: ConnectionStream[] = []
  #shown: ConnectionStream | null = null
  /** It ends its segment before another one is shown. */
  #leaving: ConnectionStream | null = null
  #life: Life | null = null
  #work: Promise<void> = Promise.resolve()

  constructor(options: ChannelStreamOptions) {
    this.#options = options
    this.#folder = hlsFolder(options.channelId)
  }

  /** The newest key picture of what the playlists show; null while they show nothing or have ended. */
  get picture(): KeyPicture | null {
    return this.#shown?.picture ?? null
  }

  /** Shows `connection` from the moment it is ready. */
  follow(connection: ConnectionStream): void {
    if (!this.#life || this.#life.ended) {
      this.#life = null
      void this.#enqueue(() => this.#removePlaylists())
    }
    this.#followed.push(connection)
    connection.watch({
      onReady: () => this.#choose(),
      onListed: (rendition, segment, nextPart) => this.#append(connection, rendition, segment, nextPart),
      onPart: (rendition, part, isLast) => this.#addPart(connection, rendition, part, isLast),
      onLeftOut: (rendition, nextPart) => this.#leaveOut(connection, rendition, nextPart),
      onMultivariant: () => this.#writeMultivariant(connection),
      onGone: () => this.#leave(connection),
    })
    if (connection.gone) this.#leave(connection)
    else this.#choose()
  }

  /**
   * Writes the end mark; resolves when it is written. Only connections that are not ready yet, or are
   * followed later, are shown after that. Await the `end()` of the connection that is shown first.
   */
  end(): Promise<void> {
    const life = this.#life
    this.#shown = null
    this.#followed = this.#followed.filter((connection) => !connection.ready && !connection.gone)
    if (!life || life.ended) return this.#work
    life.ended = true
    for (const window of life.windows) window.end()
    return this.#writeMediaPlaylists(life)
  }

  /**
   * Removes a connection's files after `delay`, but not while the channel's playlists list them and go on.
   * Playlists that have ended and list them are removed too. Call it when the connection's own end mark is
   * written.
   */
  removeConnection(connectionId: ConnectionId, delay: Milliseconds): void {
    this.#options.clock.after(delay, () => {
      // It is back, and will be removed when it has ended again.
      if (this.#followed.some((connection) => connection.connectionId === connectionId)) return
      if (this.#isListed(connectionId) && this.#life && !this.#life.ended) {
        this.removeConnection(connectionId, STILL_LISTED_MS)
        return
      }
      void this.#enqueue(() => this.#removeFiles(connectionId))
    })
  }

  /** Removes everything of the channel after `delay`. Call it when it has ended. */
  remove(delay: Milliseconds): void {
    this.#options.clock.after(delay, () => void this.#enqueue(() => this.#options.store.remove(this.#folder)))
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(task).catch((error: unknown) => {
      this.#options.logger.error({ err: error }, "a step of the channel's playlists failed")
    })
    return this.#work
  }

  #leave(connection: ConnectionStream): void {
    this.#followed = this.#followed.filter((other) => other !== connection)
    if (connection === this.#shown) this.#pauseParts()
    this.#choose()
  }

  /** Nobody knows yet what comes next: players are told of no part that they could wait for. */
  #pauseParts(): void {
    const life = this.#life
    if (!life || life.ended) return
    for (const [rendition, parts] of life.parts.entries()) {
      parts?.pause()
      this.#announce(life, rendition)
    }
  }

  #choose(): void {
    const best = this.#best()
    if (!best || best === this.#shown) return
    const isInMidSegment = this.#life?.parts.some((parts) => parts !== null && parts.open.length > 0)
    if (!this.#shown || !isInMidSegment) this.#show(best)
    else void this.#showAfter(this.#shown)
  }

  /** What is shown ends its segment first. */
  async #showAfter(shown: ConnectionStream): Promise<void> {
    if (this.#leaving === shown) return
    this.#leaving = shown
    await shown.cut()
    this.#leaving = null
    const best = this.#best()
    if (best && best !== this.#shown) this.#show(best)
  }

  #best(): ConnectionStream | undefined {
    return this.#followed.findLast((connection) => connection.ready && !connection.gone)
  }

  #show(connection: ConnectionStream): void {
    this.#shown = connection
    const { plans } = connection
    if (!this.#life || this.#life.ended || this.#life.windows.length !== plans.length) {
      const targetDuration = commonTargetDuration(plans)
      this.#life = {
        windows: plans.map(({ startTimeOffset }) => new PlaylistWindow({ targetDuration, startTimeOffset })),
        parts: [],
        broken: new Set(),
        ended: false,
        multivariant: '',
      }
    }
    const life = this.#life
    const shownUntil = Math.max(...life.windows.map(({ segments }) => endOf(segments.at(-1))))
    const from = shownUntil === -Infinity ? -Infinity : liveEdge(connection, shownUntil)
    for (const [rendition, window] of life.windows.entries()) {
      if (window.segments.length > 0) life.broken.add(rendition)
      const known = new Set(window.segments.map(({ uri }) => uri))
      for (const segment of connection.listed(rendition)) {
        const isKnown = known.has(this.#relative(connection, segment).uri)
        if (middleOf(segment) >= from && !isKnown) this.#add(life, connection, rendition, segment)
      }
    }
    this.#showParts(life, connection)
    void this.#writeMediaPlaylists(life)
    this.#writeMultivariant(connection)
  }

  /** What the connection before had of a segment that it did not finish is forgotten. */
  #showParts(life: Life, connection: ConnectionStream): void {
    life.parts = [...life.windows.entries()].map(([rendition, window]) => {
      const own = connection.parts(rendition)
      if (!own) return null
      const parts = life.parts[rendition] ?? new PartList(window, own.partTarget)
      parts.close(this.#path(connection, own.next ?? ''), null)
      for (const part of own.open) parts.add(this.#relativePart(life, connection, rendition, part))
      if (own.next === null) parts.pause()
      return parts
    })
  }

  #append(connection: ConnectionStream, rendition: number, segment: ListedSegment, nextPart: string): void {
    const life = this.#life
    if (connection !== this.#shown || !life || life.ended) return
    this.#add(life, connection, rendition, segment)
    life.parts[rendition]?.close(this.#path(connection, nextPart))
    void this.#writeMediaPlaylist(life, rendition)
  }

  #addPart(connection: ConnectionStream, rendition: number, part: NewPart, isLast: boolean): void {
    const life = this.#life
    if (connection !== this.#shown || !life || life.ended) return
    life.parts[rendition]?.add(this.#relativePart(life, connection, rendition, part))
    if (!isLast) this.#announce(life, rendition)
  }

  #leaveOut(connection: ConnectionStream, rendition: number, nextPart: string): void {
    const life = this.#life
    if (connection !== this.#shown || !life || life.ended) return
    life.parts[rendition]?.close(this.#path(connection, nextPart), null)
    this.#announce(life, rendition)
  }

  #add(life: Life, connection: ConnectionStream, rendition: number, segment: ListedSegment): void {
    const relative = this.#relative(connection, segment)
    const discontinuity = segment.discontinuity || life.broken.has(rendition)
    life.broken.delete(rendition)
    life.windows[rendition]?.append({ ...relative, discontinuity })
  }

  #relative(connection: ConnectionStream, segment: ListedSegment): ListedSegment {
    const { uri, mapUri } = segment
    return { ...segment, uri: this.#path(connection, uri), mapUri: this.#path(connection, mapUri) }
  }

  #relativePart(life: Life, connection: ConnectionStream, rendition: number, part: NewPart): NewPart {
    const { head, listed, next } = part
    const discontinuity = head.discontinuity || life.broken.has(rendition)
    return {
      head: { ...head, mapUri: this.#path(connection, head.mapUri), discontinuity },
      listed: { ...listed, uri: this.#path(connection, listed.uri) },
      next: this.#path(connection, next),
    }
  }

  /** Of a file of a connection, relative to the channel's playlists. */
  #path({ connectionId }: ConnectionStream, name: string): string {
    return `${connectionId}/${name}`
  }

  #isListed(connectionId: ConnectionId): boolean {
    const windows = this.#life?.windows ?? []
    return windows.some(({ segments }) => segments.some(({ uri }) => uri.startsWith(`${connectionId}/`)))
  }

  #writeMultivariant(connection: ConnectionStream): void {
    const life = this.#life
    if (connection !== this.#shown || !life || life.ended) return
    const text = connection.multivariant
    if (text === life.multivariant) return
    life.multivariant = text
    void this.#enqueue(() => this.#options.store.write(multivariantPath(this.#options.channelId), text))
  }

  #writeMediaPlaylists(life: Life): Promise<void> {
    for (const rendition of life.windows.keys()) void this.#writeMediaPlaylist(life, rendition)
    return this.#work
  }

  #writeMediaPlaylist(life: Life, rendition: number): Promise<void> {
    const window = life.windows[rendition]
    if (!window || window.segments.length === 0) return this.#work
    const text = window.text()
    const live = liveUpdate(this.#folder, rendition, life.parts)
    return this.#enqueue(() =>
      this.#options.store.write(`${this.#folder}/${mediaPlaylistName(rendition)}`, text, live),
    )
  }

  #announce(life: Life, rendition: number): void {
    const live = liveUpdate(this.#folder, rendition, life.parts)
    if (!live || life.windows[rendition]?.segments.length === 0) return
    const path = `${this.#folder}/${mediaPlaylistName(rendition)}`
    void this.#enqueue(() => Promise.resolve(this.#options.store.announce(path, live)))
  }

  async #removeFiles(connectionId: ConnectionId): Promise<void> {
    // Without a life of their own the playlists on disk are left over from an earlier process, and ended.
    if (!this.#life || this.#isListed(connectionId)) {
      this.#life = null
      await this.#removePlaylists()
    }
    await this.#options.store.remove(hlsFolder(this.#options.channelId, connectionId))
  }

  /** The multivariant playlist first, so that it never names a media playlist that is gone. */
  async #removePlaylists(): Promise<void> {
    const { store, channelId } = this.#options
    await store.remove(multivariantPath(channelId))
    for (let rendition = 0; rendition < MAXIMUM_RENDITIONS; rendition++) {
      await store.remove(`${this.#folder}/${mediaPlaylistName(rendition)}`)
    }
  }
}

/** As many as the live API takes. */
const MAXIMUM_RENDITIONS = 16

/**
 * Where all renditions of a connection have something: the start of the last segment of the one that is
 * furthest behind, or its end where that was over before what was shown was. What is older is not shown to viewers
 * who come from another connection: they would go back to a time that they have seen.
 */
function liveEdge(connection: ConnectionStream, shownUntil: EpochMilliseconds): EpochMilliseconds {
  const [last] = connection.plans
    .flatMap((_, rendition) => connection.listed(rendition).at(-1) ?? [])
    .toSorted((a, b) => a.programDateTime - b.programDateTime)
  if (!last) return -Infinity
  const end = endOf(last)
  return end > shownUntil ? last.programDateTime : end
}

/** -Infinity where there is none. */
const endOf = (segment: ListedSegment | undefined): EpochMilliseconds =>
  segment ? segment.programDateTime + segment.durationSeconds * 1000 : -Infinity

/**
 * What decides on which side of the edge a segment is. Sound is cut between frames of its own, so that the
 * same cut is some milliseconds earlier or later than in a rendition with video.
 */
const middleOf = ({ programDateTime, durationSeconds }: ListedSegment): EpochMilliseconds =>
  programDateTime + durationSeconds * 500
