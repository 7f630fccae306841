/** Playlists as a player needs them (RFC 8216). */
import { parse, setOptions } from 'hls-parser'
import type { types } from 'hls-parser'

setOptions({ strictMode: true, silent: true })

/** A line of the multivariant playlist. */
export interface Variant {
  /** Of its media playlist. */
  readonly url: string
  /** Bits per second. */
  readonly bandwidth: number
  readonly averageBandwidth: number | null
  /** As `avc1.4d401e,mp4a.40.2`; empty where the playlist says none. */
  readonly codecs: string
  /** Pixels; null where there are no pictures. */
  readonly width: number | null
  readonly height: number | null
  /** Pictures per second. */
  readonly frameRate: number | null
}

/** A line of a media playlist. */
export interface ListedSegment {
  readonly url: string
  /** What comes before its first byte; null for none. */
  readonly initUrl: string | null
  /** Its number in the playlist's count. */
  readonly sequence: number
  readonly durationSeconds: number
  readonly programDateTime: Date | null
  /** True: what is in it does not go on from the one before. */
  readonly discontinuity: boolean
  readonly key: { readonly uri: string; readonly iv: Uint8Array | null } | null
}

export interface MediaPlaylist {
  readonly url: string
  readonly text: string
  readonly targetDurationSeconds: number
  /** True: nothing comes behind it. */
  readonly ended: boolean
  readonly segments: readonly ListedSegment[]
}

/** @throws Error where the text is no multivariant playlist */
export function readVariants(text: string, url: string): Variant[] {
  const playlist = parse(text)
  if (!playlist.isMasterPlaylist) throw new Error(`${url} is not a multivariant playlist.`)
  return playlist.variants.map((variant) => ({
    url: new URL(variant.uri, url).href,
    bandwidth: variant.bandwidth,
    averageBandwidth: variant.averageBandwidth ?? null,
    codecs: variant.codecs ?? '',
    width: variant.resolution?.width ?? null,
    height: variant.resolution?.height ?? null,
    frameRate: variant.frameRate ?? null,
  }))
}

/** What a playlist of low latency has besides its whole segments (draft-pantos-hls-rfc8216bis 4.4). */
const PARTS = /^#EXT-X-(?:SERVER-CONTROL|PART-INF|PART|PRELOAD-HINT|RENDITION-REPORT):.*\n/gm

/** Whole segments only, also of a playlist that lists them in parts. @throws Error where the text is no media playlist */
export function readMediaPlaylist(text: string, url: string): MediaPlaylist {
  const playlist = parse(text.replace(PARTS, ''))
  if (playlist.isMasterPlaylist) throw new Error(`${url} is not a media playlist.`)
  let map: string | null = null
  // The tags of a segment that is not whole yet may stand behind the last one.
  const whole = playlist.segments.filter(({ uri }) => uri !== '')
  const segments = whole.map((segment) => {
    const own = mapOf(segment)
    map = own ? new URL(own.uri, url).href : map
    return listed(segment, map, url)
  })
  const { targetDuration, endlist } = playlist
  return { url, text, targetDurationSeconds: targetDuration, ended: endlist, segments }
}

/** The library's types say that each segment has one. */
const mapOf = ({ map }: { readonly map?: types.MediaInitializationSection }) => map

/** True for a multivariant playlist, false for a media playlist. @throws Error for what is neither */
export function isMultivariant(text: string): boolean {
  return parse(text).isMasterPlaylist
}

function listed(segment: types.Segment, initUrl: string | null, url: string): ListedSegment {
  const { key, programDateTime, mediaSequenceNumber, duration, discontinuity } = segment
  const isEncrypted = key && key.method !== 'NONE' && key.uri !== undefined
  return {
    url: new URL(segment.uri, url).href,
    initUrl,
    sequence: mediaSequenceNumber,
    durationSeconds: duration,
    programDateTime: programDateTime ?? null,
    discontinuity: discontinuity ?? false,
    key: isEncrypted
      ? { uri: new URL(key.uri ?? '', url).href, iv: key.iv ? new Uint8Array(key.iv) : null }
      : null,
  }
}
