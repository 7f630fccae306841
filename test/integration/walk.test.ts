/** docs/architecture.md follows one broadcast by file and function, through all processes that it takes. */
import { expect, it } from 'vitest'
import { endPlaylists, hasEnded, onAir, viewerOf } from '../support/broadcast.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { answerJson, startEndpoint } from '../support/http-endpoint.ts'
import { createRtmpChannel } from '../support/live-client.ts'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import type { RunningService } from '../support/service.ts'
import { comeFurther, missingOf, ranInService, stepsOf } from '../support/walks.ts'

const RENDITION = {
  durationSeconds: 1,
  startTimeOffset: 0,
  video: { width: 320, height: 180, fps: 15, bps: 200_000 },
  audio: { bps: 64_000 },
}
const steps = stepsOf('One broadcast, by file')

/** A channel whose authentication webhook answers so, and an encoder that asks for it. */
async function publishing({ ready }: RunningService, answer: object) {
  const hooks = await startEndpoint(answerJson(answer))
  const channel = await createRtmpChannel(ready, {
    ...{ hls: [RENDITION], auth_webhook_url: hooks.url, event_webhook_url: hooks.url },
  })
  const flv = await makeFlv({ seconds: 4 })
  return { hooks, channel, encoder: publishFlv({ url: channel.ingest_url, flv }) }
}

it('every step of a broadcast runs what it names', async () => {
  const ran = await ranInService(async (service) => {
    const viewer = viewerOf(service)
    const { hooks, channel, encoder } = await publishing(service, { allow: true })
    await encoder.sent
    await onAir(service, channel.channel_id, 1)
    await viewer.until(channel.playlist_url, "the channel's playlist")
    await encoder.stop()
    await onAir(service, channel.channel_id, 0)
    await endPlaylists(service, channel.channel_id)
    const media = new URL('r0.m3u8', channel.playlist_url).href
    await viewer.until(media, 'the end mark', hasEnded)
    await Promise.all([hooks.close(), viewer.close()])
  })
  expect(steps).toHaveLength(9)
  expect(steps.every((names) => names.length > 0)).toBe(true)
  expect(missingOf(steps, ran)).toEqual({})
})

it('an encoder that is refused comes no further than to the webhook', async () => {
  const ran = await ranInService(async (service) => {
    const { hooks, encoder } = await publishing(service, { allow: false, reason: 'Not today' })
    await expect(encoder.published).rejects.toThrow('Not today')
    await encoder.closed
    await hooks.close()
  })
  expect(missingOf(steps.slice(0, 2), ran)).toEqual({})
  expect(comeFurther(steps, 2, ran)).toEqual([])
})
