import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { segmentFile } from '../../../test/support/archive-in-memory.ts'
import type { FakeArchiveOrders } from '../../../test/support/fake-archive.ts'
import { CRASH_AT_START } from '../../../test/support/fake-archive-words.ts'
import { FakeWorkers, isRunning } from '../../../test/support/fake-workers.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { folderDestination } from '../../../test/support/storage/folder-destination.ts'
import type { ArchiveNotifications } from '../../contract/archive-worker.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/logger.ts'
import { ArchiveWorker } from './archive-worker.ts'
import type { ArchiveWorkerOptions } from './archive-worker.ts'
import { BackOff } from './back-off.ts'

let workers: FakeWorkers
let archive: ArchiveWorker
let folder: string
let origins: string[]
const options = (): ArchiveWorkerOptions => ({
  ...{ azblobEndpoint: 'http://127.0.0.1:1', gsEndpoint: null, origins: () => origins },
  ownPorts: () => [],
  player: { host: '127.0.0.1', port: 0 },
})

beforeEach(() => {
  workers = new FakeWorkers()
  folder = mkdtempSync(join(tmpdir(), 'airdesk-archive-worker-'))
  origins = ['http://127.0.0.1:8080']
  archive = new ArchiveWorker({
    host: workers,
    clock: systemClock,
    logger: createLogger('silent'),
    backOff: new BackOff({ firstMs: 20, longestMs: 80, stableMs: 60_000 }),
    timing: { startMs: 20_000, stopMs: 500, exitMs: 2000 },
  })
})
afterEach(async () => {
  await archive.close()
  rmSync(folder, { recursive: true, force: true })
  expect(workers.started.filter(({ process }) => isRunning(process.pid))).toEqual([])
})

const processes = () => workers.of('archive')
function order<Name extends keyof FakeArchiveOrders>(name: Name, body: FakeArchiveOrders[Name]): void {
  processes().at(-1)?.post({ kind: 'notification', name, body })
}
const read = async () => {
  const answer = await archive.request('spool.read', { folder })
  return answer.ok ? answer.value : answer.fault
}
const upload = () =>
  archive.request('file.upload', {
    ...{ id: 1, folder, file: segmentFile(0), key: 'k', resume: null },
    destination: folderDestination(folder),
  })
const starts = () =>
  workers.started
    .flatMap(({ requests }) => requests.filter(({ name }) => name === 'start'))
    .map(({ body }) => body)

describe('the archive process', () => {
  it('is started by the first request, once it may, with what it needs', async () => {
    const contents = read()
    expect(processes()).toHaveLength(0)
    archive.configure(options())
    expect(await contents).toMatchObject({ files: [], ended: true })
    await Promise.all([read(), read()])
    expect(starts()).toMatchObject([
      { azblobEndpoint: 'http://127.0.0.1:1', gsEndpoint: null, origins, player: { port: 0 } },
    ])
    expect(archive.player?.port).toBe(4321)
  })

  it('starts, whatever one of those throws who hear of it', async () => {
    let heard = 0
    archive.onStart(() => {
      throw new Error('of a listener')
    })
    archive.onStart(() => heard++)
    archive.configure(options())
    expect(await read()).toMatchObject({ ended: true })
    expect([heard, processes().length]).toEqual([1, 1])
  })

  it('is started again when it dies, on its port; what it did is refused, what is asked meanwhile waits', async () => {
    archive.configure(options())
    await read()
    order('uploads', 'hold')
    const broken = expect(upload()).rejects.toThrow()
    await waitFor(() => workers.started[0]?.requests.some(({ name }) => name === 'file.upload'), 'the upload')
    order('crash', {})
    await broken
    origins = ['http://127.0.0.1:9090']
    expect(await read()).toMatchObject({ ended: true })
    expect(processes()).toHaveLength(2)
    expect(starts()[1]).toMatchObject({ player: { port: 4321 }, origins })
    expect(await upload()).toEqual({ ok: true, value: {} })
  })

  it('that cannot be started refuses, and is tried again by the next request', async () => {
    archive.configure(options())
    workers.failures = 1
    await expect(read()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    origins = [CRASH_AT_START]
    await expect(read()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    origins = []
    expect(await read()).toMatchObject({ ended: true })
  })

  it('tells of uploads, and gives its faults as answers', async () => {
    archive.configure(options())
    const heard: ArchiveNotifications['upload.progress'][] = []
    archive.onProgress((progress) => heard.push(progress))
    expect(await upload()).toMatchObject({ ok: true })
    expect(heard).toEqual([{ id: 1, sentBytes: 100, state: null }])
    const fault = { kind: 'busy', status: 503, code: '', message: '', retryAfterMs: 5 } as const
    order('uploads', fault)
    expect(await upload()).toEqual({ ok: false, fault })
  })

  it('ends with the service, and what waits is refused', async () => {
    archive.configure(options())
    await read()
    order('uploads', 'hold')
    const broken = expect(upload()).rejects.toThrow()
    await archive.close()
    await broken
    await expect(read()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('that was never needed was never started', async () => {
    archive.configure(options())
    await archive.close()
    expect(processes()).toHaveLength(0)
  })
})
