/** The processes of the origin, with stand-ins that listen. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeWorkers, isRunning } from '../../../test/support/fake-workers.ts'
import { listens } from '../../../test/support/listens.ts'
import { OPEN_GATE } from '../../../test/support/open-door.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { ChannelId } from '../../contract/ids.ts'
import type { OriginRequests } from '../../contract/origin-worker.ts'
import { systemClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { canSharePorts } from '../../platform/net/shared-ports.ts'
import { ServedCertificate } from '../../platform/tls/served-certificate.ts'
import { Topics } from '../../platform/topics.ts'
import { OriginWorkers, usualOriginProcesses } from './origin-workers.ts'
import type { OriginOptions } from './origin-workers.ts'
import type { IngestTopics } from '../media-topics.ts'

const any = { host: '127.0.0.1', port: 0 }
const channelId = newId<ChannelId>()
const certificate = new ServedCertificate({ certificate: '', privateKey: '' })
const options: OriginOptions = {
  ...{ http: any, https: any, certificate, hlsDirectory: '', gate: () => OPEN_GATE, originProcesses: 3 },
}
let workers: FakeWorkers
let origins: OriginWorkers
let feeds: number
let noFeed: Error | null

beforeEach(() => {
  workers = new FakeWorkers()
  feeds = 0
  noFeed = null
  origins = new OriginWorkers({
    ...{ host: workers, clock: systemClock, logger: createLogger('silent') },
    backOff: { firstMs: 20, longestMs: 80, stableMs: 60_000 },
    topics: new Topics<IngestTopics>(),
    feed: () => {
      if (noFeed) return Promise.reject(noFeed)
      feeds += 1
      return Promise.resolve({ pipe: `pipe ${feeds}`, token: 'token' })
    },
  })
})
afterEach(async () => {
  await origins.close()
  expect(workers.of('origin').filter(({ pid }) => isRunning(pid))).toEqual([])
})

const count = async () => ((await canSharePorts()) ? 3 : 1)
const told = (name: keyof OriginRequests) =>
  workers.started.flatMap(({ requests }) =>
    requests.filter((one) => one.name === name).map(({ body }) => body),
  )
const shares = () => told('start').map((body) => (body as OriginRequests['start'][0]).share)
const attached = (times: number) =>
  waitFor(() => told('attach').length === times, 'all to be joined to ingest')

it('share their ports, and one that is killed is back on them while the others serve', async () => {
  const n = await count()
  const ports = await origins.start(options, Promise.resolve())
  await attached(n)
  expect(shares()).toEqual(n === 3 ? ['first', 'join', 'join'] : ['alone'])
  process.kill(workers.of('origin')[0]?.pid ?? 0, 'SIGKILL')
  if (n > 1) expect(await listens(ports.httpsPort)).toBe(true)
  await attached(n + 1)
  const again = told('start').at(-1) as OriginRequests['start'][0]
  expect([again.share, again.https.port, again.http.port]).toEqual([
    ...[n === 3 ? 'join' : 'alone', ports.httpsPort, ports.httpPort],
  ])
  expect(
    new Set(
      told('start').map((body) =>
        Buffer.from((body as OriginRequests['start'][0]).ticketKeys).toString('hex'),
      ),
    ).size,
  ).toBe(1)
})

it('listen when ingest is there, and not where that fails', async () => {
  const ingest = Promise.withResolvers<unknown>()
  const starting = origins.start({ ...options, originProcesses: 1 }, ingest.promise)
  await waitFor(() => workers.of('origin').length === 1, 'the process')
  expect(told('start')).toEqual([])
  ingest.reject(new Error('no RTMP'))
  await expect(starting).rejects.toThrow('no RTMP')
})

it('are an error where the port is taken', async () => {
  const ports = await origins.start({ ...options, originProcesses: 1 }, Promise.resolve())
  const other = new OriginWorkers({
    ...{ host: workers, clock: systemClock, logger: createLogger('silent') },
    backOff: { firstMs: 20, longestMs: 80, stableMs: 60_000 },
    topics: new Topics<IngestTopics>(),
    feed: () => Promise.reject(new Error('none')),
  })
  const https = { host: '127.0.0.1', port: ports.httpsPort }
  for (const originProcesses of [1, 2])
    await expect(other.start({ ...options, https, originProcesses }, Promise.resolve())).rejects.toThrow(
      'EADDRINUSE',
    )
  await other.close()
})

it('are joined to ingest again when that is back, and keep trying', async () => {
  noFeed = new Error('ingest is away')
  await origins.start({ ...options, originProcesses: 1 }, Promise.resolve())
  expect(told('attach')).toEqual([])
  noFeed = null
  origins.ingestRunning()
  await attached(1)
  origins.ingestRunning()
  await attached(2)
})

it('are told who may watch, and of another certificate with another seal', async () => {
  const n = await count()
  await origins.start(options, Promise.resolve())
  await attached(n)
  const access = { channelId, signedOnly: true, revoked: [] }
  origins.setPlaylistAccess(access)
  certificate.replace({ certificate: 'next', privateKey: 'key' })
  await waitFor(
    () => told('tls.replace').length === n && told('playlists.access').length === n,
    'all to be told',
  )
  expect(told('playlists.access')).toEqual(Array(n).fill(access))
  const first = told('start')[0] as OriginRequests['start'][0]
  for (const body of told('tls.replace') as OriginRequests['tls.replace'][0][]) {
    expect(body.tls.certificate).toBe('next')
    expect(Buffer.from(body.ticketKeys).equals(Buffer.from(first.ticketKeys))).toBe(false)
  }
})

it('are half as many as there are cores, one to four', () => {
  expect([1, 2, 3, 4, 6, 8, 64].map((cores) => usualOriginProcesses(cores))).toEqual([1, 1, 1, 2, 3, 4, 4])
})
