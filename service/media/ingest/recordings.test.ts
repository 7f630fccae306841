import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFlv } from '../../../test/support/ffmpeg.ts'
import { countFrames } from '../../../test/support/hls.ts'
import { publishFlv } from '../../kit/rtmp/publisher.ts'
import { selfSigned } from '../../../test/support/self-signed.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { RecordingPlan } from '../../contract/archive.ts'
import type { ChannelId, ConnectionId, RecordingId } from '../../contract/ids.ts'
import type { RenditionPlan } from '../../contract/media.ts'
import { WORKER_PROTOCOL_VERSION } from '../../contract/worker-protocol.ts'
import type {
  ControlRequests,
  IngestNotifications,
  IngestRequests,
  WireMessage,
} from '../../contract/worker-protocol.ts'
import { systemClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { Rpc } from '../../platform/rpc.ts'
import type { MessageLink } from '../../platform/rpc.ts'
import { readIndex, recordedFiles } from '../spool/index-file.ts'
import { Ingest } from './ingest.ts'

/** The source passes through it: no transcoder is needed. */
const PLAN: RenditionPlan = {
  segmentSeconds: 1,
  startTimeOffset: -2,
  video: { width: 320, height: 180, frameRate: 30, bitRateBps: 2e6, profile: 'high', segmentSeconds: 1 },
  audio: { bitRateBps: 96_000 },
}
const ANY = { host: '127.0.0.1', port: 0 }
const ENCRYPTION = { keyHex: '00112233445566778899aabbccddeeff', keyUri: 'https://keys.example/' }

let root: string
let ingest: Ingest | null = null
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airdesk-ingest-'))
})
afterEach(async () => {
  await ingest?.stop('service-closed')
  ingest = null
  await rm(root, { recursive: true, force: true })
})

type StartRequest = IngestRequests['start'][0]
type Notified<Name extends keyof IngestNotifications> = IngestNotifications[Name][]

/** What stands in for control: it records each rendition of every connection. */
function control(link: MessageLink) {
  const [channelId, connectionId] = [newId<ChannelId>(), newId<ConnectionId>()]
  const recordings: RecordingPlan[] = [0, 1].map((rendition) => {
    const recordingId = newId<RecordingId>()
    return { recordingId, rendition, folder: join(root, 'spool', recordingId) }
  })
  const heard = {
    files: [] as Notified<'recording.file'>,
    lost: [] as Notified<'recording.lost'>,
    ended: [] as Notified<'recording.ended'>,
    closed: [] as Notified<'connection.closed'>,
  }
  const asked = Promise.withResolvers<undefined>()
  const answer = { when: Promise.resolve() as Promise<unknown> }
  const rpc = Rpc.connect<IngestRequests, ControlRequests, Record<string, never>, IngestNotifications>(
    link,
    {
      'publish.authorize': async () => {
        asked.resolve(undefined)
        await answer.when
        return { allow: true, connectionId, renditions: [PLAN, PLAN], encryption: ENCRYPTION, recordings }
      },
      'transcoder.start': () => Promise.reject(new Error('none here')),
    },
    {
      'recording.file': (body) => heard.files.push(body),
      'recording.lost': (body) => heard.lost.push(body),
      'recording.ended': (body) => heard.ended.push(body),
      'connection.closed': (body) => heard.closed.push(body),
    },
  )
  const publish = async (rtmpPort: number) =>
    publishFlv({ url: `rtmp://127.0.0.1:${rtmpPort}/${channelId}`, flv: await makeFlv({ seconds: 4 }) })
  return { ...heard, rpc, asked: asked.promise, answer, channelId, connectionId, recordings, publish }
}

const { cert: certificate, key: privateKey } = await selfSigned('127.0.0.1')
const tls = { certificate, privateKey }

function startRequest(channelId: ChannelId, spoolReserveBytes: number): StartRequest {
  return {
    ...{ version: WORKER_PROTOCOL_VERSION, rtmp: ANY, tls, channels: [channelId] },
    hlsDirectory: join(root, 'hls'),
    spoolReserveBytes,
  }
}

/** All of the ingest process, in this one. */
async function start(spoolReserveBytes = 0) {
  const [here, there] = linked()
  const known = control(there)
  const running = await Ingest.start(
    startRequest(known.channelId, spoolReserveBytes),
    Rpc.connect<ControlRequests, IngestRequests, IngestNotifications>(here, {} as never),
    systemClock,
    createLogger('silent'),
  )
  ingest = running
  return { ...known, ingest: running, publish: () => known.publish(running.ports.rtmpPort) }
}

/** Two ends in one process, asynchronous as a pipe is. */
function linked(): [MessageLink, MessageLink] {
  const listeners: Record<0 | 1, Parameters<MessageLink['onMessage']>[0][]> = { 0: [], 1: [] }
  const end = (own: 0 | 1, other: 0 | 1): MessageLink => ({
    post: (message) => {
      const copy = structuredClone(message)
      setImmediate(() => listeners[other].forEach((listener) => listener(copy)))
    },
    onMessage: (listener) => listeners[own].push(listener),
    onClose: () => undefined,
  })
  return [end(0, 1), end(1, 0)]
}

describe('the ingest process', () => {
  it('records what control has planned, tells of each file, and of the end', async () => {
    const { publish, files, lost, ended, recordings } = await start()
    const publisher = await publish()
    await publisher.sent
    await publisher.stop()
    await waitFor(() => ended.length === 2, 'the end of both recordings')
    expect(lost).toEqual([])
    for (const { recordingId, folder } of recordings) {
      const index = await readIndex(folder)
      expect(index).toMatchObject({ pid: process.pid, ended: true })
      const told = files.filter((one) => one.recordingId === recordingId).map(({ file }) => file)
      expect(told).toEqual(recordedFiles(index))
      expect(index.segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)).toBeCloseTo(4, 1)
      const names = ['init-0.mp4', 'segments.bin'].map((name) => readFile(join(folder, name)))
      const movie = join(root, `${recordingId}.mp4`)
      await writeFile(movie, Buffer.concat(await Promise.all(names)))
      expect(await countFrames(movie)).toBe(120)
    }
    expect(ended.map(({ recordingId }) => recordingId).toSorted()).toEqual(
      recordings.map(({ recordingId }) => recordingId).toSorted(),
    )
  })

  it('has all of a broadcast on disk when the channel is closed, and when it has stopped', async () => {
    for (const close of ['channel', 'process'] as const) {
      const { publish, recordings, channelId, ...own } = await start()
      const publisher = await publish()
      await publisher.sent
      await waitFor(() => own.files.length > 2, 'a recorded segment')
      if (close === 'channel') await own.ingest.closeChannel(channelId, 'channel-deleted')
      else await own.ingest.stop('service-closed')
      for (const { folder } of recordings) expect(await readIndex(folder)).toMatchObject({ ended: true })
      await own.ingest.stop('service-closed')
    }
  })

  it('counts what it can not record because others need the room', async () => {
    const { publish, files, lost, ended, recordings } = await start(Number.MAX_SAFE_INTEGER)
    const publisher = await publish()
    await publisher.sent
    await publisher.stop()
    await waitFor(() => ended.length === 2, 'the end of both recordings')
    expect(files).toEqual([])
    expect(ended.map((one) => one.lost.segments)).toEqual([4, 4])
    expect(lost.filter(({ recordingId }) => recordingId === recordings[0]?.recordingId).length).toBe(4)
    expect(await readdir(root)).not.toContain('spool')
  })

  it('ends the recordings of a publisher that left before it was let in', async () => {
    const { publish, asked, answer, closed, ended, recordings } = await start()
    const publisher = await publish()
    publisher.published.catch(() => undefined)
    answer.when = publisher.closed
    await asked
    publisher.kill()
    await waitFor(() => ended.length === recordings.length, 'the end of both recordings')
    await waitFor(() => closed.length > 0, 'the end of the connection')
    expect(closed.length).toBe(1)
    expect(await readdir(root)).not.toContain('spool')
  })

  it('has all of a broadcast on disk when control is gone', async () => {
    const child = fork(new URL('worker.ts', import.meta.url), [], {
      serialization: 'advanced',
      env: { ...process.env, AIRDESK_LOG_LEVEL: 'silent' },
    })
    const exited = once(child, 'exit')
    const { rpc, channelId, publish, files, recordings } = control({
      post: (message) => child.send(message),
      onMessage: (listener) => child.on('message', (message) => listener(message as WireMessage)),
      onClose: (listener) => child.once('exit', listener),
    })
    const { rtmpPort } = await rpc.request('start', startRequest(channelId, 0), 20_000)
    const publisher = await publish(rtmpPort)
    await publisher.sent
    await waitFor(() => files.length > 2, 'a recorded segment')
    child.disconnect()
    expect(await exited).toEqual([0, null])
    for (const { folder } of recordings) {
      const index = await readIndex(folder)
      expect(index).toMatchObject({ pid: child.pid, ended: true, lost: { segments: 0 } })
      expect(index.segments.length).toBe(4)
    }
  })
})
