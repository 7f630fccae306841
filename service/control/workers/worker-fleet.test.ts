import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { FakeWorkers, isRunning } from '../../../test/support/fake-workers.ts'
import { listens } from '../../../test/support/listens.ts'
import { OPEN_DOOR, OPEN_GATE } from '../../../test/support/open-door.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { toldRecordings } from '../../../test/support/told-recordings.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/logger.ts'
import type { RtmpChannel } from '../connection/dependencies.ts'
import { LiveChannels } from '../connection/live-channels.ts'
import { Publishers } from '../connection/publishers.ts'
import { channelRepository } from '../store/channels.ts'
import type { Database } from '../store/database.ts'
import { connectionStore } from '../store/connections.ts'
import { encryptionKeyStore } from '../store/encryption-keys.ts'
import type { Authorize } from '../connection/authorize.ts'
import { WorkerFleet } from './worker-fleet.ts'
import type { FleetOptions, FleetPorts } from './worker-fleet.ts'
import { ServedCertificate } from '../../platform/tls/served-certificate.ts'

const EVENTS = 'http://127.0.0.1:9/'
const anyPort = { host: '127.0.0.1', port: 0 }
const options: FleetOptions = {
  rtmp: anyPort,
  https: anyPort,
  http: anyPort,
  certificate: new ServedCertificate({ certificate: '', privateKey: '' }),
  hlsDirectory: '',
  channels: () => [],
  gate: () => OPEN_GATE,
}
let workers: FakeWorkers
let db: Database
let fleet: WorkerFleet
let broadcasts: LiveChannels
let publishers: Publishers
let channel: RtmpChannel

const STOP_MS = 20_000

beforeEach(() => {
  workers = new FakeWorkers()
  db = openTestDatabase()
  channel = addChannel(db, addSystem(db), { event_webhook_url: EVENTS })
  useClock(systemClock)
})
afterEach(async () => {
  await fleet.close()
  broadcasts.close()
  db.close()
  expect(workers.started.filter(({ process }) => isRunning(process.pid))).toEqual([])
})

/** What goes by the clock that is given. */
function useClock(clock: Clock): void {
  const logger = createLogger('silent')
  fleet = new WorkerFleet({
    ...{ host: workers, clock, logger },
    backOff: { firstMs: 20, longestMs: 80, stableMs: 60_000 },
    ingestTiming: { startMs: 20_000, stopMs: STOP_MS, exitMs: 2_000 },
    transcoderTiming: { assignMs: 60_000, drainMs: 50, spareDelayMs: 10 },
  })
  const { auth, outbox } = webhookParts(db, clock)
  const parts = {
    channels: channelRepository(db),
    connections: connectionStore(db),
    keys: encryptionKeyStore(db),
    recordings: toldRecordings(),
    transactions: db,
    auth,
    events: outbox,
    media: fleet,
    ingest: fleet.ingest,
    renditionPlan: () => [],
    door: OPEN_DOOR,
    ...{ clock, logger },
  }
  broadcasts = new LiveChannels(parts)
  publishers = new Publishers(parts, broadcasts)
}

const authorize: Authorize = (request, run) => publishers.authorize(request, run)
const start = (change: Partial<FleetOptions> = {}) => fleet.start({ ...options, ...change }, authorize)
const ingests = () => workers.of('ingest')
const askedOfIngest = (start: number) =>
  workers.started.filter(({ name }) => name === 'ingest')[start]?.requests
const rowsClosedBy = () =>
  db.prepare('SELECT close_reason FROM connections ORDER BY rowid').pluck().all() as (string | null)[]
const running = () => waitFor(() => fleet.ingestState === 'running', 'the ingest process to run')
/** Resolves in the moment in which the ingest process is found to be gone. */
const away = () =>
  new Promise<void>((resolve) => {
    const stop = fleet.onIngestState(() => {
      if (fleet.ingestState !== 'restarting') return
      stop()
      resolve()
    })
  })
const restarted = async (count: number) => {
  await waitFor(() => ingests().length === count, `start ${count} of the ingest process`)
  await running()
}

async function publish(): Promise<ConnectionId> {
  const before = broadcasts.activity(channel.channelId).connections.length
  workers.order('publish', { channelId: channel.channelId })
  const [connection] = await waitFor(() => {
    const { connections } = broadcasts.activity(channel.channelId)
    return connections.length > before ? connections : null
  }, 'the connection')
  if (!connection) throw new Error('no connection')
  return connection.connectionId
}

const allListen = async (ports: FleetPorts) =>
  (await Promise.all(Object.values(ports).map((port: number) => listens(port)))).every(Boolean)

describe('the ingest process', () => {
  it('listens when started, and brings connections', async () => {
    const ports = await start()
    expect(await allListen(ports)).toBe(true)
    expect(fleet.ingestState).toBe('running')
    const connectionId = await publish()
    await waitFor(() => broadcasts.withPlaylist(channel.channelId).length === 1, 'the playlist')
    workers.order('unpublish', { connectionId })
    await waitFor(() => rowsClosedBy()[0] === 'client-closed', 'the end of the connection')
    expect(broadcasts.activity(channel.channelId).connections).toEqual([])
  })

  it('that cannot listen is an error and leaves no process', async () => {
    const ports = await start()
    const other = new WorkerFleet({ host: workers, clock: systemClock, logger: createLogger('silent') })
    const taken = { host: '127.0.0.1', port: ports.rtmpPort }
    await expect(other.start({ ...options, rtmp: taken }, authorize)).rejects.toThrow('EADDRINUSE')
    expect(other.ingestState).toBe('stopped')
    expect(isRunning(ingests()[1]?.pid ?? 0)).toBe(false)
    await other.close()
  })

  it('that ends before it listens is an error', async () => {
    await expect(start({ hlsDirectory: 'crash at start' })).rejects.toThrow('the process is gone')
    expect(fleet.ingestState).toBe('stopped')
    await expect(start()).resolves.toBeDefined()
  })

  it('that is killed loses its connections and is started again at once on the same ports', async () => {
    const ports = await start()
    const [first, second] = [await publish(), await publish()]
    const states: string[] = []
    fleet.onIngestState(() => states.push(fleet.ingestState))
    ingests()[0]?.kill()
    await restarted(2)
    expect(states).toEqual(['restarting', 'running'])
    expect(await allListen(ports)).toBe(true)
    expect(rowsClosedBy()).toEqual(['worker-lost', 'worker-lost'])
    const destroyed = db
      .prepare(
        "SELECT connection_id FROM webhook_events WHERE type = 'connection.destroyed' ORDER BY sequence",
      )
      .pluck()
      .all()
    expect(destroyed).toEqual([first, second])
    expect(broadcasts.activity(channel.channelId).lastEnd?.reason).toBe('worker-lost')
    await publish()
    expect(rowsClosedBy()).toEqual(['worker-lost', 'worker-lost', null])
  })

  it('that keeps dying is started again and again, also when it cannot be started for a while', async () => {
    const ports = await start()
    for (let times = 1; times <= 4; times++) {
      workers.order('crash', {})
      await restarted(times + 1)
    }
    workers.failures = 3
    workers.order('crash', {})
    await restarted(6)
    expect(workers.failures).toBe(0)
    expect(await allListen(ports)).toBe(true)
  })

  it('is told the channels that exist at each start', async () => {
    let asked = 0
    await start({
      channels: () => {
        asked++
        return []
      },
    })
    workers.order('crash', {})
    await restarted(2)
    expect(asked).toBe(2)
  })

  it('fails requests at once while it is away; channels are closed when it is back', async () => {
    await start()
    const connectionId = await publish()
    workers.failures = 2
    const lost = away()
    ingests()[0]?.kill()
    await lost
    await expect(fleet.closeConnection(connectionId, 'operator-closed')).rejects.toMatchObject({
      name: 'Refusal',
      code: 'SERVICE_UNAVAILABLE',
    })
    await fleet.closeChannel(channel.channelId, 'channel-deleted')
    await restarted(2)
    const { channelId } = channel
    const told = () => askedOfIngest(1)?.filter(({ name }) => name === 'channel.close')
    expect(told()).toEqual([{ name: 'channel.close', body: { channelId, reason: 'channel-deleted' } }])
  })

  it('closes one connection or all of a channel when asked', async () => {
    await start()
    const [one] = [await publish(), await publish(), await publish()]
    expect(await broadcasts.endConnection(channel.systemId, one)).toBe(true)
    await waitFor(() => rowsClosedBy()[0] === 'operator-closed', 'the end of one')
    expect(rowsClosedBy()).toEqual(['operator-closed', null, null])
    await broadcasts.closeChannel(channel.channelId, 'channel-deleted')
    await waitFor(() => rowsClosedBy().every((reason) => reason !== null), 'the end of all')
    expect(rowsClosedBy()).toEqual(['operator-closed', 'channel-deleted', 'channel-deleted'])
  })
})

describe('what serves nobody', () => {
  const sfu = { listen: [{ bindAddress: '127.0.0.1', announced: ['127.0.0.1'] }], ports: [0, 0] as const }
  /** Kills the processes of a kind, and gives what was away since. */
  async function killed(name: 'ingest' | 'origin' | 'sfu'): Promise<readonly string[]> {
    for (const { pid } of workers.of(name)) process.kill(pid, 'SIGKILL')
    const gone = await waitFor(() => (fleet.notServing.length > 0 ? fleet.notServing : null), 'the loss')
    await waitFor(() => fleet.notServing.length === 0, 'its return')
    return gone
  }

  it('is all before the start, nothing then, and what was killed until it is back', async () => {
    expect(fleet.notServing).toEqual(['ingest', 'origin', 'sfu'])
    await Promise.all([start({ originProcesses: 1 }), fleet.sfu.start(sfu)])
    expect(fleet.notServing).toEqual([])
    for (const name of ['ingest', 'origin', 'sfu'] as const) expect(await killed(name)).toEqual([name])
  })
})

describe('closing', () => {
  it('ends connections with their own reason and last bytes before the process goes', async () => {
    await start()
    await publish()
    await fleet.close()
    broadcasts.close()
    expect(db.prepare('SELECT close_reason, received_bytes FROM connections').all()).toEqual([
      { close_reason: 'service-closed', received_bytes: 4321 },
    ])
    expect(ingests()).toHaveLength(1)
  })

  it('ends the SFU processes with the rest', async () => {
    await start()
    const listen = [{ bindAddress: '127.0.0.1', announced: [] }]
    await fleet.sfu.start({ listen, ports: [0, 0] })
    await fleet.close()
    expect(workers.of('sfu').map(({ pid }) => isRunning(pid))).toEqual([false])
  })

  it('ends the archive process when broadcasts have ended, so that their last files are known', async () => {
    const clock = new ManualClock()
    useClock(clock)
    await start()
    fleet.archive.configure({
      ...{ azblobEndpoint: null, gsEndpoint: null, origins: () => [], ownPorts: () => [] },
      player: { host: '127.0.0.1', port: 0 },
    })
    await fleet.archive.request('spool.read', { folder: '/none' })
    const wasStopped = (name: string) =>
      workers.started.some((worker) => worker.name === name && worker.requests.some((r) => r.name === 'stop'))
    workers.order('hang', {})
    const closing = fleet.close()
    await waitFor(() => wasStopped('ingest'), 'the end of the ingest process')
    expect(wasStopped('archive')).toBe(false)
    clock.advance(STOP_MS)
    await closing
    expect(wasStopped('archive')).toBe(true)
    expect(workers.of('archive').map(({ pid }) => isRunning(pid))).toEqual([false])
  })

  it('kills a process that hangs', async () => {
    const clock = new ManualClock()
    useClock(clock)
    await start()
    await publish()
    workers.order('hang', {})
    const closing = fleet.close()
    await waitFor(() => askedOfIngest(0)?.at(-1)?.name === 'stop', 'the question')
    clock.advance(STOP_MS)
    await closing
    expect(isRunning(ingests()[0]?.pid ?? 0)).toBe(false)
    broadcasts.close()
    expect(rowsClosedBy()).toEqual(['service-closed'])
  })

  it('stops a restart that is under way', async () => {
    await start()
    const lost = away()
    workers.order('crash', {})
    await lost
    await fleet.close()
    expect(fleet.ingestState).toBe('stopped')
    expect(ingests().filter(({ pid }) => isRunning(pid))).toEqual([])
  })
})

describe('transcoders', () => {
  const connectionId = 'N' as ConnectionId
  const transcoders = () => workers.of('transcode')
  const living = () => transcoders().filter(({ pid }) => isRunning(pid))
  const ask = (token = 'run', id = connectionId) =>
    workers.order('transcode', { connectionId: id, pipe: 'pipe', token })

  it('are not started in advance unless that is asked for', async () => {
    await start()
    ask()
    await waitFor(() => living().length === 1, 'the transcoder')
    expect(transcoders()).toHaveLength(1)
  })

  it('have one spare, which is replaced when it is used or dies', async () => {
    await start()
    fleet.warmUp()
    await waitFor(() => living().length === 1, 'the spare')
    ask()
    await waitFor(() => living().length === 2, 'the next spare')
    transcoders()[1]?.kill()
    await waitFor(() => transcoders().length === 3 && living().length === 2, 'another spare')
    expect(isRunning(transcoders()[0]?.pid ?? 0)).toBe(true)
  })

  it('are started anew when the spare takes no task', async () => {
    await start()
    fleet.warmUp()
    await waitFor(() => living().length === 1, 'the spare')
    ask('crash')
    // The spare and a new process die of the task; a spare stands ready for the next.
    await waitFor(() => transcoders().length >= 3 && living().length === 1, 'the next spare')
    ask('run')
    await waitFor(() => living().length === 2, 'the one at work and a spare')
  })

  it('are killed when they outlive their connection', async () => {
    await start()
    const id = await publish()
    ask('run', id)
    const pid = await waitFor(() => living()[0]?.pid, 'its process id')
    ask('run', 'another' as ConnectionId)
    await waitFor(() => living().length === 2, 'the other one')
    workers.order('unpublish', { connectionId: id })
    await waitFor(() => living().length === 1, 'its end')
    expect(isRunning(pid)).toBe(false)
  })

  it('are killed when they outlive the ingest process', async () => {
    await start()
    ask()
    await waitFor(() => living().length === 1, 'the transcoder')
    workers.order('crash', {})
    await restarted(2)
    await waitFor(() => living().length === 0, 'its end')
  })
})

describe('test pictures', () => {
  const { channelId, url } = { channelId: 'C' as ChannelId, url: 'rtmp://127.0.0.1/C' }
  const pictures = () => workers.of('test-picture')

  it('go on air once and off again; each change is told', async () => {
    const told: boolean[] = []
    fleet.onTestPicture(() => {
      throw new Error('of a listener')
    })
    const stop = fleet.onTestPicture((id) => told.push(fleet.testPictureRunning(id)))
    await Promise.all([fleet.startTestPicture(channelId, url), fleet.startTestPicture(channelId, url)])
    await fleet.startTestPicture(channelId, url)
    expect(pictures()).toHaveLength(1)
    expect(fleet.testPictureRunning(channelId)).toBe(true)
    await fleet.stopTestPicture(channelId)
    expect(isRunning(pictures()[0]?.pid ?? 0)).toBe(false)
    await fleet.stopTestPicture(channelId)
    expect(told).toEqual([true, false])
    stop()
    await fleet.startTestPicture(channelId, url)
    expect(told).toHaveLength(2)
  })

  it.each(['refuse', 'crash'])('that %s to publish are an error', async (how) => {
    await expect(fleet.startTestPicture(channelId, how)).rejects.toMatchObject({
      code: 'TEST_PICTURE_FAILED',
    })
    expect(fleet.testPictureRunning(channelId)).toBe(false)
    workers.failures = 1
    await expect(fleet.startTestPicture(channelId, url)).rejects.toMatchObject({
      code: 'TEST_PICTURE_FAILED',
    })
    expect(fleet.testPictureRunning(channelId)).toBe(false)
  })

  it('that the channel refuses are told its reason', async () => {
    await expect(fleet.startTestPicture(channelId, 'unwelcome')).rejects.toMatchObject({
      code: 'TEST_PICTURE_REFUSED',
      message: expect.stringContaining('not today') as string,
    })
    expect(fleet.testPictureRunning(channelId)).toBe(false)
  })

  it('are ended as an operator ends a connection, and no other of their channel is', async () => {
    await start()
    await fleet.startTestPicture(channel.channelId, url)
    const { requests } = workers.started.find(({ name }) => name === 'test-picture') ?? { requests: [] }
    const asked = requests.find(({ name }) => name === 'publish')
    const { url: address } = asked?.body as { url: string }
    expect(address).toMatch(/^rtmp:\/\/127\.0\.0\.1\/C\?test-picture=[\w-]{43}$/)
    await publish()
    workers.order('publish', { channelId: channel.channelId, query: address.split('?')[1] ?? '' })
    workers.order('publish', { channelId: channel.channelId, query: 'test-picture=another' })
    await waitFor(() => rowsClosedBy().length === 3, 'three publishers')
    await fleet.stopTestPicture(channel.channelId)
    await waitFor(() => rowsClosedBy().some((reason) => reason !== null), 'the end of one')
    expect(rowsClosedBy()).toEqual([null, 'operator-closed', null])
    expect(fleet.testPictureRunning(channel.channelId)).toBe(false)
  })

  it('that die are off air', async () => {
    await fleet.startTestPicture(channelId, url)
    pictures()[0]?.kill()
    await waitFor(() => !fleet.testPictureRunning(channelId), 'the end of the test picture')
  })

  it('are ended while they start', async () => {
    const started = fleet.startTestPicture(channelId, url)
    await fleet.stopTestPicture(channelId)
    await started
    expect(fleet.testPictureRunning(channelId)).toBe(false)
    await waitFor(() => pictures().every(({ pid }) => !isRunning(pid)), 'the end of its process')
  })

  it('end with their channel and with the service', async () => {
    await start()
    await fleet.startTestPicture(channelId, url)
    await fleet.startTestPicture(channel.channelId, url)
    await broadcasts.closeChannel(channelId, 'channel-deleted')
    expect(fleet.testPictureRunning(channelId)).toBe(false)
    expect(fleet.testPictureRunning(channel.channelId)).toBe(true)
    await fleet.close()
    expect(fleet.testPictureRunning(channel.channelId)).toBe(false)
    await expect(fleet.startTestPicture(channelId, url)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
  })
})
