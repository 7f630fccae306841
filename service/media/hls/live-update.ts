import type { LivePlaylist } from '../../protocol/hls/live-playlist.ts'
import type { PartList } from '../../protocol/hls/part-list.ts'
import { mediaPlaylistName } from '../../protocol/hls/paths.ts'

/**
 * What viewers get of a rendition's playlist now, with how far the others beside it are.
 * @param folder of the playlists, below the root of the origin
 * @param all by rendition
 * @returns null where its segments are not listed in parts
 */
export function liveUpdate(
  folder: string,
  rendition: number,
  all: readonly (PartList | null)[],
): LivePlaylist | null {
  const own = all[rendition]
  if (!own) return null
  const reports = all.flatMap((list, other) =>
    list === own ? [] : (list?.report(mediaPlaylistName(other)) ?? []),
  )
  return own.playlist(folder, reports)
}
