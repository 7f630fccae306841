import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CRASH_AT_START, REFUSED } from '../../../test/support/fake-sfu-words.ts'
import { freePort } from '../../../test/support/free-port.ts'
import { FakeWorkers, isRunning } from '../../../test/support/fake-workers.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { Environment } from '../../contract/live-api.ts'
import type { SfuLoad, SfuOpen } from '../../contract/sfu-worker.ts'
import { createLogger } from '../../platform/logger.ts'
import type { SfuRoom } from '../sfu/sfu-media.ts'
import { SfuWorkers } from './sfu-workers.ts'
import type { SfuOptions } from './sfu-workers.ts'

const listen = [{ bindAddress: '127.0.0.1', announced: ['127.0.0.1'] }]
const connectionId = 'N' as ConnectionId
const channelId = 'C' as ChannelId
/** Of environment 1. */
const OTHER = 'O' as ChannelId
const opening: SfuOpen = {
  connectionId,
  channelId,
  clientId: 'N',
  bundleId: 'N',
  role: 'sendonly',
  remoteAddress: '127.0.0.1',
  capabilities: 'v=0',
  audio: { bitRate: null, opus: {} },
  video: null,
  layers: null,
  wanted: null,
  spotlight: null,
  filters: [],
}

const PAUSE_MS = 20
const timing = { startMs: 10_000, requestMs: 1000, stopMs: 200, exitMs: 2000 }

/** Stands still: what happens without it being moved, happens without a pause. */
let clock: ManualClock
let workers: FakeWorkers
let sfu: SfuWorkers
let told: unknown[][]
/** Lines of the log. */
let errors: string[]
let onLoss: () => void
/** By channel, as sessions have them. */
let rooms: Map<ChannelId, SfuRoom>
beforeEach(() => {
  clock = new ManualClock()
  workers = new FakeWorkers()
  told = []
  errors = []
  const lines = new Writable({
    write(line: Buffer, _encoding, done) {
      errors.push(line.toString())
      done()
    },
  })
  onLoss = () => undefined
  rooms = new Map()
  sfu = new SfuWorkers({
    ...{ host: workers, clock, logger: createLogger('error', lines), timing },
    backOff: { firstMs: PAUSE_MS, longestMs: 4 * PAUSE_MS, stableMs: 60_000 },
  })
  const note = (what: string) => (body: unknown) => void told.push([what, body])
  sfu.topics.on({
    'connection.opened': note('opened'),
    'connection.changed': note('changed'),
    'connection.lost': note('lost'),
    'spotlight.focused': note('focused'),
    'spotlight.unfocused': note('unfocused'),
    'connection.usage': note('usage'),
    'sfu.lost': (body) => {
      note('sfu lost')(body)
      onLoss()
    },
  })
})
afterEach(async () => {
  // A process that hangs would be waited for.
  for (const worker of workers.of('sfu')) worker.kill()
  await sfu.close()
  expect(workers.started.filter(({ process }) => isRunning(process.pid))).toEqual([])
})

const start = (change: Partial<SfuOptions> = {}) => {
  rooms = new Map()
  return sfu.start({ listen, ports: [0, 0], ...change })
}
function roomOf(environment: Environment, id: ChannelId): SfuRoom {
  const room = rooms.get(id) ?? sfu.room(environment, id)
  rooms.set(id, room)
  return room
}
const open = (environment: Environment, change: Partial<SfuOpen> = {}) => {
  const body = { ...opening, channelId: environment === 0 ? channelId : OTHER, ...change }
  return roomOf(environment, body.channelId).request('connection.open', body)
}
const unavailable = { name: 'Refusal', code: 'SERVICE_UNAVAILABLE' }
const restarted = (environment: Environment, count: number) =>
  waitFor(
    () => workers.sfus(environment).length === count && sfu.state(environment) === 'running',
    `start ${count} of environment ${environment}`,
  )

/** Lets the time for an answer pass, once the process has been asked `name` so often. */
async function noAnswer(environment: Environment, name: string, times: number, ms: number) {
  const asked = () => workers.requests(environment).filter((one) => one === name).length
  await waitFor(() => asked() === times, `${name} being asked`)
  clock.advance(ms)
}

/** Error code of binding the UDP port, null when it is free. */
function tryUdp(port: number): Promise<string | null> {
  const socket = createSocket('udp4')
  return new Promise((resolve) => {
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => socket.close(() => resolve(null)))
  })
}

describe('the SFU processes', () => {
  it('are asked and heard; environment 1 starts when it is needed', async () => {
    await expect(open(0)).rejects.toMatchObject(unavailable)
    await start()
    expect([sfu.state(0), sfu.state(1)]).toEqual(['running', 'stopped'])
    expect(await tryUdp(sfu.port(0))).toBe('EADDRINUSE')
    expect(await open(0)).toEqual({ sdp: 'offer for N', mid: { audio: 'audio_0' } })
    expect(workers.sfus(1)).toEqual([])
    await Promise.all([open(1), open(1)])
    expect(workers.sfus(1)).toHaveLength(1)
    expect(sfu.state(1)).toBe('running')
    expect(sfu.port(1)).not.toBe(sfu.port(0))
  })

  it('tell what happens to connections and in spotlight', async () => {
    await start()
    const usage = { connectionId, receivedBytes: 1, sentBytes: 2, mediaAgeMs: null }
    const at = { connectionId, channelId }
    workers.orderSfu(0, 'tell', { name: 'connection.changed', body: { connectionId } })
    workers.orderSfu(0, 'tell', { name: 'connection.opened', body: { connectionId } })
    workers.orderSfu(0, 'tell', { name: 'spotlight.focused', body: { ...at, fixed: true } })
    workers.orderSfu(0, 'tell', { name: 'spotlight.unfocused', body: at })
    workers.orderSfu(0, 'tell', { name: 'connection.usage', body: { connections: [usage] } })
    workers.orderSfu(0, 'tell', { name: 'connection.lost', body: { connectionId, cause: 'ice-timeout' } })
    await waitFor(() => told.length === 6, 'all of it')
    expect(told).toEqual([
      ['changed', { connectionId }],
      ['opened', { connectionId }],
      ['focused', { ...at, fixed: true }],
      ['unfocused', at],
      ['usage', { connections: [usage] }],
      ['lost', { connectionId, cause: 'ice-timeout' }],
    ])
  })

  it('that refuse or do not answer in time are not available', async () => {
    await start()
    await expect(open(0, { capabilities: REFUSED })).rejects.toMatchObject(unavailable)
    expect(await open(0)).toBeDefined()
    workers.orderSfu(0, 'hang', {})
    const opened = open(0)
    await Promise.all([
      expect(opened).rejects.toMatchObject(unavailable),
      noAnswer(0, 'connection.open', 3, timing.requestMs),
    ])
  })

  it('that cannot be started are an error, and are tried again when they are needed', async () => {
    const crashing = [{ bindAddress: CRASH_AT_START, announced: [] }]
    await expect(sfu.start({ listen: crashing, ports: [0, 0] })).rejects.toThrow('the process is gone')
    expect(sfu.state(0)).toBe('stopped')
    await start()
    workers.failures = 1
    await expect(open(1)).rejects.toMatchObject(unavailable)
    expect(await open(1)).toBeDefined()
    expect(told).toEqual([])
  })
})

describe('an SFU process that is killed', () => {
  it('is lost at once and back on its port without a pause, and the other goes on', async () => {
    await start()
    await Promise.all([open(0), open(1)])
    const port = sfu.port(0)
    const states: string[] = []
    sfu.onState(() => {
      throw new Error('of a listener')
    })
    sfu.onState((environment) => states.push(`${environment} ${sfu.state(environment)}`))
    const atLoss = new Promise((resolve) => (onLoss = () => resolve(open(0))))
    workers.sfus(0)[0]?.kill()
    await expect(atLoss).rejects.toMatchObject(unavailable)
    await restarted(0, 2)
    expect(told).toEqual([['sfu lost', { environment: 0, channelIds: [channelId] }]])
    expect(states).toEqual(['0 restarting', '0 running'])
    expect(sfu.port(0)).toBe(port)
    expect(await tryUdp(port)).toBe('EADDRINUSE')
    expect(await open(0)).toBeDefined()
    expect(workers.sfus(1)).toHaveLength(1)
  })

  it('again and again is started again and again, after longer and longer pauses', async () => {
    await start()
    for (const [times, pauseMs] of [0, PAUSE_MS, 2 * PAUSE_MS].entries()) {
      workers.orderSfu(0, 'crash', {})
      await waitFor(() => told.length === times + 1, 'the loss')
      clock.advance(Math.max(0, pauseMs - 1))
      if (pauseMs > 0) expect(workers.sfus(0)).toHaveLength(times + 1)
      clock.advance(1)
      await restarted(0, times + 2)
    }
    expect(told).toEqual([
      ['sfu lost', { environment: 0, channelIds: [] }],
      ['sfu lost', { environment: 0, channelIds: [] }],
      ['sfu lost', { environment: 0, channelIds: [] }],
    ])
  })
})

describe('a restart', () => {
  it('ends the connections of one environment and comes back on its port', async () => {
    await start()
    await open(1)
    const ports = [sfu.port(0), sfu.port(1)]
    await Promise.all([sfu.restart(0), sfu.restart(0)])
    expect(sfu.state(0)).toBe('running')
    expect(told).toEqual([['sfu lost', { environment: 0, channelIds: [] }]])
    expect(workers.sfus(0)).toHaveLength(2)
    expect(workers.sfus(1)).toHaveLength(1)
    expect([sfu.port(0), sfu.port(1)]).toEqual(ports)
    expect(await open(0)).toBeDefined()
  })

  it('is also had of a process that hangs, or that never ran', async () => {
    await start()
    workers.orderSfu(0, 'hang', {})
    await Promise.all([sfu.restart(0), noAnswer(0, 'stop', 1, timing.stopMs)])
    expect(await open(0)).toBeDefined()
    await sfu.restart(1)
    expect(sfu.state(1)).toBe('running')
  })

  it('does not wait for the pause after failures', async () => {
    await start()
    workers.failures = 1
    workers.orderSfu(0, 'crash', {})
    await waitFor(() => workers.failures === 0 && sfu.state(0) === 'restarting', 'the failed restart')
    await sfu.restart(0)
    expect(sfu.state(0)).toBe('running')
  })
})

describe('closing', () => {
  it('is no error of what was still asked', async () => {
    await start()
    workers.orderSfu(0, 'hang', {})
    const asked = expect(open(0)).rejects.toMatchObject(unavailable)
    await Promise.all([sfu.close(), noAnswer(0, 'stop', 1, timing.stopMs)])
    await asked
    expect(errors).toEqual([])
  })

  it('ends both, one that hangs too, without the word of a loss', async () => {
    await start()
    await open(1)
    workers.orderSfu(1, 'hang', {})
    await Promise.all([sfu.close(), noAnswer(1, 'stop', 1, timing.stopMs)])
    expect([sfu.state(0), sfu.state(1)]).toEqual(['stopped', 'stopped'])
    expect(told).toEqual([])
    await expect(open(0)).rejects.toMatchObject(unavailable)
    await expect(sfu.restart(1)).rejects.toMatchObject(unavailable)
    await expect(sfu.room(0, channelId).request('connection.open', opening)).rejects.toMatchObject(
      unavailable,
    )
  })
})

describe('several processes of an environment', () => {
  const A = 'A' as ChannelId
  const B = 'B' as ChannelId
  const C = 'C' as ChannelId
  /** Enough to have something to do. */
  const fill = (id: ChannelId) =>
    Promise.all(
      [1, 2, 3, 4].map((n) => open(0, { channelId: id, connectionId: `${id}${n}` as ConnectionId })),
    )
  /** Channels whose connections each process was asked to open, by the order of starts. */
  const placed = () =>
    workers.started.map(({ requests }) => [
      ...new Set(
        requests.flatMap(({ name, body }) =>
          name === 'connection.open' ? [(body as SfuOpen).channelId] : [],
        ),
      ),
    ])
  const tell = (index: number, load: SfuLoad) =>
    workers
      .sfus(0)
      [index]?.post({ kind: 'notification', name: 'tell', body: { name: 'sfu.load', body: load } })
  const further = () => sfu.furtherPorts.map(({ port }) => port)
  /** A port for which the next but one is free too. */
  const pairOfPorts = async () => {
    for (;;) {
      const port = await freePort()
      if ((await tryUdp(port + 2)) === null) return port
    }
  }

  it('start when a channel comes while those that run have something to do, each on the port two above', async () => {
    const port = await pairOfPorts()
    await start({ ports: [port, 0], processes: 2 })
    await open(0, { channelId: A })
    await open(0, { channelId: B })
    expect(placed()).toEqual([[A, B]])
    expect(further()).toEqual([])
    await fill(A)
    await open(0, { channelId: C })
    expect(placed()).toEqual([[A, B], [C]])
    expect([sfu.port(0), further()]).toEqual([port, [port + 2]])
    expect(await tryUdp(port + 2)).toBe('EADDRINUSE')
    // Whole in one process, however busy that is.
    await fill(B)
    expect(placed()).toEqual([[A, B], [C]])
    expect(workers.sfus(1)).toEqual([])
  })

  it('lose what was in the one that is killed, and nothing else', async () => {
    await start({ processes: 2 })
    await fill(A)
    await fill(B)
    expect(placed()).toEqual([[A], [B]])
    const [port, others] = [sfu.port(0), further()]
    const states: string[] = []
    sfu.onState(() => states.push(sfu.state(0)))
    workers.sfus(0)[1]?.kill()
    await waitFor(() => told.length === 1 && sfu.state(0) === 'running', 'the next process')
    expect(told).toEqual([['sfu lost', { environment: 0, channelIds: [B] }]])
    expect(states).toEqual(['restarting', 'running'])
    expect([sfu.port(0), further()]).toEqual([port, others])
    const [a, b] = [roomOf(0, A), roomOf(0, B)]
    expect(await a.request('connection.stats', { connectionId })).toBeDefined()
    await open(0, { channelId: B })
    expect(placed()).toEqual([[A], [B], [B]])
    expect(await b.request('connection.stats', { connectionId })).toBeDefined()
  })

  it('keep channels from one that keeps dying, while another runs', async () => {
    await start({ processes: 2 })
    await fill(A)
    await fill(B)
    workers.sfus(0)[1]?.kill()
    await restarted(0, 3)
    workers.sfus(0)[2]?.kill()
    await waitFor(() => told.length === 2, 'the second loss')
    expect(await open(0, { channelId: B })).toBeDefined()
    expect(placed()).toEqual([[A, B], [B], []])
    clock.advance(PAUSE_MS)
    await restarted(0, 4)
  })

  it('get channels by the load that each tells', async () => {
    await start({ processes: 2 })
    await fill(A)
    await fill(B)
    let heard = 0
    sfu.topics.on({ 'connection.usage': () => heard++ })
    tell(0, { cpu: 0.2 })
    tell(1, { cpu: 0.7 })
    // What is told after it has come after it.
    for (const process of workers.sfus(0))
      process.post({
        kind: 'notification',
        name: 'tell',
        body: { name: 'connection.usage', body: { connections: [] } },
      })
    await waitFor(() => heard === 2, 'the loads')
    await open(0, { channelId: C })
    expect(placed()).toEqual([[A, C], [B]])
  })

  it('have nothing to do as soon as what was in them has closed, before they tell it', async () => {
    await start({ processes: 2 })
    await fill(A)
    const a = roomOf(0, A)
    for (const n of [1, 2, 3, 4])
      await a.request('connection.close', { connectionId: `${A}${n}` as ConnectionId })
    await open(0, { channelId: C })
    expect(placed()).toEqual([[A, C]])
  })

  it('let go of a channel that nobody is in, and keep what is still said of it', async () => {
    await start({ processes: 2 })
    await fill(A)
    await fill(B)
    const b = roomOf(0, B)
    b.leave()
    await b.request('connection.close', { connectionId })
    expect(workers.started[1]?.requests.at(-1)?.name).toBe('connection.close')
    workers.sfus(0)[1]?.kill()
    await waitFor(() => told.length === 1, 'the loss')
    expect(told).toEqual([['sfu lost', { environment: 0, channelIds: [] }]])
  })

  it('are done without where their port is taken, for a while', async () => {
    const port = await pairOfPorts()
    const socket = createSocket('udp4').bind({ port: port + 2, address: '127.0.0.1', exclusive: true })
    await once(socket, 'listening')
    await start({ ports: [port, 0], processes: 2 })
    await fill(A)
    expect(await open(0, { channelId: B })).toBeDefined()
    expect(await open(0, { channelId: C })).toBeDefined()
    expect(placed()).toEqual([[A, B, C], []])
    expect([sfu.state(0), further()]).toEqual(['running', []])
    await new Promise<void>((resolve) => socket.close(resolve))
    clock.advance(30_000)
    await open(0, { channelId: 'D' as ChannelId })
    expect(placed()).toEqual([[A, B, C], [], ['D']])
    expect(further()).toEqual([port + 2])
  })

  it('take any free port where that is meant', async () => {
    const port = await pairOfPorts()
    const socket = createSocket('udp4').bind({ port: port + 2, address: '127.0.0.1', exclusive: true })
    await once(socket, 'listening')
    await start({ ports: [port, 0], orAny: [true, true], processes: 2 })
    await fill(A)
    await open(0, { channelId: B })
    expect(placed()).toEqual([[A], [B]])
    const [free = 0] = further()
    expect([0, port, port + 2]).not.toContain(free)
    await new Promise<void>((resolve) => socket.close(resolve))
  })

  it('are all ended and started anew by a restart', async () => {
    await start({ processes: 2 })
    await fill(A)
    await fill(B)
    const ports = [sfu.port(0), ...further()]
    await sfu.restart(0)
    expect(workers.sfus(0)).toHaveLength(4)
    expect([sfu.port(0), ...further()]).toEqual(ports)
    expect(new Set(told.flatMap(([, body]) => (body as { channelIds: string[] }).channelIds))).toEqual(
      new Set([A, B]),
    )
  })

  it('are known by the ports that media may come by', async () => {
    const port = await pairOfPorts()
    await start({ ports: [port, port + 1], processes: 3 })
    expect(sfu.possiblePorts).toEqual([0, 1, 2, 3, 4, 5].map((n) => port + n))
  })
})

describe('a channel that is large', () => {
  const A = 'A' as ChannelId
  const id = (n: number) => `A${n}` as ConnectionId
  const openNth = (n: number) => open(0, { channelId: A, connectionId: id(n) })
  const ask = (n: number) => roomOf(0, A).request('connection.stats', { connectionId: id(n) })
  /** What each process was asked, by the order of starts; starting and what tests ask left out. */
  const asked = () =>
    workers.started.map(({ requests }) =>
      requests
        .filter(({ name }) => name !== 'start')
        .map(({ name, body }) => {
          const { connectionId: of } = body as { connectionId?: string }
          return of === undefined ? name : `${name} ${of}`
        }),
    )
  const spread = { connections: 2, full: 0.01, room: Infinity }
  const begin = async (processes = 2) => {
    await start({ processes, spread })
    for (const n of [1, 2, 3]) await openNth(n)
  }

  it('goes on in another process, which the first one hands on to', async () => {
    await begin()
    expect(asked()).toEqual([
      ['connection.open A1', 'connection.open A2', 'room.await'],
      ['room.join', 'connection.open A3'],
    ])
    expect(workers.started[1]?.requests.find(({ name }) => name === 'room.join')?.body).toEqual({
      ...{ channelId: A, pipe: 'pipe', token: 'token', isHome: true },
    })
    // Then each comes to the process that has least to do.
    await openNth(4)
    expect(asked()[1]?.at(-1)).toBe('connection.open A4')
  })

  it('has each connection asked where it is, and the first process about its spotlight', async () => {
    await begin()
    await ask(1)
    await ask(3)
    const room = roomOf(0, A)
    await room.request('spotlight.resize', { channelId: A, count: 3 })
    await room.request('spotlight.focus', { channelId: A, connectionId: id(3), fixed: false })
    await room.request('connection.close', { connectionId: id(3) })
    expect(asked().map((names) => names.slice(-2))).toEqual([
      ['spotlight.resize', 'spotlight.focus A3'],
      ['connection.stats A3', 'connection.close A3'],
    ])
  })

  it('is linked by all of its processes', async () => {
    await start({ processes: 3, spread: { ...spread, room: 0 } })
    for (const n of [1, 2, 3, 4]) await openNth(n)
    expect(asked()).toEqual([
      ['connection.open A1', 'connection.open A2', 'room.await', 'room.await'],
      ['room.join', 'connection.open A3', 'room.await'],
      ['room.join', 'room.join', 'connection.open A4'],
    ])
    const joins = workers.started[2]?.requests.filter(({ name }) => name === 'room.join')
    expect(joins?.map(({ body }) => (body as { isHome: boolean }).isHome)).toEqual([true, false])
  })

  it('says when what happened in one process is known in the others', async () => {
    await start({ processes: 2, spread })
    await openNth(1)
    expect(roomOf(0, A).settled()).toBeNull()
    await openNth(2)
    await openNth(3)
    await roomOf(0, A).settled()
    expect(asked().map((names) => names.at(-1))).toEqual(['room.settle', 'room.settle'])
  })

  it('loses with another process the connections there, and grows again', async () => {
    await begin()
    await openNth(4)
    const parts: unknown[] = []
    sfu.topics.on({ 'sfu.part-lost': (body) => parts.push(body) })
    workers.sfus(0)[1]?.kill()
    await waitFor(() => parts.length === 1, 'the loss')
    expect(parts).toEqual([{ connectionIds: [id(3), id(4)] }])
    expect(told).toEqual([['sfu lost', { environment: 0, channelIds: [] }]])
    expect(await ask(1)).toBeDefined()
    await restarted(0, 3)
    await openNth(5)
    expect(asked()[2]).toEqual(['room.join', 'connection.open A5'])
  })

  it('is lost whole with its first process, and the others let go of it', async () => {
    await begin()
    workers.sfus(0)[0]?.kill()
    await waitFor(() => told.length === 1 && asked()[1]?.at(-1) === 'room.end', 'the end')
    expect(told).toEqual([['sfu lost', { environment: 0, channelIds: [A] }]])
    expect(await openNth(5)).toBeDefined()
  })

  it('leaves all of its processes when nobody is there any more', async () => {
    await begin()
    roomOf(0, A).leave()
    await waitFor(() => asked().every((names) => names.at(-1) === 'room.end'), 'the end in both')
    for (const worker of workers.sfus(0)) worker.kill()
    await waitFor(() => told.length === 2, 'the losses')
    expect(told.flatMap(([, body]) => (body as { channelIds: string[] }).channelIds)).toEqual([])
  })

  it('stays where it is while no other process can be started', async () => {
    await start({ processes: 2, spread })
    for (const n of [1, 2]) await openNth(n)
    workers.failures = 1
    await openNth(3)
    await openNth(4)
    expect(asked()).toEqual([
      ['connection.open A1', 'connection.open A2', 'connection.open A3', 'connection.open A4'],
    ])
    expect(workers.failures).toBe(0)
    clock.advance(30_000)
    await openNth(5)
    expect(asked()[1]).toEqual(['room.join', 'connection.open A5'])
  })

  it('grows once for those that come at the same time', async () => {
    await start({ processes: 2, spread })
    for (const n of [1, 2]) await openNth(n)
    await Promise.all([3, 4, 5].map(openNth))
    expect(asked()[0]?.filter((name) => name === 'room.await')).toHaveLength(1)
    expect(asked()[1]?.filter((name) => name === 'room.join')).toHaveLength(1)
  })

  it('that everybody leaves while it grows grows no more', async () => {
    await start({ processes: 2, spread })
    for (const n of [1, 2]) await openNth(n)
    const opened = openNth(3)
    roomOf(0, A).leave()
    await expect(opened).rejects.toMatchObject(unavailable)
    await waitFor(() => sfu.furtherPorts.length === 1, 'the process that was started for it')
    expect(asked()[1] ?? []).not.toContain('room.join')
  })
})
