/** A test picture on air, and how far the dates of its segments are from the clock that is in it. */
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { mediaPlaylists } from './broadcast.ts'
import type { Viewer } from './broadcast.ts'
import { firstPicture, readClock, sinceShown, TEST_PICTURE_SIZE } from './burnt-clock.ts'
import { signIn } from './console-client.ts'
import { validateMediaPlaylist } from './hls.ts'
import { createRtmpChannel, RENDITION_360 } from './live-client.ts'
import type { RunningService } from './service.ts'

/** The media playlist of a channel that transcodes the test picture, in segments of 1 s, once it is there. */
export async function testPictureOnAir({ ready }: RunningService, viewer: Viewer): Promise<string> {
  const console = await signIn(ready, ready)
  const hls = [{ ...RENDITION_360, durationSeconds: 1, startTimeOffset: -3 }]
  const { channel_id, playlist_url } = await createRtmpChannel(ready, { hls })
  await console.done(CONSOLE_API.channels.startTestPicture, { params: { id: channel_id } })
  const [media = ''] = mediaPlaylists(await viewer.until(playlist_url, 'the playlist'), playlist_url)
  return media
}

/**
 * How much later than by the clock in its first picture each listed segment is dated, ms, by its address.
 * @param known those that are not looked at again
 */
export async function dateErrors(
  url: string,
  viewer: Viewer,
  known: ReadonlyMap<string, number> = new Map(),
): Promise<Map<string, number>> {
  const faults: string[] = []
  const segments = validateMediaPlaylist((await viewer.text(url)) ?? '', url, faults)?.segments ?? []
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const errors = new Map<string, number>()
  for (const { uri, map, programDateTime } of segments.filter((segment) => !known.has(segment.uri))) {
    const files = [map.uri, uri].map((file) => viewer.bytes(new URL(file, url).href))
    const shown = readClock(firstPicture(Buffer.concat(await Promise.all(files)), TEST_PICTURE_SIZE))
    errors.set(uri, sinceShown(shown, programDateTime?.getTime() ?? Number.NaN))
  }
  return errors
}
