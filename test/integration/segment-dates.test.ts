/** The dates of segments, as viewers get them, against the clock that is in the picture itself. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { mediaPlaylists, viewerOf } from '../support/broadcast.ts'
import type { Viewer } from '../support/broadcast.ts'
import { firstPicture, readClock, sinceShown } from '../support/burnt-clock.ts'
import { signIn } from '../support/console-client.ts'
import { validateMediaPlaylist } from '../support/hls.ts'
import { createRtmpChannel, RENDITION_360 } from '../support/live-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

/** As the test picture draws itself. */
const DRAWN = { width: 1280, height: 720 }
const SEGMENTS = 6
const NEAR_MS = 200

let service: RunningService
let viewer: Viewer
beforeAll(async () => {
  service = await startService()
  viewer = viewerOf(service)
})
afterAll(async () => {
  await viewer.close()
  await service.stop()
})

/** How much later than by its own clock each segment of a media playlist is dated, ms. */
async function errorsOf(url: string): Promise<number[]> {
  const text = (await viewer.text(url)) ?? ''
  const faults: string[] = []
  const segments = validateMediaPlaylist(text, url, faults)?.segments ?? []
  expect(faults).toEqual([])
  return Promise.all(
    segments.map(async ({ uri, map, programDateTime }) => {
      const files = [map.uri ?? '', uri].map((file) => viewer.bytes(new URL(file, url).href))
      const shown = readClock(firstPicture(Buffer.concat(await Promise.all(files)), DRAWN))
      return sinceShown(shown, programDateTime?.getTime() ?? Number.NaN)
    }),
  )
}

it('segments are dated by when their pictures were taken', async () => {
  const console = await signIn(service.ready, service.ready)
  const rendition = { ...RENDITION_360, durationSeconds: 1, startTimeOffset: -3 }
  const { channel_id, playlist_url } = await createRtmpChannel(service.ready, { hls: [rendition] })
  await console.done(CONSOLE_API.channels.startTestPicture, { params: { id: channel_id } })
  const [media = ''] = mediaPlaylists(await viewer.until(playlist_url, 'the playlist'), playlist_url)
  await viewer.until(media, 'some segments', (text) => text.split('#EXTINF').length > SEGMENTS)

  const errors = await errorsOf(media)
  const middle = errors.map(Math.abs).toSorted((a, b) => a - b)[errors.length >> 1]
  expect(middle, `errors: ${errors.join(' ')} ms`).toBeLessThan(NEAR_MS)
})
