/** One connection's renditions as HLS: segments, media playlists and the multivariant playlist. */
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { AccessUnit, EncryptionPlan, KeyPicture, RenditionPlan, Track } from '../../contract/media.ts'
import type { Bytes, EpochMilliseconds, Seconds } from '../../contract/units.ts'
import type { ListedLate } from '../../contract/worker-protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { LivePlaylist } from '../../protocol/hls/live-playlist.ts'
import type { ListedSegment } from '../../protocol/hls/media-playlist.ts'
import type { NewPart, PartList } from '../../protocol/hls/part-list.ts'
import { partTarget } from '../../protocol/hls/part-target.ts'
import { hlsFolder, mediaPlaylistName, multivariantPath } from '../../protocol/hls/paths.ts'
import { commonTargetDuration } from '../../protocol/hls/target-duration.ts'
import { ArrivalClock } from './arrival-clock.ts'
import { latest, Lateness } from './lateness.ts'
import { liveUpdate } from './live-update.ts'
import { Multivariant } from './multivariant.ts'
import { NewestPicture } from './newest-picture.ts'
import { RenditionPackager } from './rendition-packager.ts'
import type { NamedFile, PackagedPart, PackagedSegment } from './rendition-packager.ts'
import { RenditionPlaylist } from './rendition-playlist.ts'
import { SegmentCipher } from './segment-cipher.ts'
import type { SegmentStore } from './segment-store.ts'
import type { SegmentTap } from './segment-tap.ts'
import { EARLIEST_SECONDS } from './segmenter.ts'

export interface ConnectionStreamOptions {
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
  readonly renditions: readonly RenditionPlan[]
  readonly encryption: EncryptionPlan | null
  readonly store: SegmentStore
  readonly clock: Clock
  readonly logger: Logger
  /** Number in the names of the first files; 0 by default. Files of one connection never share a name. */
  readonly firstNumber?: number
  /** By rendition. */
  readonly taps?: ReadonlyMap<number, SegmentTap>
  /** Every rendition has its first segment listed; called once. */
  onReady?(): void
}

/** Who shows this connection, besides its own playlists. */
export interface ConnectionWatcher {
  onReady(): void
  /** A segment was listed after `onReady`. */
  onListed(rendition: number, segment: ListedSegment, nextPart: string): void
  /** A part was listed after `onReady`; its segment comes right behind the last one. */
  onPart(rendition: number, part: NewPart, isLast: boolean): void
  /** The segment whose parts were listed last is left out. */
  onLeftOut(rendition: number, nextPart: string): void
  /** The multivariant playlist has another text. */
  onMultivariant(): void
  /** The publisher is gone and its last segment is listed. */
  onGone(): void
}

interface RenditionState {
  readonly plan: RenditionPlan
  readonly packager: RenditionPackager
  readonly playlist: RenditionPlaylist
  readonly lateness: Lateness
  /** The last segment was left out; its initialization segment may still be needed. */
  missed: { readonly init: NamedFile | null } | null
}

/** What may wait for the disk; a segment that would exceed it is left out. */
const MAXIMUM_WAITING_BYTES = 256 * 1024 * 1024

/**
 * Units go in by `push`, in any interleaving of tracks and renditions; files come out through the store,
 * one after the other: a playlist that names a segment is written after that segment. No playlist exists
 * before every rendition has its first segment. Nothing here throws because of media or disk.
 */
export class ConnectionStream {
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
  readonly plans: readonly RenditionPlan[]
  readonly #options: ConnectionStreamOptions
  readonly #folder: string
  readonly #renditions: readonly RenditionState[]
  readonly #newestPicture = new NewestPicture()
  readonly #watchers = new Set<ConnectionWatcher>()
  /** Everything that is written, in order. */
  #work: Promise<void> = Promise.resolve()
  #waitingBytes: Bytes = 0
  /** When its media came in. */
  readonly arrivals = new ArrivalClock()
  /** When the publisher's time 0 was; 0 before the first unit. Stays, whatever its clock does. */
  #timelineStart: EpochMilliseconds = 0
  #isReady = false
  #isGone = false
  #isFlushed = false
  readonly #multivariant = new Multivariant()
  #ending: Promise<void> | null = null

  /** @throws TypeError when the encryption key is not 32 hexadecimal digits */
  constructor(options: ConnectionStreamOptions) {
    this.#options = options
    this.channelId = options.channelId
    this.connectionId = options.connectionId
    this.plans = options.renditions
    this.#folder = hlsFolder(options.channelId, options.connectionId)
    const cipher = options.encryption ? new SegmentCipher(options.encryption) : null
    this.#renditions = options.renditions.map((plan, rendition) =>
      this.#newRendition(plan, rendition, cipher),
    )
  }

  /** Every rendition has its first segment listed. */
  get ready(): boolean {
    return this.#isReady
  }

  /** The publisher is gone and its last segment is listed. */
  get gone(): boolean {
    return this.#isGone
  }

  /** Segments that every rendition has listed. */
  get segmentCount(): number {
    const counts = this.#active().map(({ playlist }) => playlist.listedCount)
    return counts.length > 0 ? Math.min(...counts) : 0
  }

  /** How late the newest media is that viewers can load; null before the first segment. */
  get listedLate(): ListedLate | null {
    return latest(this.#active().map(({ lateness }) => lateness))
  }

  /** Text of the multivariant playlist; empty before `ready`. */
  get multivariant(): string {
    return this.#multivariant.text
  }

  /** The newest key picture of the smallest rendition with video; null before the first. */
  get picture(): KeyPicture | null {
    return this.#newestPicture.picture
  }

  /** What a rendition's playlist lists at the moment; addresses are relative to the connection's folder. */
  listed(rendition: number): readonly ListedSegment[] {
    return this.#renditions[rendition]?.playlist.window.segments ?? []
  }

  /** What a rendition's playlist lists in parts; null where it lists none. */
  parts(rendition: number): PartList | null {
    return this.#renditions[rendition]?.playlist.parts ?? null
  }

  watch(watcher: ConnectionWatcher): void {
    this.#watchers.add(watcher)
  }

  /**
   * Says what the units of a rendition are from now on. A later call starts a new initialization segment
   * after EXT-X-DISCONTINUITY. No tracks at all: the rendition can't be produced from this source; it is
   * left out of the playlists and nobody waits for it.
   * @throws RangeError when a track's decoder configuration is not one
   */
  setTracks(rendition: number, tracks: readonly Track[]): void {
    if (this.#isFlushed) return
    this.#renditions[rendition]?.packager.setTracks(tracks)
    this.#newestPicture.setTracks(rendition, tracks)
    if (tracks.length === 0) void this.#enqueue(() => this.#becomeReady())
  }

  /** @param unit times in ticks of the track given by setTracks, on the publisher's timeline */
  push(rendition: number, kind: Track['kind'], unit: AccessUnit): void {
    if (this.#isFlushed) return
    this.#renditions[rendition]?.packager.push(kind, unit)
    if (kind === 'video' && unit.key) this.#newestPicture.push(rendition, unit)
  }

  /** The publisher is gone: what has come so far becomes the last segment. Nothing is taken after that. */
  flush(): void {
    if (this.#isFlushed) return
    for (const { packager } of this.#renditions) packager.finish()
    this.#isFlushed = true
    for (const tap of this.#options.taps?.values() ?? []) void tap.finish()
    const dropped = this.#renditions.map(({ packager }) => packager.droppedUnits)
    this.#options.logger.info({ dropped }, 'the last segments are made')
    void this.#enqueue(() => {
      this.#isGone = true
      for (const [rendition, { playlist }] of this.#renditions.entries()) {
        playlist.parts?.pause()
        this.#announce(rendition)
      }
      for (const watcher of this.#watchers) watcher.onGone()
    })
  }

  /**
   * Ends the segments that are being made: another connection is shown in place of this one, and what a playlist has
   * of a segment has to be followed by the rest of it (draft-pantos-hls-rfc8216bis 6.2.1). Resolves when they are listed.
   */
  cut(): Promise<void> {
    if (!this.#isFlushed) for (const { packager } of this.#renditions) packager.cut()
    return this.#enqueue(() => undefined)
  }

  /** Writes the end mark into every playlist of this connection; resolves when it is written. */
  end(): Promise<void> {
    this.flush()
    this.#ending ??= this.#enqueue(async () => {
      for (const { playlist } of this.#renditions) playlist.window.end()
      if (this.#isReady) await this.#writeMediaPlaylists()
    })
    return this.#ending
  }

  #newRendition(plan: RenditionPlan, rendition: number, cipher: SegmentCipher | null): RenditionState {
    const { clock, firstNumber = 0 } = this.#options
    const targetDuration = commonTargetDuration(this.plans)
    const playlist = new RenditionPlaylist({ targetDuration, startTimeOffset: plan.startTimeOffset })
    const packager = new RenditionPackager({
      firstNumber,
      rendition,
      plan,
      cipher,
      now: () => clock.passed(),
      onFirstUnit: (seconds) => this.#startTimeline(seconds),
      // Files count from 1970: another connection of the channel goes on above this one's times, which
      // players based on FFmpeg need, although EXT-X-DISCONTINUITY would allow to start at 0 again.
      offsetSeconds: () => Math.max(-EARLIEST_SECONDS, Math.floor(this.#timelineStart / 1000)),
      // All renditions share one mapping, so that EXT-X-PROGRAM-DATE-TIME lines them up.
      wallClock: (seconds) => this.#dateOf(seconds),
      onSegment: (segment) => this.#accept(rendition, segment),
      ...(plan.lowLatency && {
        parts: {
          targetSeconds: (tracks: readonly Track[]) => playlist.listParts(targetOf(tracks)).partTarget,
          onPart: (part: PackagedPart) => this.#acceptPart(rendition, part),
        },
      }),
    })
    return { plan, packager, playlist, lateness: new Lateness(), missed: null }
  }

  #startTimeline(seconds: Seconds): void {
    if (this.#timelineStart === 0) this.#timelineStart = this.#dateOf(seconds) - seconds * 1000
  }

  /** Of what nobody has said when it came, it is known that it is here now. */
  #dateOf(seconds: Seconds): EpochMilliseconds {
    const known = this.arrivals.dateOf(seconds)
    if (known !== null) return known
    this.arrivals.arrived(seconds * 1000, this.#options.clock.now())
    return this.#dateOf(seconds)
  }

  #active(): readonly RenditionState[] {
    return this.#renditions.filter(({ packager, playlist }) => playlist.listedCount > 0 || packager.hasTracks)
  }

  #enqueue(task: () => Promise<void> | void): Promise<void> {
    this.#work = this.#work.then(task).catch((error: unknown) => {
      this.#options.logger.error({ err: error }, 'a step of the HLS packager failed')
    })
    return this.#work
  }

  #accept(rendition: number, segment: PackagedSegment): void {
    const state = this.#renditions[rendition]
    if (!state) return
    this.#tap(rendition, segment)
    const bytes = segment.file.bytes.length
    if (this.#waitingBytes + bytes > MAXIMUM_WAITING_BYTES) {
      this.#options.logger.warn({ rendition }, 'the disk is too slow; a segment is left out')
      state.missed = { init: segment.init ?? state.missed?.init ?? null }
      void this.#enqueue(() => this.#leaveOut(rendition, state, segment.nextPart))
      return
    }
    const init = segment.init ?? state.missed?.init ?? null
    const discontinuity = segment.listed.discontinuity || state.missed !== null
    state.missed = null
    this.#waitingBytes += bytes
    void this.#enqueue(async () => {
      const { store } = this.#options
      if (init) await store.write(`${this.#folder}/${init.name}`, init.bytes)
      await store.write(`${this.#folder}/${segment.file.name}`, segment.file.bytes)
      this.#waitingBytes -= bytes
      await this.#list(rendition, state, { ...segment, listed: { ...segment.listed, discontinuity } })
    })
  }

  #acceptPart(rendition: number, { file, init, part, isLast }: PackagedPart): void {
    const state = this.#renditions[rendition]
    if (!state) return
    const bytes = file.bytes.length
    if (this.#waitingBytes + bytes > MAXIMUM_WAITING_BYTES) return
    const neededInit = init ?? state.missed?.init ?? null
    const head = state.missed ? { ...part.head, discontinuity: true } : part.head
    this.#waitingBytes += bytes
    void this.#enqueue(async () => {
      const { store, clock } = this.#options
      if (neededInit) await store.write(`${this.#folder}/${neededInit.name}`, neededInit.bytes)
      await store.write(`${this.#folder}/${file.name}`, file.bytes)
      this.#waitingBytes -= bytes
      const listed = { ...part, head }
      state.playlist.addPart(listed, clock.passed())
      // The segment comes right behind, and is told of together with its last part.
      if (!isLast) this.#announce(rendition)
      if (this.#isReady) for (const watcher of this.#watchers) watcher.onPart(rendition, listed, isLast)
    })
  }

  #leaveOut(rendition: number, { playlist }: RenditionState, nextPart: string): void {
    playlist.leaveOut(nextPart, this.#options.clock.passed())
    this.#announce(rendition)
    if (this.#isReady) for (const watcher of this.#watchers) watcher.onLeftOut(rendition, nextPart)
  }

  #announce(rendition: number): void {
    const live = this.#isReady ? this.#liveUpdate(rendition) : null
    if (live) this.#options.store.announce(`${this.#folder}/${mediaPlaylistName(rendition)}`, live)
  }

  #liveUpdate(rendition: number): LivePlaylist | null {
    return liveUpdate(
      this.#folder,
      rendition,
      this.#renditions.map(({ playlist }) => playlist.parts),
    )
  }

  #tap(rendition: number, { clear, init, startSeconds, listed }: PackagedSegment): void {
    const { durationSeconds, discontinuity, programDateTime } = listed
    this.#options.taps?.get(rendition)?.accept({
      init: init?.bytes ?? null,
      bytes: clear,
      ...{ startSeconds, durationSeconds, discontinuity, programDateTime },
    })
  }

  async #list(rendition: number, state: RenditionState, segment: PackagedSegment): Promise<void> {
    const { clock, store } = this.#options
    const { playlist, lateness } = state
    const bytes = segment.file.bytes.length
    playlist.append(segment.listed, bytes, clock.passed(), segment.nextPart)
    const { programDateTime, durationSeconds } = segment.listed
    lateness.listed(programDateTime + durationSeconds * 1000, clock.now())
    if (this.#isReady) {
      await this.#writeMediaPlaylist(rendition)
      await this.#writeMultivariant()
      for (const watcher of this.#watchers) watcher.onListed(rendition, segment.listed, segment.nextPart)
    } else await this.#becomeReady()
    for (const uri of playlist.takeExpired(clock.passed())) await store.remove(`${this.#folder}/${uri}`)
  }

  async #becomeReady(): Promise<void> {
    const active = this.#active()
    if (this.#isReady || active.length === 0 || active.some(({ playlist }) => playlist.listedCount === 0))
      return
    await this.#writeMediaPlaylists()
    await this.#writeMultivariant()
    this.#isReady = true
    for (const watcher of this.#watchers) watcher.onReady()
    this.#options.onReady?.()
  }

  async #writeMediaPlaylists(): Promise<void> {
    for (const rendition of this.#renditions.keys()) await this.#writeMediaPlaylist(rendition)
  }

  async #writeMediaPlaylist(rendition: number): Promise<void> {
    const { listedCount, window } = this.#renditions[rendition]?.playlist ?? {}
    if (!listedCount || !window) return
    const path = `${this.#folder}/${mediaPlaylistName(rendition)}`
    await this.#options.store.write(path, window.text(), this.#liveUpdate(rendition))
  }

  async #writeMultivariant(): Promise<void> {
    if (!this.#multivariant.update(this.#renditions)) return
    const { text } = this.#multivariant
    await this.#options.store.write(multivariantPath(this.channelId, this.connectionId), text)
    for (const watcher of this.#watchers) watcher.onMultivariant()
  }
}

function targetOf(tracks: readonly Track[]): Seconds {
  const video = tracks.find((track) => track.kind === 'video')
  return partTarget(video ? video.frameRate : null)
}
