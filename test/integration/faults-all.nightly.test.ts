/**
 * Every preset against a live broadcast that is recorded, and a WebRTC room: whatever is broken meanwhile, what the
 * service has acknowledged is there in the end, and everybody is told of everything.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { FAULT_PRESET_NAMES } from '../../service/contract/fault-presets.ts'
import type { FaultPreset } from '../../service/contract/fault-presets.ts'
import { decode, download, faultsOf } from '../support/archived-recording.ts'
import { signIn } from '../support/console-client.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { startEndpoint } from '../support/http-endpoint.ts'
import type { HttpEndpoint } from '../support/http-endpoint.ts'
import { callLive, createRtmpChannel, RENDITION_360 } from '../support/live-client.ts'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import type { FlvPublisher } from '../../service/kit/rtmp/publisher.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { folderTarget } from '../support/storage/archive-targets.ts'
import type { ArchiveTarget } from '../support/storage/archive-targets.ts'
import { waitFor } from '../support/wait-for.ts'
import { MediaSender } from '../support/webrtc/media-sender.ts'
import { connectNativeClient } from '../../service/kit/webrtc/native-client.ts'

const api = CONSOLE_API.emulatorFaults
const PATIENCE = 240_000
const SDP = join(
  import.meta.dirname,
  '../../service/media/sfu/negotiation/fixtures/chromium-capabilities.sdp',
)

let target: ArchiveTarget
let service: RunningService
let console: ConsoleClient
let hooks: HttpEndpoint
let folder: string
let isOver = false
const encoders: FlvPublisher[] = []
const leave: (() => void)[] = []

/** An encoder as people have it: it comes back whenever it is cut off or refused. */
async function encode(url: string, flv: string): Promise<void> {
  while (!isOver) {
    const publisher = publishFlv({ url, flv, realTime: true, loop: true })
    publisher.published.catch(() => undefined)
    encoders.push(publisher)
    await publisher.closed
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** A client of the room that comes back likewise. */
async function stay(roomId: string, ca: Buffer, sdp: string): Promise<void> {
  while (!isOver) {
    const socket = new WebSocket(service.ready.signaling_url, { ca })
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => undefined)
    socket.once('open', () =>
      socket.send(
        JSON.stringify({
          type: 'connect',
          role: 'sendrecv',
          channel_id: roomId,
          sdp,
          video: { codec_type: 'VP8' },
        }),
      ),
    )
    let close = () => undefined as unknown
    socket.on('message', (text: Buffer) => {
      const message = JSON.parse(text.toString()) as {
        type: string
        sdp?: string
        mid?: Record<string, string>
      }
      if (message.type === 'ping') socket.send(JSON.stringify({ type: 'pong' }))
      if (message.type !== 'offer') return
      const { audio = '', video = '' } = message.mid ?? {}
      const sends = { [audio]: { ssrc: 1001 }, [video]: { ssrc: 1002, rtxSsrc: 1003 } }
      void connectNativeClient({ offerSdp: message.sdp ?? '', sends }).then((client) => {
        const sender = new MediaSender({
          ...{ client, videoBps: 300_000, audioIsCounted: true },
          ...{ audio: { mid: audio, ssrc: 1001 }, video: { mid: video, ssrc: 1002 } },
        })
        const timer = setInterval(() => sender.advance(performance.now(), Date.now()), 10)
        close = () => {
          clearInterval(timer)
          client.close()
        }
        socket.send(JSON.stringify({ type: 'answer', sdp: client.answerSdp }))
      })
    })
    leave.push(() => socket.terminate())
    await closed
    close()
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

beforeAll(async () => {
  target = await folderTarget()
  folder = await mkdtemp(join(tmpdir(), 'airdesk-faults-all-'))
  hooks = await startEndpoint()
  service = await startService({ args: ['--emulator', '--seed', '1', ...target.args] })
  console = await signIn(service.ready, service.ready)
  const create = 'Service_20190205.CreateArchiveDestination'
  const { archive_destination_id } = await callLive(service.ready, create, target.request)
  const channel = await createRtmpChannel(service.ready, {
    hls: [{ ...RENDITION_360, archive: { archive_destination_id } }],
    event_webhook_url: hooks.url,
  })
  const room = await callLive(service.ready, 'Service_20200316.CreateMultistreamChannel', {})
  const flv = await makeFlv({ seconds: 4 })
  void encode(channel.ingest_url, flv)
  void stay(room.channel_id, await readFile(service.ready.ca_cert_file), await readFile(SDP, 'utf8'))
}, PATIENCE)
afterAll(async () => {
  isOver = true
  for (const encoder of encoders) encoder.kill()
  for (const go of leave) go()
  await service.stop()
  await hooks.close()
  await target.stop()
  await rm(folder, { recursive: true, force: true })
}, PATIENCE)

const recordings = async () => (await console.done(CONSOLE_API.recordings.list, {})).recordings
const told = () =>
  hooks.received.map(({ text }) => JSON.parse(text) as { type: string; connection_id: string })
/** The encoder is there, and what it sends is recorded. */
async function goesOn(): Promise<void> {
  const before = (await recordings()).find(({ state }) => state === 'recording')
  await waitFor(
    async () => {
      const now = (await recordings()).find(({ state }) => state === 'recording')
      return now && (now.id !== before?.id || now.bytes > before.bytes)
    },
    'more to be recorded',
    PATIENCE,
  )
}

/** What has to be asked so that a fault has something to hit. */
async function provoke(preset: FaultPreset): Promise<void> {
  const { live_base_url, option_base_url, access_token } = service.ready
  const live = () =>
    fetch(`${live_base_url}/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        'x-sfu-target': 'Service_20200729.ListChannelIDs',
      },
      body: '{}',
    })
  const isOfApi = preset === 'api-fails' || preset === 'live-api-slow' || preset === 'token-revoked'
  if (isOfApi) await live()
  if (preset === 'api-fails') await fetch(`${option_base_url}/api/schedule`)
  // Who comes back is told of by webhooks, and gets a transcoder.
  if (preset === 'webhook-down' || preset === 'transcoder-killed') encoders.at(-1)?.kill()
}

// What revokes the token of the service's own calls comes last.
const presets = [...FAULT_PRESET_NAMES].sort(
  (a, b) => Number(a === 'token-revoked') - Number(b === 'token-revoked'),
)

it.each(presets)(
  '%s: hits something, and everything goes on when it is over',
  async (preset) => {
    await goesOn()
    const { faults } = await console.done(api.armPreset, { params: { preset }, body: {} })
    const ids = new Set(
      faults.filter(({ fault }) => fault.id.startsWith(preset)).map(({ fault }) => fault.id),
    )
    await provoke(preset)
    await waitFor(
      async () => {
        const own = (await console.done(api.list)).faults.filter(({ fault }) => ids.has(fault.id))
        if (own.some(({ hits }) => hits > 0)) return true
        await provoke(preset)
        return false
      },
      `a hit of ${preset}`,
      60_000,
    )
    for (const faultId of ids) await console.done(api.remove, { params: { faultId } })
    await goesOn()
  },
  PATIENCE,
)

it(
  'all that was recorded is stored whole, and everybody was told of everything, in order',
  async () => {
    isOver = true
    const last = encoders.at(-1)
    if (last && !last.client.socket.destroyed) await last.stop()
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
      expect([playlistFrames === movieFrames, movieFrames > 0, complaints], recording.path).toEqual([
        true,
        true,
        [],
      ])
    }
    const connections = new Set(done.map(({ connectionId }) => connectionId))
    await waitFor(
      () => {
        const kinds = (id: string) => told().flatMap((one) => (one.connection_id === id ? [one.type] : []))
        return [...connections].every((id) => {
          const types = kinds(id)
          const [created, destroyed] = [
            types.indexOf('connection.created'),
            types.lastIndexOf('connection.destroyed'),
          ]
          return created >= 0 && destroyed > created && types.includes('archive.created')
        })
      },
      'webhooks of every connection',
      PATIENCE,
    )
  },
  PATIENCE * 2,
)
