/** An installation of the version before, with an encoder that people use. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { viewerOf } from '../support/broadcast.ts'
import { ffmpeg } from '../support/ffmpeg.ts'
import { installationBefore } from '../support/installation-before.ts'
import { RENDITION_360 } from '../support/live-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

let dataDir: string
let service: RunningService
let channelId: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'airdesk-upgrade-'))
  channelId = installationBefore(dataDir, { hls: [{ ...RENDITION_360, durationSeconds: 1 }] })
  service = await startService({ dataDir })
})
afterAll(async () => {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

it('is upgraded, and ffmpeg publishes to its channel at the address of before', async () => {
  const { rtmp_base_url: rtmp, media_base_url: media } = service.ready
  const viewer = viewerOf(service)
  const encoder = ffmpeg([
    ...['-re', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=30', '-f', 'lavfi', '-i', 'sine'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '30', '-b:v', '500k'],
    ...['-c:a', 'aac', '-f', 'flv', `${rtmp}/${channelId}`],
  ])
  expect(await viewer.until(`${media}/${channelId}/index.m3u8`, 'the playlist')).toContain(
    'RESOLUTION=640x360',
  )
  expect(await viewer.until(`${media}/${channelId}/r0.m3u8`, 'its segments')).toContain('.m4s')
  encoder.kill('SIGTERM')
  expect((await encoder.exited).stderr).toBe('')
  await viewer.close()
})

it('has an authority that may sign for this computer only', async () => {
  const { raw } = new X509Certificate(await readFile(service.ready.ca_cert_file))
  expect(raw.includes(Buffer.from('0603551d1e', 'hex'))).toBe(true)
})
