/** What the test kit puts on air, as viewers of a real service get it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAirdesk } from '../../service/kit/index.ts'
import type { Airdesk } from '../../service/kit/index.ts'
import { movieIn, rtmpChannel } from '../support/kit/on-air.ts'

let airdesk: Airdesk
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-kit-'))
  airdesk = await startAirdesk()
})
afterAll(async () => {
  await airdesk.close()
  await rm(folder, { recursive: true, force: true })
})

it.concurrent('an MP4 by RTMP; viewers get it encrypted, and play decrypts it', async () => {
  await using system = await airdesk.system()
  const channel = await rtmpChannel(system, { encrypt_key_uri: 'https://member.example/key' })
  await using sent = await system.publish(channel.channel_id, { file: await movieIn(folder) })
  const { segments, variants } = await system.play(channel.playlist_url, { segments: 2 })
  expect(variants).toMatchObject([{ width: 320, height: 180 }])
  expect(segments[0]).toMatchObject({
    key: { uri: expect.stringContaining('https://member.example/key') as string },
    video: { codec: expect.stringMatching(/^avc1/) as string, width: 320, height: 180, frames: 15 },
    audio: { codec: 'mp4a.40.2' },
  })
  expect(segments[0]?.programDateTime).toBeInstanceOf(Date)
  expect(segments[0]?.video?.keyFrames).toHaveLength(1)
  await sent.stop()
})

it.concurrent('the test picture, on a channel of the first system and of another', async () => {
  await using system = await airdesk.system()
  for (const one of [airdesk, system]) {
    const channel = await rtmpChannel(one)
    const picture = await one.publish(channel.channel_id)
    const playback = await one.play(channel.playlist_url)
    expect(playback.segments[0]?.video?.frames).toBeGreaterThan(0)
    await picture.stop()
    await picture.ended
  }
})
