/** Multivariant playlists (RFC 8216 4.3.4, where they still have their older name). */
import type { Track } from '../../contract/media.ts'
import type { BitsPerSecond } from '../../contract/units.ts'
import { codecString } from './codec-string.ts'
import { PLAYLIST_VERSION } from './media-playlist.ts'

export interface Variant {
  /** Of the media playlist, relative to this one. */
  readonly uri: string
  /** Largest segment bit rate. */
  readonly bandwidthBps: BitsPerSecond
  readonly averageBandwidthBps: BitsPerSecond
  readonly tracks: readonly Track[]
}

/** The text of a multivariant playlist; the first variant is the one that players start with. */
export function writeMultivariantPlaylist(variants: readonly Variant[]): string {
  const lines = ['#EXTM3U', `#EXT-X-VERSION:${PLAYLIST_VERSION}`, '#EXT-X-INDEPENDENT-SEGMENTS']
  for (const variant of variants) {
    lines.push(`#EXT-X-STREAM-INF:${attributes(variant).join(',')}`, variant.uri)
  }
  return `${lines.join('\n')}\n`
}

function attributes(variant: Variant): string[] {
  const video = variant.tracks.find((track) => track.kind === 'video')
  return [
    `BANDWIDTH=${variant.bandwidthBps}`,
    `AVERAGE-BANDWIDTH=${variant.averageBandwidthBps}`,
    `CODECS="${codecString(variant.tracks)}"`,
    ...(video
      ? [`RESOLUTION=${video.width}x${video.height}`, `FRAME-RATE=${video.frameRate.toFixed(3)}`]
      : []),
  ]
}
