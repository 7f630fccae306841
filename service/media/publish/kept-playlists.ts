/** What an earlier run may have left without its end mark where everything stays. All of it would be too much to list. */
import { ID_PATTERN } from '../../contract/ids.ts'
import { allOrFirstError } from '../../platform/all-or-first-error.ts'
import { readMediaPlaylist, variantUris } from '../../protocol/hls/read-media-playlist.ts'
import { MEDIA_PLAYLIST, MULTIVARIANT } from './live-folder.ts'
import type { LiveStream } from './live-folder.ts'
import type { Place } from './place.ts'

type Playlists = Pick<Place, 'read'>

/**
 * The channel's own playlists, and those of connections that these name or the origin has.
 * @param live what the origin has
 * @returns names of playlists in the store
 * @throws StoreError
 */
export async function keptPlaylists(place: Playlists, live: readonly LiveStream[]): Promise<string[]> {
  const own = await playlistsIn(place, '')
  const texts = await allOrFirstError(own.map((name) => place.read(name)))
  const named = texts.flatMap((text) => connectionsIn(text ?? ''))
  const connections = new Set(
    [...named, ...live.map(({ folder }) => folder)].filter((folder) => folder !== ''),
  )
  const others = await allOrFirstError([...connections].map((folder) => playlistsIn(place, folder)))
  return [...own, ...others.flat()]
}

async function playlistsIn(place: Playlists, folder: string): Promise<string[]> {
  const text = await place.read(folder + MULTIVARIANT)
  if (text === null) return []
  const media = variantUris(text).filter((name) => MEDIA_PLAYLIST.test(name))
  return [MULTIVARIANT, ...media].map((name) => folder + name)
}

/** Folders of connections whose segments a playlist of the channel names. */
function connectionsIn(text: string): string[] {
  const segments = readMediaPlaylist(text)?.segments ?? []
  const ids = segments.map(({ uri }) => uri.slice(0, uri.indexOf('/')))
  return ids.filter((id) => ID_PATTERN.test(id)).map((id) => `${id}/`)
}
