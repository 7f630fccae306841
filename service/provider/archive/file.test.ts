import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { objectOf, sampleBytes } from '../../../test/support/storage/byte-sources.ts'
import { folderDestination } from '../../../test/support/storage/folder-destination.ts'
import { fileFault } from './file-faults.ts'
import { openFileStore } from './file.ts'
import { AZURE_PARTS } from './part-size.ts'
import type { ArchiveStore, PutOptions, UploadState } from './provider.ts'

const never = new AbortController().signal
const OPTIONS: PutOptions = { signal: never, resume: null, onState: () => {}, onSent: () => {} }
const RESUME: UploadState = { uploadId: 'file', partBytes: 100, parts: ['', ''] }
let home: string
let folder: string
let store: ArchiveStore

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'airdesk-test-'))
  folder = join(home, 'archive')
  store = openFileStore(folderDestination(folder))
})
afterEach(() => rm(home, { recursive: true }))

/** Bytes that were written. */
async function put(key: string, bytes: Uint8Array, resume: UploadState | null = null): Promise<number> {
  let sent = 0
  await store.put(objectOf(key, bytes), { ...OPTIONS, resume, onSent: (count) => (sent += count) })
  return sent
}

async function keysOf(prefix: string, of = store): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of of.list(prefix, never)) keys.push(key)
  return keys
}

describe('A folder as a store', () => {
  it.each(['../out', 'a/../../out', '/etc/passwd', 'a//b', '.', '', 'a/', 'a\0b', 'a.part'])(
    'has no object called %j',
    async (key) => {
      const refused = { kind: 'refused-request' }
      await expect(put(key, sampleBytes(1))).rejects.toMatchObject(refused)
      await expect(store.read(key, { start: 0, end: 0 }, never)).rejects.toMatchObject(refused)
      await expect(store.delete(key, never)).rejects.toMatchObject(refused)
      expect(await readdir(home)).toEqual([])
    },
  )

  it('leaves what was never inside alone when it lists', async () => {
    await expect(keysOf('../')).rejects.toMatchObject({ kind: 'refused-request' })
  })

  it('goes on where an unfinished file ends', async () => {
    const bytes = sampleBytes(350)
    await put('a', bytes)
    await writeFile(join(folder, 'b.part'), bytes.subarray(0, 250))
    expect(await put('b', bytes, RESUME)).toBe(150)
    expect((await store.stat('b', never))?.size).toBe(350)
  })

  it('writes again what an unfinished file has differently, and cuts what it has too much', async () => {
    const bytes = sampleBytes(350)
    await put('a', bytes)
    const other = Buffer.concat([bytes, sampleBytes(100)])
    other.writeUInt8(other.readUInt8(120) ^ 1, 120)
    await writeFile(join(folder, 'b.part'), other)
    expect(await put('b', bytes, RESUME)).toBe(100)
    expect((await store.stat('b', never))?.size).toBe(350)
    expect(await readdir(folder)).toEqual(['a', 'b'])
  })

  it.each([
    ['keeps', 'EMFILE', ['a.part']],
    ['removes', 'ENOENT', []],
  ])('%s what is unfinished where the local copy cannot be read (%s)', async (_, code, left) => {
    store = openFileStore(folderDestination(folder), { parts: { ...AZURE_PARTS, usual: 100 } })
    const error = Object.assign(new Error(code), { code })
    const object = objectOf('a', sampleBytes(250))
    const read = (start: number, length: number) =>
      start > 0 ? Promise.reject(error) : object.body.read(start, length)
    const putting = store.put({ ...object, body: { size: 250, read } }, OPTIONS)
    await expect(putting).rejects.toMatchObject({ kind: 'local', code })
    expect(await readdir(folder)).toEqual(left)
  })

  it.each([
    ['removes', 250, []],
    ['keeps', 100, ['a.part']],
  ])('%s what is unfinished where it is cancelled with parts of %i bytes', async (_, usual, left) => {
    store = openFileStore(folderDestination(folder), { parts: { ...AZURE_PARTS, usual } })
    const stop = new AbortController()
    const reason = new Error('cancelled by the test')
    const onSent = () => stop.abort(reason)
    const putting = store.put(objectOf('a', sampleBytes(250)), { ...OPTIONS, signal: stop.signal, onSent })
    await expect(putting).rejects.toBe(reason)
    expect(await readdir(folder)).toEqual(left)
  })

  it('does not show what is unfinished', async () => {
    await put('a', sampleBytes(10))
    await writeFile(join(folder, 'b.part'), 'half')
    expect(await keysOf('')).toEqual(['a'])
    await store.abort('b', RESUME, never)
    expect(await readdir(folder)).toEqual(['a'])
  })

  it('removes folders that are empty once their last object is deleted, but not its own', async () => {
    await put('a/b/1', sampleBytes(10))
    await put('a/c/2', sampleBytes(10))
    await store.delete('a/b/1', never)
    expect(await readdir(join(folder, 'a'))).toEqual(['c'])
    await store.delete('a/c/2', never)
    expect(await readdir(folder)).toEqual([])
  })

  it('is nothing until something is written, and is made by a probe', async () => {
    expect(await keysOf('')).toEqual([])
    expect(await store.probe(never)).toEqual({ clockSkewMs: null, mayList: true })
    expect((await stat(folder)).isDirectory()).toBe(true)
  })

  it('cannot be where a file is in its place', async () => {
    await writeFile(folder, '')
    await expect(put('a', sampleBytes(1))).rejects.toMatchObject({ kind: 'no-folder' })
    await expect(store.probe(never)).rejects.toMatchObject({ kind: 'no-folder' })
  })

  it('whose root is away is neither made in its place nor taken for empty', async () => {
    const root = join(home, 'share')
    const shows = { ...folderDestination(join(root, 'shows')), root }
    const away = openFileStore({ ...shows, makesRoot: false })
    const missing = { kind: 'no-folder' }
    await expect(away.put(objectOf('a', sampleBytes(1)), OPTIONS)).rejects.toMatchObject(missing)
    await expect(away.probe(never)).rejects.toMatchObject(missing)
    await expect(keysOf('', away)).rejects.toMatchObject(missing)
    expect(await readdir(home)).toEqual([])
  })

  it('ends a body that is read when it is aborted, with the reason', async () => {
    await put('a', sampleBytes(300_000))
    const stop = new AbortController()
    const reason = new Error('aborted by the test')
    const body = await store.read('a', { start: 0, end: 299_999 }, stop.signal)
    const reading = body.toArray()
    stop.abort(reason)
    await expect(reading).rejects.toBe(reason)
  })
})

describe('A fault of the file system', () => {
  it.each([
    ['EACCES', 'forbidden'],
    ['EPERM', 'forbidden'],
    ['EROFS', 'forbidden'],
    ['ENOSPC', 'full'],
    ['EIO', 'interrupted'],
    ['EMFILE', 'busy'],
    ['ENOENT', 'not-found'],
    ['ENAMETOOLONG', 'refused-request'],
  ])('%s is told as %s', (code, kind) => {
    const error = Object.assign(new Error(`${code}: words, open 'a'`), { code })
    expect(fileFault(error)).toMatchObject({ kind, code, status: null })
    expect(fileFault(error).message).toContain('words')
  })

  it('of a folder that cannot be is told as such', () => {
    for (const code of ['ENOENT', 'ENOTDIR', 'EEXIST']) {
      expect(fileFault(Object.assign(new Error(code), { code }), 'no-folder').kind).toBe('no-folder')
    }
  })
})

describe('A folder that others can write to', () => {
  const LINKED = { kind: 'forbidden', code: 'ELOOP' }
  const read = (key: string) => store.read(key, { start: 0, end: 3 }, never)

  it('gives out nothing that a link in the place of a recording leads to', async () => {
    await writeFile(join(home, 'secrets.key'), 'of the service')
    await put('c/movie.mp4', sampleBytes(4))
    await rm(join(folder, 'c', 'movie.mp4'))
    await symlink(join(home, 'secrets.key'), join(folder, 'c', 'movie.mp4'))
    await expect(read('c/movie.mp4')).rejects.toMatchObject({ fault: LINKED })
    expect(await store.stat('c/movie.mp4', never)).toBeNull()
  })

  it('writes and removes nothing through links', async () => {
    await mkdir(join(home, 'other', 'c'), { recursive: true })
    await writeFile(join(home, 'other', 'c', 'kept'), 'kept')
    await mkdir(folder)
    await symlink(join(home, 'other', 'c'), join(folder, 'c'))
    await symlink(join(home, 'other', 'made'), join(folder, 'a.part'))
    await expect(put('c/movie.mp4', sampleBytes(4))).rejects.toMatchObject({ fault: LINKED })
    await expect(store.delete('c/kept', never)).rejects.toMatchObject({ fault: LINKED })
    await expect(keysOf('c/')).rejects.toMatchObject({ fault: LINKED })
    await put('a', sampleBytes(4))
    expect(await readdir(join(home, 'other'))).toEqual(['c'])
    expect(await readdir(join(home, 'other', 'c'))).toEqual(['kept'])
  })

  it.runIf(process.platform !== 'win32')('makes what only this user can read', async () => {
    const mask = process.umask(0)
    try {
      await put('c/movie.mp4', sampleBytes(4))
    } finally {
      process.umask(mask)
    }
    const mode = async (path: string) => (await stat(path)).mode & 0o777
    expect(await mode(folder)).toBe(0o700)
    expect(await mode(join(folder, 'c'))).toBe(0o700)
    expect(await mode(join(folder, 'c', 'movie.mp4'))).toBe(0o600)
  })

  it('does not wait for what is no file', async () => {
    await put('a', sampleBytes(4))
    await mkdir(join(folder, 'b'))
    await expect(read('b')).rejects.toMatchObject({ kind: 'forbidden' })
  })
})
