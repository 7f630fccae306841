/** What one rendition of one connection has listed: its playlist, its bit rates and the files to remove. */
import type { EpochMilliseconds, Seconds } from '../../contract/units.ts'
import { BitRateMeter } from '../../protocol/hls/bit-rate-meter.ts'
import type { ListedSegment } from '../../protocol/hls/media-playlist.ts'
import { PlaylistWindow } from '../../protocol/hls/playlist-window.ts'
import { targetDuration } from '../../protocol/hls/target-duration.ts'
import type { RenditionPlan } from '../../contract/media.ts'
import type { Bytes } from '../../contract/units.ts'

/** See the head of this file. */
export class RenditionPlaylist {
  readonly window: PlaylistWindow
  readonly meter: BitRateMeter
  readonly #leaving: { readonly uri: string; readonly at: EpochMilliseconds }[] = []
  #longestSeconds: Seconds = 0
  #listedCount = 0

  constructor({ segmentSeconds, startTimeOffset }: RenditionPlan) {
    const target = targetDuration(segmentSeconds)
    this.window = new PlaylistWindow({ targetDuration: target, startTimeOffset })
    this.meter = new BitRateMeter(target)
  }

  /** Segments listed so far, those that have left included. */
  get listedCount(): number {
    return this.#listedCount
  }

  /** @param bytes size of the segment's file */
  append(segment: ListedSegment, bytes: Bytes, now: EpochMilliseconds): void {
    this.meter.add(bytes, segment.durationSeconds)
    const removed = this.window.append(segment)
    this.#listedCount += 1
    this.#longestSeconds = Math.max(this.#longestSeconds, this.window.durationSeconds)
    for (const { uri, durationSeconds } of removed) {
      this.#leaving.push({ uri, at: now + (durationSeconds + this.#longestSeconds) * 1000 })
    }
  }

  /**
   * Segments whose files may go now. A segment that left the playlist stays for its own length and that
   * of the longest playlist that listed it (RFC 8216 6.2.2): a client that has loaded that playlist may
   * still ask for it. The channel's playlist drops a segment at the same moment as its connection's.
   */
  takeExpired(now: EpochMilliseconds): readonly string[] {
    const count = this.#leaving.findIndex(({ at }) => at > now)
    return this.#leaving.splice(0, count === -1 ? this.#leaving.length : count).map(({ uri }) => uri)
  }
}
