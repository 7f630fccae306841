/**
 * Every preset against a live broadcast that is recorded, and a WebRTC room: whatever is broken meanwhile, what the
 * service has acknowledged is there in the end, byte by byte, and everybody is told of everything.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { FAULT_PRESET_NAMES } from '../../service/contract/fault-presets.ts'
import type { FaultPreset } from '../../service/contract/fault-presets.ts'
import { ConsoleClient } from '../../service/entry/console-client.ts'
import { startAirdesk } from '../../service/kit/index.ts'
import type { Airdesk, Publisher, Webhooks } from '../../service/kit/index.ts'
import { readInstance } from '../../service/platform/settings/instance-info.ts'
import { decode, download, faultsOf } from '../support/archived-recording.ts'
import { sha256, Witness } from '../support/kit/witness.ts'
import { movieIn, rtmpChannel } from '../support/kit/on-air.ts'
import { folderTarget } from '../support/storage/archive-targets.ts'
import type { ArchiveTarget } from '../support/storage/archive-targets.ts'
import { waitFor } from '../support/wait-for.ts'

const PATIENCE = 240_000
/** As long as an encoder waits before it comes back. */
const COMES_BACK_AFTER_MS = 500

let target: ArchiveTarget
let airdesk: Airdesk
let console: ConsoleClient
let hooks: Webhooks
let witness: Witness
let folder: string
let isOver = false
const loops: Promise<void>[] = []
const onAir = new Map<string, Publisher>()

/** What comes back whenever it is cut off or refused, as encoders and clients of rooms do. */
async function stay(name: string, publish: () => Promise<Publisher>): Promise<void> {
  while (!isOver) {
    const publisher = await publish().catch(() => null)
    if (publisher) onAir.set(name, publisher)
    await publisher?.ended
    await delay(COMES_BACK_AFTER_MS)
  }
}

beforeAll(async () => {
  target = await folderTarget()
  folder = await mkdtemp(join(tmpdir(), 'airdesk-faults-all-'))
  airdesk = await startAirdesk({ seed: 1, dataDir: join(folder, 'data'), args: target.args })
  console = new ConsoleClient(airdesk.dataDir)
  await console.open()
  hooks = await airdesk.webhooks()
  const { data } = await airdesk.live('Service_20190205.CreateArchiveDestination', {
    bucket_uri: '',
    ...target.request,
  })
  const channel = await rtmpChannel(airdesk, {
    hls: [{ ...RENDITION, archive: { archive_destination_id: data?.archive_destination_id } }],
    event_webhook_url: hooks.url,
  })
  const room = await airdesk.live('Service_20200316.CreateMultistreamChannel', {})
  const file = await movieIn(folder)
  witness = new Witness(channel.playlist_url, airdesk.caCertFile)
  loops.push(
    stay('encoder', () => airdesk.publish(channel.channel_id, { file })),
    stay('member', () => airdesk.publish(room.data?.channel_id ?? '', { webrtc: true })),
  )
}, PATIENCE)
afterAll(async () => {
  isOver = true
  await witness.stop()
  await airdesk.close()
  await Promise.all(loops)
  await target.stop()
  await rm(folder, { recursive: true, force: true })
}, PATIENCE)

const RENDITION = {
  ...{ durationSeconds: 1, startTimeOffset: -3 },
  ...{ video: { width: 320, height: 180, fps: 15, bps: 200_000 }, audio: { bps: 64_000 } },
}
const recordings = async () => (await console.call(CONSOLE_API.recordings.list, {})).recordings
const current = async () => (await recordings()).find(({ state }) => state === 'recording')

/** The encoder is there, and what it sends is recorded and seen. */
async function goesOn(): Promise<void> {
  const before = await current()
  const seen = witness.segments.length
  await waitFor(
    async () => {
      const now = await current()
      const isRecorded = now && (now.id !== before?.id || now.bytes > before.bytes)
      return isRecorded && witness.segments.length > seen
    },
    'more to be recorded and seen',
    PATIENCE,
  )
}

/** What has to be asked so that a fault has something to hit. */
async function provoke(preset: FaultPreset): Promise<void> {
  const isOfApi = preset === 'api-fails' || preset === 'live-api-slow' || preset === 'token-revoked'
  if (isOfApi) await airdesk.live('Service_20200729.ListChannelIDs', {})
  // Who comes back is told of by webhooks, and gets a transcoder.
  if (preset === 'webhook-down' || preset === 'transcoder-killed') await onAir.get('encoder')?.kill()
}

// What revokes the token of the service's own calls comes last.
const presets = FAULT_PRESET_NAMES.toSorted(
  (a, b) => Number(a === 'token-revoked') - Number(b === 'token-revoked'),
)

it.each(presets)(
  '%s: hits something, and everything goes on when it is over',
  async (preset) => {
    await goesOn()
    const armed = (await airdesk.faults.preset(preset)).map(({ fault }) => fault.id)
    await waitFor(
      async () => {
        await provoke(preset)
        const faults = await airdesk.faults.list()
        return faults.some(({ fault, hits }) => armed.includes(fault.id) && hits > 0)
      },
      `a hit of ${preset}`,
      60_000,
    )
    for (const id of armed) await airdesk.faults.remove(id)
    await goesOn()
  },
  PATIENCE,
)

it(
  'all that was recorded is stored whole',
  async () => {
    isOver = true
    for (const publisher of onAir.values()) await publisher.stop()
    await Promise.all(loops)
    await witness.stop()
    const done = await waitFor(
      async () => {
        const all = await recordings()
        for (const { id, nextTryAt } of all) {
          if (nextTryAt !== null) await console.call(CONSOLE_API.recordings.retry, { params: { id } })
        }
        return all.every(({ state }) => state === 'available') ? all : null
      },
      'all recordings to be stored',
      PATIENCE,
    )
    expect(done.length).toBeGreaterThan(3)
    for (const recording of done) {
      const archived = await download(target, recording.path, folder)
      expect(await faultsOf(archived), recording.path).toEqual([])
      const { playlistFrames, movieFrames, complaints } = await decode(archived)
      expect(movieFrames, recording.path).toBeGreaterThan(0)
      expect(movieFrames, recording.path).toBe(playlistFrames)
      expect(complaints, recording.path).toEqual([])
    }
  },
  PATIENCE * 2,
)

it('each segment that a viewer was served is stored, the same byte for byte, or counted as lost', async () => {
  const stored = new Set<string>()
  for (const key of await target.list()) {
    if (key.endsWith('.m4s')) stored.add(dirname(key) + sha256(await target.read(key)))
  }
  const lost = witness.segments.filter((served) => !stored.has(dirname(served.path) + served.sha256))
  expect(witness.segments.length).toBeGreaterThan(presets.length)
  for (const { path, lostMs } of await recordings()) {
    const missing = lost.filter((served) => served.path.startsWith(path)).length
    expect(missing, path).toBeLessThanOrEqual(Math.ceil(lostMs / (RENDITION.durationSeconds * 1000)))
  }
})

it(
  'everybody was told of everything, in order',
  async () => {
    const connections = new Set((await recordings()).map(({ connectionId }) => connectionId))
    const told = () => hooks.received.map(({ body }) => body as { type: string; connection_id: string })
    await waitFor(
      () =>
        [...connections].every((id) => {
          const types = told().flatMap((one) => (one.connection_id === id ? [one.type] : []))
          const created = types.indexOf('connection.created')
          const destroyed = types.lastIndexOf('connection.destroyed')
          return created >= 0 && destroyed > created && types.includes('archive.created')
        }),
      'webhooks of every connection',
      PATIENCE,
    )
  },
  PATIENCE,
)

it('a start after kill -9 finds everything as it was', async () => {
  const state = async () => ({
    recordings: await recordings(),
    webhooks: (await console.call(CONSOLE_API.webhooks.list, {})).events,
  })
  const before = await state()
  const { pid } = readInstance(airdesk.dataDir) ?? {}
  process.kill(pid ?? 0, 'SIGKILL')
  await airdesk.close()
  airdesk = await startAirdesk({ seed: 1, dataDir: join(folder, 'data'), args: target.args })
  console = new ConsoleClient(airdesk.dataDir)
  await console.open()
  expect(await state()).toEqual(before)
})
