/** Each process of the origin is killed under 500 players with a connection of their own, and a browser that plays. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import type { FlvPublisher } from '../../service/kit/rtmp/publisher.ts'
import { canSharePorts } from '../../service/platform/net/shared-ports.ts'
import { onAir } from '../support/broadcast.ts'
import { gather } from '../support/crowd.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { chromiumMissing, openHlsPage } from '../support/hls-page.ts'
import { createRtmpChannel } from '../support/live-client.ts'
import { workerPids } from '../support/processes.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

const VIEWERS = 500
const RENDITION = {
  ...{ durationSeconds: 2, startTimeOffset: -6 },
  video: { width: 320, height: 180, fps: 25, bps: 400_000, codec: 'h264_high' },
  audio: { bps: 96_000 },
}
const isShared = await canSharePorts()
const missing = isShared ? chromiumMissing : 'ports cannot be shared here: there is one process'

let service: RunningService
let publisher: FlvPublisher
let playlistUrl: string

const origins = () => workerPids(service.pid, 'origin')

describe.skipIf(missing !== undefined)(
  `the origin under ${VIEWERS} players${missing ? `: ${missing}` : ''}`,
  () => {
    beforeAll(async () => {
      service = await startService({ args: ['--origin-processes', '2'] })
      const channel = await createRtmpChannel(service.ready, { hls: [RENDITION] })
      playlistUrl = channel.playlist_url
      const flv = await makeFlv({ seconds: 20, size: '320x180', fps: 25, gopSeconds: 2, videoBps: 60_000 })
      publisher = publishFlv({ url: channel.ingest_url, flv, realTime: true, loop: true })
      await onAir(service, channel.channel_id, 1)
    })
    afterAll(async () => {
      publisher.kill()
      await service.stop()
    })

    it('loses nobody to a kill, and what a browser plays has no gap', async () => {
      const { port, pathname } = new URL('r0.m3u8', playlistUrl)
      const [ca, media] = [
        readFileSync(service.ready.ca_cert_file),
        { port: Number(port), playlist: pathname },
      ]
      const crowd = gather({ ...media, ca, viewers: VIEWERS, connections: VIEWERS, period: 2000 })
      const page = await openHlsPage(playlistUrl)
      const { seen } = crowd
      const least = () => Math.min(...seen.newest)
      const broken = () => seen.broken.reduce((sum, count) => sum + count, 0)
      try {
        await waitFor(() => least() >= 0, 'everybody to have a segment', 60_000)
        const before = await waitFor(() => (origins().length === 2 ? origins() : null), 'two processes')
        for (const [times, pid] of before.entries()) {
          const [newest, played, brokenBefore] = [least(), await page.seen(), broken()]
          process.kill(pid, 'SIGKILL')
          await waitFor(
            () => origins().filter((one) => !before.includes(one)).length > times,
            'it to be back',
          )
          await waitFor(() => least() > newest + 2, 'everybody to have gone on', 60_000)
          const past = async () => (await page.seen()).currentTime > played.currentTime + 6
          await waitFor(past, 'the browser to have played on', 60_000)
          console.log(`${broken() - brokenBefore} of ${VIEWERS} players had their connection broken`)
          expect(broken() - brokenBefore).toBeGreaterThan(0)
          // Who was served by the other one has felt nothing, not even by what came back.
          if (times === 0) expect(seen.broken.filter((count) => count === 0).length).toBeGreaterThan(0)
        }
        const watched = await page.seen()
        expect(watched.errors.filter((error) => error.startsWith('fatal'))).toEqual([])
        expect({ stalls: watched.stalls, seeks: watched.seeks }).toEqual({ stalls: 0, seeks: 0 })
        expect(watched.buffered).toHaveLength(1)
        expect(seen.failed).toBe(0)
      } finally {
        await page.close()
        await crowd.stop()
      }
    }, 240_000)
  },
)
