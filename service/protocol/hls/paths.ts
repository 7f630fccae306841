/**
 * Addresses of playlists and segments below the root of the HLS origin; the same paths name the files on
 * disk. Anything that does not match the grammar here does not exist.
 */
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'

const ID = '[0-9A-HJKMNP-TV-Z]{26}'
const NUMBER = '(?:0|[1-9][0-9]{0,8})'
const PLAYLIST = new RegExp(`^(${ID})/(?:(${ID})/)?(index|r${NUMBER})\\.m3u8$`)
const MEDIA = new RegExp(
  `^(${ID})/(${ID})/r${NUMBER}/(?:${NUMBER}(?:\\.${NUMBER})?\\.m4s|init-${NUMBER}\\.mp4)$`,
)

export type HlsFileKind = 'playlist' | 'segment' | 'init'

/** What a path names. */
export interface HlsPath {
  readonly kind: HlsFileKind
  readonly channelId: ChannelId
  /** Null for the channel's own playlists. */
  readonly connectionId: ConnectionId | null
  /** Relative to the root, with `/` between its parts. */
  readonly path: string
}

/**
 * Below this folder of addresses the origin serves the same to the console's own player, which is no viewer. Playlists
 * name their files relative to themselves, so that a player stays below it.
 */
export const PREVIEW_FOLDER = 'preview'

/**
 * Below this folder and a token the origin serves the same to who has an address that expires. A path of its own and
 * not a query: every address in a playlist is relative, so each player, native ones too, asks for all of it with the
 * token, and no playlist is written twice.
 */
export const SIGNED_FOLDER = 'signed'

/** What players ask for: a file, and as whom. */
export interface OriginAddress {
  /** Null for an address that is not signed. */
  readonly token: string | null
  readonly isPreview: boolean
  readonly path: HlsPath
}

const ADDRESS = new RegExp(`^(?:${SIGNED_FOLDER}/([\\w.-]{1,160})/)?(${PREVIEW_FOLDER}/)?(.*)$`)

/** @returns what `address` names (no leading slash, no query), or null where it is outside the grammar */
export function parseOriginAddress(address: string): OriginAddress | null {
  const [, token, preview, rest = ''] = ADDRESS.exec(address) ?? []
  const path = parseHlsPath(rest)
  return path && { token: token ?? null, isPreview: preview !== undefined, path }
}

/** Folder of a channel, or of one connection of it. */
export function hlsFolder(channelId: ChannelId, connectionId: ConnectionId | null = null): string {
  return connectionId === null ? channelId : `${channelId}/${connectionId}`
}

/** The multivariant playlist of a channel, or of one connection of it. */
export function multivariantPath(channelId: ChannelId, connectionId: ConnectionId | null = null): string {
  return `${hlsFolder(channelId, connectionId)}/index.m3u8`
}

/** A media playlist's address relative to the multivariant playlist beside it. */
export function mediaPlaylistName(rendition: number): string {
  return `r${rendition}.m3u8`
}

/** A segment's address relative to its connection's folder. */
export function segmentName(rendition: number, number: number): string {
  return `r${rendition}/${number}.m4s`
}

/** The address of a part of a segment, relative to its connection's folder. */
export function partName(rendition: number, number: number, part: number): string {
  return `r${rendition}/${number}.${part}.m4s`
}

/** An initialization segment's address relative to its connection's folder. */
export function initName(rendition: number, number: number): string {
  return `r${rendition}/init-${number}.mp4`
}

/** @returns what `path` names (no leading slash, no query), or null where it is outside the grammar */
export function parseHlsPath(path: string): HlsPath | null {
  const match = PLAYLIST.exec(path) ?? MEDIA.exec(path)
  if (!match) return null
  return {
    kind: path.endsWith('.m3u8') ? 'playlist' : path.endsWith('.m4s') ? 'segment' : 'init',
    channelId: match[1] as ChannelId,
    connectionId: (match[2] ?? null) as ConnectionId | null,
    path,
  }
}
