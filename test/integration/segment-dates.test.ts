/** The dates of segments, as viewers get them: between when their media left the encoder and when the service had it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mediaPlaylists, viewerOf } from '../support/broadcast.ts'
import type { Viewer } from '../support/broadcast.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { validateMediaPlaylist } from '../support/hls.ts'
import { createRtmpChannel, RENDITION_360 } from '../support/live-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { publishStamped } from '../support/stamped-publisher.ts'
import type { Stamp } from '../support/stamped-publisher.ts'

const SEGMENTS = 6
/** One picture: where a segment begins, sound and picture are not cut at the same time. Milliseconds. */
const FRAME_MS = 40

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

/** What is known of when media of that time came in, ms since 1970. */
function between(stamps: readonly Stamp[], time: number): { readonly from: number; readonly to: number } {
  const quickest = Math.min(...stamps.map((stamp) => stamp.sentAt - stamp.time))
  const nearest = stamps.toSorted((a, b) => Math.abs(a.time - time) - Math.abs(b.time - time))[0]
  return { from: time + quickest, to: time + (nearest?.hadAt ?? Number.NaN) - (nearest?.time ?? 0) }
}

it('segments are dated by when their media came in, however slowly they are made', async () => {
  const hls = [{ ...RENDITION_360, durationSeconds: 1, startTimeOffset: -3 }]
  const { ingest_url, playlist_url } = await createRtmpChannel(service.ready, { hls })
  const flv = await makeFlv({ seconds: 10, gopSeconds: 1, bFrames: 0 })
  const publisher = publishStamped({ url: ingest_url, flv, realTime: true, loop: true })
  await publisher.published
  const [media = ''] = mediaPlaylists(await viewer.until(playlist_url, 'the playlist'), playlist_url)
  const text = await viewer.until(
    media,
    'some segments',
    (playlist) => playlist.split('#EXTINF').length > SEGMENTS,
  )
  const faults: string[] = []
  const playlist = validateMediaPlaylist(text, media, faults)
  expect(faults).toEqual([])
  expect(playlist?.mediaSequenceBase).toBe(0)
  let time = 0
  const dates = (playlist?.segments ?? []).map(({ duration, programDateTime }) => {
    const known = between(publisher.stamps, time)
    time += duration * 1000
    const date = programDateTime?.getTime() ?? Number.NaN
    return { early: known.from - date, late: date - known.to }
  })
  await publisher.stop()
  expect(dates.length).toBeGreaterThanOrEqual(SEGMENTS)
  for (const { early, late } of dates) {
    expect(early, JSON.stringify(dates)).toBeLessThanOrEqual(FRAME_MS)
    expect(late, JSON.stringify(dates)).toBeLessThanOrEqual(FRAME_MS)
  }
})
