/** What the media files of a channel are called in a store, and which objects there are the channel's own. */
import type { ChannelId } from '../../contract/ids.ts'
import { parseHlsPath } from '../../protocol/hls/paths.ts'

/** Names are relative to the channel's folder. */
export interface StoredNames {
  /** @param uri of a media file, as a playlist of the origin names it; the result is what the pushed one names */
  readonly ofUri: (uri: string) => string
  /** Of the file that is stored under `name`. */
  onDisk(name: string): string
  /** Those of all names there that were pushed and may be removed: none of a recording. */
  own(names: readonly string[]): string[]
}

/** What only a recording has in the folder of a rendition. Its init-0.mp4 is called as one that was pushed. */
const RECORDED = /^[^/]+\/[^/]+\/(index\.m3u8|recording\.mp4|0\d{5,}\.m4s)$/
/** Segments of recordings have six digits at least. */
const SHORT_NUMBER = /\/\d{1,5}\.m4s$/
/** Added to the number in a folder's name. No channel has as many renditions, so no recording is there. */
const BESIDE = 1000

/**
 * @param besideRecordings true where the channel's recordings lie in the same folder: then media files go into folders
 *   of their own, so that neither replaces or removes what the other has. Playlists stay where viewers ask for them
 */
export function storedNames(channelId: ChannelId, besideRecordings: boolean): StoredNames {
  const isOfOrigin = (name: string) => parseHlsPath(`${channelId}/${name}`) !== null
  if (!besideRecordings) {
    return {
      ofUri: (uri) => uri,
      onDisk: (name) => name,
      own(names) {
        // Another destination may lead here by another address: what looks recorded is let alone.
        const recorded = new Set(names.filter((name) => RECORDED.test(name)).map(folderOf))
        return names.filter((name) => isOfOrigin(name) && !recorded.has(folderOf(name)))
      },
    }
  }
  // What was pushed before recordings came here has the origin's names.
  const isNoRecordings = (name: string) =>
    name.endsWith('.m3u8') || renditionOf(name) >= BESIDE || SHORT_NUMBER.test(name)
  return {
    ofUri: (uri) => moved(uri, BESIDE),
    onDisk: (name) => moved(name, -BESIDE),
    own: (names) => names.filter((name) => isOfOrigin(name) && isNoRecordings(name)),
  }
}

const IN_RENDITION = /r(\d+)\/([^/]+)$/

const moved = (name: string, by: number): string =>
  name.replace(IN_RENDITION, (_, rendition: string, file: string) => `r${Number(rendition) + by}/${file}`)

const renditionOf = (name: string): number => Number(IN_RENDITION.exec(name)?.[1] ?? 0)

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)
