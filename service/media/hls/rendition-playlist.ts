/** What one rendition of one connection has listed: its playlist, its bit rates and the files to remove. */
import type { Bytes, Milliseconds, Seconds } from '../../contract/units.ts'
import { BitRateMeter } from '../../protocol/hls/bit-rate-meter.ts'
import type { ListedPart } from '../../protocol/hls/low-latency-playlist.ts'
import type { ListedSegment } from '../../protocol/hls/media-playlist.ts'
import { PartList } from '../../protocol/hls/part-list.ts'
import type { NewPart } from '../../protocol/hls/part-list.ts'
import { partsListedFor } from '../../protocol/hls/part-target.ts'
import { PlaylistWindow } from '../../protocol/hls/playlist-window.ts'
import type { WindowOptions } from '../../protocol/hls/playlist-window.ts'

/** See the head of this file. All of its times are monotonic. */
export class RenditionPlaylist {
  readonly window: PlaylistWindow
  readonly meter: BitRateMeter
  readonly #leaving = new Leaving()
  readonly #leavingParts = new Leaving()
  #parts: PartList | null = null
  #longestSeconds: Seconds = 0
  #listedCount = 0

  constructor(options: WindowOptions) {
    this.window = new PlaylistWindow(options)
    this.meter = new BitRateMeter(options.targetDuration)
  }

  /** Segments listed so far, those that have left included. */
  get listedCount(): number {
    return this.#listedCount
  }

  /** Null where segments are not listed in parts. */
  get parts(): PartList | null {
    return this.#parts
  }

  /** Segments are listed in parts from now on. The target stays what it was first (draft-pantos-hls-rfc8216bis 4.4.3.7). */
  listParts(target: Seconds): PartList {
    this.#parts ??= new PartList(this.window, target)
    return this.#parts
  }

  /** Does nothing where segments are not listed in parts. */
  addPart(part: NewPart, now: Milliseconds): void {
    this.#forget(this.#parts?.add(part) ?? [], now)
  }

  /** The segment whose parts were listed last is not listed itself. @param nextPart see PackagedSegment */
  leaveOut(nextPart: string, now: Milliseconds): void {
    this.#forget(this.#parts?.close(nextPart, null) ?? [], now)
  }

  /** @param bytes size of the segment's file @param nextPart see PackagedSegment */
  append(segment: ListedSegment, bytes: Bytes, now: Milliseconds, nextPart: string): void {
    this.meter.add(bytes, segment.durationSeconds)
    const removed = this.window.append(segment)
    this.#listedCount += 1
    this.#longestSeconds = Math.max(this.#longestSeconds, this.window.durationSeconds)
    for (const { uri, durationSeconds } of removed) {
      this.#leaving.add(uri, now + (durationSeconds + this.#longestSeconds) * 1000)
    }
    this.#forget(this.#parts?.close(nextPart) ?? [], now)
  }

  /**
   * Segments whose files may go now. A segment that left the playlist stays for its own length and that
   * of the longest playlist that listed it (RFC 8216 6.2.2): a client that has loaded that playlist may
   * still ask for it. The channel's playlist drops a segment at the same moment as its connection's.
   */
  takeExpired(now: Milliseconds): readonly string[] {
    return [...this.#leavingParts.take(now), ...this.#leaving.take(now)]
  }

  /** The channel's playlist lists the same parts for as long, give or take a segment that is longer. */
  #forget(parts: readonly ListedPart[], now: Milliseconds): void {
    const { targetDuration } = this.window
    const at = now + (partsListedFor(targetDuration) + targetDuration) * 1000
    for (const { uri } of parts) this.#leavingParts.add(uri, at)
  }
}

/** What is to be removed, in that order. */
class Leaving {
  readonly #files: { readonly uri: string; readonly at: Milliseconds }[] = []

  add(uri: string, at: Milliseconds): void {
    this.#files.push({ uri, at })
  }

  take(now: Milliseconds): readonly string[] {
    const count = this.#files.findIndex(({ at }) => at > now)
    return this.#files.splice(0, count === -1 ? this.#files.length : count).map(({ uri }) => uri)
  }
}
