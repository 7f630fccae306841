/** One stream's way into a store: its segments, then the media playlists that name them, then the multivariant one. */
import type { EpochMilliseconds, Seconds } from '../../contract/units.ts'
import { allOrFirstError } from '../../platform/all-or-first-error.ts'
import { writeMediaPlaylist } from '../../protocol/hls/media-playlist.ts'
import type { ListedSegment, MediaPlaylist } from '../../protocol/hls/media-playlist.ts'
import { readMediaPlaylist, variantUris } from '../../protocol/hls/read-media-playlist.ts'
import { freshOf, lagOf, nextPlaylist, resumeAt, resumed } from './follow.ts'
import type { Fresh } from './follow.ts'
import { MULTIVARIANT } from './live-folder.ts'
import type { LiveStream } from './live-folder.ts'
import type { Place } from './place.ts'

/** So many segments of a rendition go before its playlist does, where more are to be caught up. */
const AT_ONCE = 4

export interface Lag {
  readonly segments: number
  readonly seconds: Seconds
}

interface PushedList {
  /** As the store has it, or had it when it last said so; null where it has none. */
  playlist: MediaPlaylist | null
  text: string
  /** False where a put was not answered, or was made by an earlier run: then the store is asked. */
  isSure: boolean
}

interface Rendition {
  readonly name: string
  readonly list: PushedList
  readonly origin: MediaPlaylist
  readonly fresh: Fresh
}

/** A gap on its way into all renditions. */
interface Resumption {
  readonly from: EpochMilliseconds
  /** Media playlists that do not have it yet; the others wait for them. */
  readonly left: Set<string>
}

/** See the head of this file. Its calls are made one after the other. */
export class StreamPush {
  /** As in LiveStream. */
  readonly folder: string
  readonly #place: Place
  readonly #lists = new Map<string, PushedList>()
  /** Null where the store has none, empty where it has one of an earlier run. */
  #multivariant: string | null
  /** Addresses whose files were gone when they were to be pushed. */
  readonly #gone = new Set<string>()
  #resumption: Resumption | null = null
  #gaps = 0

  /** @param names playlists that the store has from an earlier run */
  constructor(place: Place, folder: string, names: readonly string[]) {
    this.#place = place
    this.folder = folder
    for (const name of names) {
      if (name !== MULTIVARIANT) this.#lists.set(name, { playlist: null, text: '', isSure: false })
    }
    this.#multivariant = names.includes(MULTIVARIANT) ? '' : null
  }

  /** Discontinuities that were left. */
  get gaps(): number {
    return this.#gaps
  }

  /** Media files that the pushed playlists name, relative to the channel's folder. */
  get named(): readonly string[] {
    return this.#pushed().flatMap(({ segments }) => segments.flatMap(this.#filesOf))
  }

  /** Of the longest pushed playlist. */
  get listedSeconds(): Seconds {
    const lengths = this.#pushed().map(({ segments }) =>
      segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    )
    return Math.max(0, ...lengths)
  }

  /** How far the store is behind; the most of all renditions. */
  lag({ media }: LiveStream): Lag {
    const lags = [...media].map(([name, origin]) => lagOf(this.#lists.get(name)?.playlist ?? null, origin))
    return {
      segments: Math.max(0, ...lags.map(({ segments }) => segments)),
      seconds: Math.max(0, ...lags.map(({ seconds }) => seconds)),
    }
  }

  /**
   * Brings the store closer to what the origin serves.
   * @param keep what the origin has no more stays
   * @returns true where another pass has more to bring
   * @throws StoreError
   */
  async pass(live: LiveStream, keep: boolean): Promise<boolean> {
    const renditions = await this.#look(live)
    this.#noticeGap(renditions)
    const resumption = this.#resumption
    const turn = resumption
      ? renditions.filter(({ name, list }) => resumption.left.has(name) || !list.playlist)
      : renditions
    const more = await allOrFirstError(turn.map((rendition) => this.#push(rendition)))
    const isOver = resumption?.left.size === 0
    if (isOver) this.#resumption = null
    await this.#pushMultivariant(live)
    if (!keep) await this.#removeOthers(live)
    return more.includes(true) || isOver
  }

  /** The end mark, for viewers of what the origin does not serve any more. */
  async end(): Promise<void> {
    for (const [name, list] of this.#lists) {
      const playlist = await this.#known(name, list)
      if (playlist && !playlist.ended) await this.#write(name, list, { ...playlist, ended: true })
    }
  }

  /** Removes the playlists, the multivariant one first: it never names one that is gone. */
  async remove(): Promise<void> {
    await this.#removeMultivariant()
    for (const name of [...this.#lists.keys()]) await this.#removeList(name)
  }

  #pushed(): readonly MediaPlaylist[] {
    return [...this.#lists.values()].flatMap(({ playlist }) => playlist ?? [])
  }

  async #removeMultivariant(): Promise<void> {
    if (this.#multivariant !== null) await this.#place.remove(this.folder + MULTIVARIANT)
    this.#multivariant = null
  }

  async #removeList(name: string): Promise<void> {
    await this.#place.remove(this.folder + name)
    this.#lists.delete(name)
  }

  /** Playlists that the origin has no more. */
  async #removeOthers(live: LiveStream): Promise<void> {
    const others = [...this.#lists.keys()].filter((name) => !live.media.has(name))
    if (others.length === 0) return
    const named = variantUris(this.#multivariant ?? '')
    if (live.multivariant === null || named.some((uri) => others.includes(uri)))
      await this.#removeMultivariant()
    for (const name of others) await this.#removeList(name)
  }

  async #look(live: LiveStream): Promise<Rendition[]> {
    const listed = new Set([...live.media.values()].flatMap(({ segments }) => segments.map(({ uri }) => uri)))
    for (const uri of this.#gone) if (!listed.has(uri)) this.#gone.delete(uri)
    const renditions: Rendition[] = []
    for (const [name, origin] of live.media) {
      const list = this.#lists.get(name) ?? { playlist: null, text: '', isSure: true }
      this.#lists.set(name, list)
      const pushed = await this.#known(name, list)
      renditions.push({ name, list, origin, fresh: freshOf(pushed, origin, this.#gone) })
    }
    return renditions
  }

  #noticeGap(renditions: readonly Rendition[]): void {
    const from = resumeAt(renditions.map(({ fresh }) => fresh))
    if (this.#resumption || from === null) return
    const begun = renditions.filter(
      ({ list, origin }) => list.playlist && !(origin.ended && list.playlist.ended),
    )
    this.#resumption = { from, left: new Set(begun.map(({ name }) => name)) }
    this.#gaps += 1
  }

  /** What the store has of a playlist; nothing where it has not all that is named there. */
  async #known(name: string, list: PushedList): Promise<MediaPlaylist | null> {
    if (list.isSure) return list.playlist
    const text = await this.#place.read(this.folder + name)
    const read = text === null ? null : readMediaPlaylist(text)
    const files = (read?.segments ?? []).flatMap(this.#filesOf)
    // Where somebody has removed some of it, the playlist begins anew.
    const isWhole = await this.#place.hasAll(files)
    list.playlist = isWhole ? read : null
    list.text = (isWhole ? text : null) ?? ''
    list.isSure = true
    return list.playlist
  }

  /** @returns true where more is left */
  async #push({ name, list, origin, fresh }: Rendition): Promise<boolean> {
    const { playlist } = list
    const resumption = this.#resumption?.left.has(name) ? this.#resumption : null
    const segments = resumption ? resumed(fresh, resumption.from) : fresh.segments
    // It goes on with the others when it has something from there on.
    if (resumption && segments.length === 0 && !origin.ended) return false
    const batch = playlist ? segments.slice(0, AT_ONCE) : segments
    const there = await allOrFirstError(batch.map((segment) => this.#putSegment(segment)))
    if (there.includes(false)) return true
    const isAll = batch.length === segments.length
    const isOver = playlist?.ended === true && batch.length === 0
    if (batch.length > 0 || (playlist && !isOver)) {
      await this.#write(name, list, nextPlaylist(playlist, origin, batch, isAll))
    }
    resumption?.left.delete(name)
    return !isAll
  }

  /** @returns false where it is not on disk any more */
  async #putSegment(segment: ListedSegment): Promise<boolean> {
    const there = await allOrFirstError(this.#filesOf(segment).map((file) => this.#place.put(file)))
    if (there.includes(false)) this.#gone.add(segment.uri)
    return !there.includes(false)
  }

  async #write(name: string, list: PushedList, playlist: MediaPlaylist): Promise<void> {
    const text = writeMediaPlaylist(playlist)
    if (text === list.text) return
    list.isSure = false
    await this.#place.putPlaylist(this.folder + name, text, playlist.targetDuration)
    Object.assign(list, { playlist, text, isSure: true })
  }

  async #pushMultivariant({ multivariant, media }: LiveStream): Promise<void> {
    if (multivariant === null || multivariant === this.#multivariant) return
    if (variantUris(multivariant).some((uri) => !this.#lists.get(uri)?.playlist)) return
    const ages = [...media.values()].map(({ targetDuration }) => targetDuration)
    // Where the put is not answered, it is made again.
    this.#multivariant = ''
    await this.#place.putPlaylist(this.folder + MULTIVARIANT, multivariant, Math.min(...ages))
    this.#multivariant = multivariant
  }

  readonly #filesOf = ({ uri, mapUri }: ListedSegment): string[] => [this.folder + mapUri, this.folder + uri]
}
