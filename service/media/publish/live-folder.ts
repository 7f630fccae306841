/** What the origin serves of a channel at this moment, as it is on disk. */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ID_PATTERN } from '../../contract/ids.ts'
import { errorCode } from '../../platform/error-code.ts'
import type { MediaPlaylist } from '../../protocol/hls/media-playlist.ts'
import { readMediaPlaylist } from '../../protocol/hls/read-media-playlist.ts'

/** The playlists of one connection, or the channel's own. */
export interface LiveStream {
  /** Empty for the channel's own, else the connection's folder with a slash behind it. */
  readonly folder: string
  /** Null where there is none (yet). */
  readonly multivariant: string | null
  /** By name. */
  readonly media: ReadonlyMap<string, MediaPlaylist>
}

export const MULTIVARIANT = 'index.m3u8'
export const MEDIA_PLAYLIST = /^r\d+\.m3u8$/

/**
 * @param ofUri what a media file is called that the origin's playlists name so
 * @returns a channel's own playlists behind those of its connections; nothing where there is no folder
 * @throws Error of the file system
 */
export async function readLiveFolder(folder: string, ofUri: (uri: string) => string): Promise<LiveStream[]> {
  const names = await namesIn(folder)
  const holders = [...names.filter((name) => ID_PATTERN.test(name)).map((name) => `${name}/`), '']
  const streams = await Promise.all(holders.map((holder) => readStream(folder, holder, ofUri)))
  return streams.filter(({ media }) => media.size > 0)
}

async function readStream(root: string, folder: string, ofUri: (uri: string) => string): Promise<LiveStream> {
  const path = join(root, folder)
  // Read first: each media playlist that it names was written before it.
  const multivariant = await textOf(join(path, MULTIVARIANT))
  const media = new Map<string, MediaPlaylist>()
  const names = (await namesIn(path)).filter((name) => MEDIA_PLAYLIST.test(name)).sort()
  for (const name of names) {
    const text = await textOf(join(path, name))
    const playlist = text === null ? null : readMediaPlaylist(text)
    if (playlist && playlist.segments.length > 0) media.set(name, renamed(playlist, ofUri))
  }
  return { folder, multivariant, media }
}

const renamed = (
  { segments, ...playlist }: MediaPlaylist,
  ofUri: (uri: string) => string,
): MediaPlaylist => ({
  ...playlist,
  segments: segments.map((one) => ({ ...one, uri: ofUri(one.uri), mapUri: ofUri(one.mapUri) })),
})

async function namesIn(folder: string): Promise<string[]> {
  return (await orNothing(readdir(folder))) ?? []
}

const textOf = (path: string): Promise<string | null> => orNothing(readFile(path, 'utf8'))

async function orNothing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}
