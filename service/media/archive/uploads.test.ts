import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { MemoryStore } from '../../../test/support/memory-store.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { folderDestination } from '../../../test/support/storage/folder-destination.ts'
import type { ArchiveNotifications } from '../../contract/archive-worker.ts'
import type { RecordedFile } from '../../contract/archive.ts'
import { StoreError } from '../../provider/archive/store-error.ts'
import { OpenedStores } from './opened-stores.ts'
import { writeMovieFiles } from './seal/movie-files.ts'
import { Uploads } from './uploads.ts'
import type { UploadRequest } from './uploads.ts'

const destination = folderDestination('/archive')
const segments = randomBytes(3_000_000)
const head = randomBytes(1000)
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

const segment: RecordedFile = {
  ...{ kind: 'segment', name: '000001.m4s', bytes: 2_000_000, offset: 1_000_000, durationSeconds: 2 },
  md5: md5(segments.subarray(1_000_000)),
}
const movieBytes = Buffer.concat([head, segments.subarray(500, 900_000)])
const movie: RecordedFile = {
  ...{ kind: 'movie', name: 'recording.mp4', bytes: movieBytes.length, offset: 0, durationSeconds: 2 },
  md5: md5(movieBytes),
}
const fileOf = (kind: 'init' | 'playlist', name: string): RecordedFile => ({
  ...{ kind, name, bytes: head.length, md5: md5(head), offset: 0, durationSeconds: 0 },
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-uploads-'))
  await writeFile(join(folder, 'segments.bin'), segments)
  await writeFile(join(folder, 'init-0.mp4'), head)
  await writeFile(join(folder, 'index.m3u8'), head)
  await writeMovieFiles(folder, head, [{ offset: 500, length: 899_500 }])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let store: MemoryStore
let clock: ManualClock
let uploads: Uploads
let told: ArchiveNotifications['upload.progress'][]
beforeEach(() => {
  store = new MemoryStore()
  clock = new ManualClock()
  told = []
  const stores = new OpenedStores(() => store, clock)
  uploads = new Uploads({ stores, clock, onProgress: (progress) => told.push(progress) })
})

const upload = (file: RecordedFile, more: Partial<UploadRequest> = {}) =>
  uploads.upload({ id: 1, folder, file, destination, key: `r0/${file.name}`, resume: null, ...more })

describe('an upload', () => {
  it.each([
    ['init', fileOf('init', 'init-0.mp4'), head, 'video/mp4'],
    ['segment', segment, segments.subarray(1_000_000), 'video/iso.segment'],
    ['playlist', fileOf('playlist', 'index.m3u8'), head, 'application/vnd.apple.mpegurl'],
    ['movie', movie, movieBytes, 'video/mp4'],
  ] as [string, RecordedFile, Buffer, string][])('stores the %s as it is in the spool', async (...row) => {
    const [, file, bytes, type] = row
    expect(await upload(file)).toEqual({ ok: true, value: {} })
    expect(store.objects.get(`r0/${file.name}`)?.equals(bytes)).toBe(true)
    expect(store.contentTypes.get(`r0/${file.name}`)).toBe(type)
    expect(told).toEqual([{ id: 1, sentBytes: bytes.length, state: null }])
  })

  it('tells each part before the next one begins, and goes on after it', async () => {
    store.partBytes = 500_000
    const seen: number[] = []
    store.beforePart = () => {
      seen.push(told.at(-1)?.state?.parts.length ?? -1)
      return Promise.resolve()
    }
    await upload(segment)
    expect(seen).toEqual([0, 1, 2, 3])
    const state = told.find((progress) => progress.state?.parts.length === 2)?.state ?? null
    store.begun.set(
      'r0/000001.m4s',
      [0, 1].map((i) => segments.subarray(1_000_000 + i * 500_000).subarray(0, 500_000)),
    )
    told = []
    expect(await upload(segment, { resume: state })).toMatchObject({ ok: true })
    expect(told.at(-1)?.sentBytes).toBe(1_000_000)
  })

  it('answers with the fault of the store', async () => {
    store.faults.put = new StoreError('busy', 'slow down', { status: 503, retryAfterMs: 1000 })
    expect(await upload(segment)).toEqual({
      ok: false,
      fault: { kind: 'busy', status: 503, code: '', message: 'slow down', retryAfterMs: 1000 },
    })
  })

  it.each(['forbidden', 'refused-request'] as const)(
    'is done where the store has the file and lets nobody replace it: %s',
    async (kind) => {
      await upload(segment)
      store.faults.put = new StoreError(kind, 'it stays')
      expect(await upload(segment)).toEqual({ ok: true, value: {} })
      const refused = { ok: false, fault: { kind, message: 'it stays' } }
      expect(await upload(segment, { key: 'r1/000001.m4s' })).toMatchObject(refused)
      store.objects.set('r0/000001.m4s', randomBytes(segment.bytes))
      expect(await upload(segment)).toMatchObject(refused)
      store.objects.set('r0/000001.m4s', segments.subarray(1_000_000))
      store.faults.stat = new StoreError('forbidden', 'it does not tell')
      expect(await upload(segment)).toMatchObject(refused)
    },
  )

  it('ends when it is cancelled, keeps what the store has, and is cancelled once it has ended', async () => {
    store.partBytes = 500_000
    const waiting = Promise.withResolvers<undefined>()
    store.beforePart = () =>
      store.begun.get('r0/000001.m4s')?.length === 2 ? waiting.promise : Promise.resolve()
    const uploading = upload(segment)
    await waitFor(() => told.at(-1)?.state?.parts.length === 2, 'two parts')
    await expect(upload(segment)).rejects.toThrow('runs already')
    const cancelling = uploads.cancel(1)
    waiting.resolve(undefined)
    await cancelling
    expect(await uploading).toMatchObject({ ok: false, fault: { kind: 'interrupted', code: 'Cancelled' } })
    expect(store.begun.get('r0/000001.m4s')).toHaveLength(2)
    await uploads.cancel(1)
  })
})

describe('an upload whose local copy is not what it was', () => {
  const local = { ok: false, fault: { kind: 'local' } }

  it('sends nothing of a segment that is damaged or short', async () => {
    expect(await upload({ ...segment, md5: md5(head) })).toMatchObject(local)
    expect(await upload({ ...segment, offset: 1_000_001 })).toMatchObject(local)
    expect(told).toEqual([])
    expect(store.objects.size).toBe(0)
  })

  it('sends nothing when the file is gone', async () => {
    expect(await upload(fileOf('init', 'init-9.mp4'))).toMatchObject({
      fault: { kind: 'local', code: 'ENOENT' },
    })
    expect(await upload(movie, { folder: join(folder, 'gone') })).toMatchObject(local)
    expect(await upload({ ...movie, bytes: 7 })).toMatchObject(local)
    expect(told).toEqual([])
  })

  it('tells a movie that is damaged here from one that the store has damaged', async () => {
    expect(await upload({ ...movie, md5: md5(head) })).toMatchObject(local)
    store.faults.put = new StoreError('damaged', 'other bytes')
    expect(await upload(movie)).toMatchObject({ ok: false, fault: { kind: 'damaged' } })
  })
})

describe('the progress of an upload', () => {
  it('is told four times a second, and at its end', async () => {
    const piece = 1000
    store.put = async (_object, { onSent }) => {
      for (let i = 0; i < 100; i++) {
        onSent(piece)
        clock.advance(10)
        await Promise.resolve()
      }
      return { key: '', size: 0, md5: null }
    }
    await upload(segment)
    expect(told.map(({ sentBytes }) => sentBytes)).toEqual([1000, 25_000, 50_000, 75_000, 100_000])
  })
})
