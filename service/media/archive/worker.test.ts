import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { hlsSource } from '../../../test/support/hls-source.ts'
import { writeSpool } from '../../../test/support/spool.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { folderDestination } from '../../../test/support/storage/folder-destination.ts'
import type { Answered, ArchiveNotifications, ArchiveRequests } from '../../contract/archive-worker.ts'
import type { RecordedFile } from '../../contract/archive.ts'
import { TEST_STEPS } from '../../contract/console/destinations.ts'
import type { TestStepName } from '../../contract/console/destinations.ts'
import { WORKER_PROTOCOL_VERSION } from '../../contract/worker-protocol.ts'
import { nodeHost } from '../../platform/host.ts'
import type { WorkerProcess } from '../../platform/host.ts'
import { Rpc } from '../../platform/rpc.ts'
import { unfinished } from '../../provider/archive/file-write.ts'

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))
const HELD = fileURLToPath(new URL('../../../test/support/archive-child.ts', import.meta.url))
const PATIENCE_MS = 60_000
const PART = 8 * 1024 * 1024

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'airdesk-archive-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const processes: WorkerProcess[] = []
afterEach(() => {
  processes.splice(0).forEach((process) => process.kill())
  vi.unstubAllEnvs()
})

async function start(entry: string) {
  const process = await nodeHost(() => entry).start('archive')
  processes.push(process)
  const progress: ArchiveNotifications['upload.progress'][] = []
  const steps: TestStepName[] = []
  const ended = new Promise<void>((resolve) => process.onClose(resolve))
  const rpc = Rpc.connect<
    ArchiveRequests,
    Record<string, never>,
    Record<string, never>,
    ArchiveNotifications
  >(
    process,
    {},
    {
      'upload.progress': (told) => progress.push(told),
      'test.step': ({ step }) => steps.push(step.name),
    },
  )
  const request = <Name extends keyof ArchiveRequests>(name: Name, body: ArchiveRequests[Name][0]) =>
    rpc.request(name, body, PATIENCE_MS)
  const player = { host: '127.0.0.1', port: 0 }
  const { playerPort } = await request('start', {
    ...{ version: WORKER_PROTOCOL_VERSION, azblobEndpoint: null, gsEndpoint: null, player, origins: [] },
    ownPorts: [],
  })
  return { process, progress, steps, ended, request, playerPort }
}

function valueOf<T>(answer: Answered<T>): T {
  if (!answer.ok) throw new Error(answer.fault.message)
  return answer.value
}

describe('the archive process', () => {
  it('takes a recording from the spool to a store, plays it from both, and removes it from both', async () => {
    const folder = join(root, 'spool')
    const destination = folderDestination(join(root, 'store'))
    await writeSpool(folder, [await hlsSource({ seconds: 3 })], { segmentSeconds: 1 })
    const { request, playerPort, ended } = await start(WORKER)

    const { files, ended: isWhole, writerPid } = valueOf(await request('spool.read', { folder }))
    expect(files.map(({ name }) => name)).toEqual(['init-0.mp4', '000000.m4s', '000001.m4s', '000002.m4s'])
    expect({ isWhole, writerPid }).toEqual({ isWhole: true, writerPid: process.pid })

    const [sealed, again] = await Promise.all([
      request('recording.seal', { folder }),
      request('recording.seal', { folder }),
    ])
    expect(again).toEqual(sealed)
    const made = valueOf(sealed).files
    for (const [id, file] of [...files, ...made].entries()) {
      const upload = { id, folder, file, destination, key: `c/r0/${file.name}`, resume: null }
      expect(await request('file.upload', upload)).toEqual({ ok: true, value: {} })
    }
    const movie = await readFile(join(destination.folder, 'c', 'r0', 'recording.mp4'))
    const [, file] = made
    if (!file) throw new Error('there is no movie')
    expect(createHash('md5').update(movie).digest('hex')).toBe(file.md5)

    const key = `c/r0/${file.name}`
    for (const from of [
      { from: 'spool', folder, file } as const,
      { from: 'store', destination, key, file } as const,
    ]) {
      const { url } = await request('player.open', from)
      expect(new URL(url).port).toBe(String(playerPort))
      expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(movie)).toBe(true)
    }

    const deleted = await request('objects.delete', { destination, prefix: 'c/r0/' })
    expect(deleted).toEqual({ ok: true, value: { deleted: 6 } })
    await request('spool.remove', { folder })
    expect(await readdir(root)).not.toContain('spool')
    expect(valueOf(await request('spool.read', { folder }))).toMatchObject({ files: [], ended: true })
    await request('stop', {})
    await ended
  })

  it('says why a spool cannot be sealed', async () => {
    const folder = join(root, 'spool')
    await writeSpool(folder, [await hlsSource({ seconds: 3 })], { segmentSeconds: 1 })
    // Nothing can be written where a folder is in the way.
    await mkdir(join(folder, 'head.mp4', 'in the way'), { recursive: true })
    const { request, ended } = await start(WORKER)
    const answer = await request('recording.seal', { folder })
    expect(answer).toMatchObject({
      ok: false,
      fault: { kind: 'local', code: expect.stringMatching(/^E/) as string },
    })
    await rm(join(folder, 'head.mp4'), { recursive: true })
    await rm(join(folder, 'index.ndjson'))
    await mkdir(join(folder, 'index.ndjson'))
    expect(await request('spool.read', { folder })).toMatchObject({ ok: false, fault: { code: 'EISDIR' } })
    await request('stop', {})
    await ended
  })

  it('tests a destination and tells each step; answers with a fault where there is nothing to upload', async () => {
    const { request, steps } = await start(WORKER)
    const destination = folderDestination(join(root, 'tested'))
    const report = await request('destination.test', { id: 'test', destination })
    expect(report).toMatchObject({ outcome: 'passed' })
    expect(steps).toEqual(TEST_STEPS)
    const left = await readdir(destination.folder, { recursive: true }).catch(() => [])
    expect(left).toEqual([])

    const file: RecordedFile = {
      ...{ kind: 'segment', name: '000000.m4s', bytes: 10, md5: '0'.repeat(32), offset: 0 },
      durationSeconds: 1,
    }
    const upload = { id: 1, folder: join(root, 'gone'), file, destination, key: 'c/0', resume: null }
    expect(await request('file.upload', upload)).toMatchObject({ ok: false, fault: { kind: 'local' } })
  })

  it('ends when control is gone', async () => {
    const child = fork(WORKER, { serialization: 'advanced', stdio: 'ignore' })
    await once(child, 'spawn')
    const ended = once(child, 'exit')
    child.disconnect()
    expect(await ended).toEqual([0, null])
  })
})

describe('an archive process that is killed in the middle of an upload', () => {
  it('goes on where it was, sending no more than a part twice', async () => {
    const folder = join(root, 'killed')
    const log = join(root, 'sent.log')
    vi.stubEnv('AIRDESK_SENT_LOG', log)
    const bytes = randomBytes(5 * PART + 12_345)
    await mkdir(folder)
    await writeFile(join(folder, 'segments.bin'), bytes)
    const md5 = createHash('md5').update(bytes).digest('hex')
    const file: RecordedFile = {
      ...{ kind: 'segment', name: '000000.m4s', bytes: bytes.length, md5, offset: 0, durationSeconds: 60 },
    }
    const destination = folderDestination(join(root, 'resumed'))
    let resume: ArchiveNotifications['upload.progress']['state'] = null
    const request = () => ({ id: 1, folder, file, destination, key: 'c/r0/000000.m4s', resume })

    for (const parts of [1, 3]) {
      vi.stubEnv('AIRDESK_HOLD_AT', String((parts + 1) * PART))
      const archive = await start(HELD)
      archive.request('file.upload', request()).catch(() => undefined)
      resume = await waitFor(
        () => archive.progress.findLast(({ state }) => (state?.parts.length ?? 0) >= parts)?.state,
        `part ${parts}`,
      )
      archive.process.kill()
      await archive.ended
      resume = archive.progress.findLast(({ state }) => state !== null)?.state ?? null
      expect(resume?.parts.length).toBeLessThan(6)
      // Whoever dies right behind a write has no line of it.
      const { size } = await stat(join(destination.folder, 'c', 'r0', unfinished('000000.m4s')))
      const lines = (await readFile(log, 'utf8')).split('\n').length - 1
      await appendFile(log, `${PART}\n`.repeat(Math.max(0, Math.floor(size / PART) - lines)))
    }
    vi.stubEnv('AIRDESK_HOLD_AT', '')
    const archive = await start(HELD)
    expect(await archive.request('file.upload', request())).toEqual({ ok: true, value: {} })

    const stored = await readFile(join(destination.folder, 'c', 'r0', '000000.m4s'))
    expect(stored.equals(bytes)).toBe(true)
    const sent = (await readFile(log, 'utf8')).trim().split('\n').map(Number)
    const sentTwice = sent.reduce((sum, size) => sum + size, 0) - bytes.length
    expect(sentTwice).toBeGreaterThanOrEqual(0)
    expect(sentTwice).toBeLessThanOrEqual(2 * PART)
  })
})
