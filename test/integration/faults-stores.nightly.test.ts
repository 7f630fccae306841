/** Faults of stores and of the disk, of a real service: what was recorded is stored when they are over. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { FaultInput } from '../../service/contract/faults.ts'
import { signIn } from '../support/console-client.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { callLive, createRtmpChannel } from '../support/live-client.ts'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { folderTarget } from '../support/storage/archive-targets.ts'
import type { ArchiveTarget } from '../support/storage/archive-targets.ts'
import { waitFor } from '../support/wait-for.ts'

const api = CONSOLE_API.emulatorFaults
const PATIENCE = 90_000

let target: ArchiveTarget
let service: RunningService
let console: ConsoleClient
let flv: string

beforeAll(async () => {
  target = await folderTarget()
  service = await startService({ args: ['--emulator', ...target.args] })
  console = await signIn(service.ready, service.ready)
  flv = await makeFlv({ seconds: 4, video: false })
}, PATIENCE)
afterAll(async () => {
  await service.stop()
  await target.stop()
}, PATIENCE)

const arm = (body: FaultInput) => console.done(api.add, { body })
const faultOf = async (id: string) =>
  (await console.done(api.list)).faults.find(({ fault }) => fault.id === id)
const recordings = async () => (await console.done(CONSOLE_API.recordings.list, {})).recordings

async function destination(): Promise<string> {
  const { request } = target
  return (await callLive(service.ready, 'Service_20190205.CreateArchiveDestination', request))
    .archive_destination_id
}

/** A whole broadcast of sound, which is recorded. */
async function broadcast(archive_destination_id: string): Promise<string> {
  const { channel_id, ingest_url } = await createRtmpChannel(service.ready, {
    hls: [
      {
        ...{ durationSeconds: 2, startTimeOffset: -2, audio: { bps: 96_000 } },
        archive: { archive_destination_id },
      },
    ],
  })
  const publisher = publishFlv({ url: ingest_url, flv, realTime: true, speed: 2, stopAfterMs: 4000 })
  await publisher.closed
  return channel_id
}

describe(
  'a bucket that is read-only',
  () => {
    it('gets nothing, says why, and has all of the recording when it takes again; no other destination minds', async () => {
      const [named, other] = [await destination(), await destination()]
      await arm({
        ...{ id: 'read-only', at: 'store', match: { destinationId: named, method: 'put' } },
        effect: { kind: 'answer', status: 403 },
      })
      const [refused, stored] = await Promise.all([broadcast(named), broadcast(other)])
      const recordingOf = async (channelId: string) =>
        (await recordings()).find((recording) => recording.channelId === channelId)
      await waitFor(async () => (await recordingOf(stored))?.state === 'available', 'the other one', PATIENCE)
      const waiting = await waitFor(
        async () => {
          const recording = await recordingOf(refused)
          return recording?.state === 'uploading' && recording.lastFault ? recording : null
        },
        'a recording that waits',
        PATIENCE,
      )
      expect(waiting.lastFault).toMatchObject({ kind: 'forbidden' })
      expect((await target.list()).filter((key) => key.startsWith(refused))).toEqual([])
      expect((await faultOf('read-only'))?.hits).toBeGreaterThan(0)
      await console.done(api.remove, { params: { faultId: 'read-only' } })
      await console.call(CONSOLE_API.recordings.retry, { params: { id: waiting.id } })
      await waitFor(
        async () => (await recordingOf(refused))?.state === 'available',
        'it to be stored',
        PATIENCE,
      )
      const keys = await target.list()
      expect(keys.filter((key) => key.startsWith(refused)).map((key) => key.split('/').at(-1))).toEqual(
        keys.filter((key) => key.startsWith(stored)).map((key) => key.split('/').at(-1)),
      )
    })
  },
  PATIENCE,
)

describe(
  'a disk that is full',
  () => {
    it('keeps the channel on air and the APIs at work, tells of no free space, and has all of it back', async () => {
      await arm({ id: 'full', at: 'disk', effect: { kind: 'full' } })
      const id = await destination()
      const channelId = await broadcast(id)
      await waitFor(async () => ((await faultOf('full'))?.hits ?? 0) > 0, 'a write that fails', PATIENCE)
      expect(await readdir(join(service.dataDir, 'hls', channelId)).catch(() => [])).toEqual([])
      await console.done(api.disarm, { body: {} })
      await waitFor(async () => (await faultOf('full'))?.state === 'off', 'its end', PATIENCE)
      const later = await broadcast(id)
      await waitFor(
        async () =>
          (await recordings()).some(
            (recording) => recording.channelId === later && recording.state === 'available',
          ),
        'a recording when there is room again',
        PATIENCE,
      )
    })
  },
  PATIENCE,
)
