import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../test/support/wait-for.ts'
import { createLogger } from '../../platform/logger.ts'
import { SegmentStore } from './segment-store.ts'

const REFUSED = 'segments cannot be written to disk; they are held in memory'
const TAKEN = 'segments are written to disk again'

let root: string
/** What the store has told its log. */
let told: string[]
let mounted = false

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airdesk-store-'))
  told = []
})
afterEach(async () => {
  if (mounted) execFileSync('umount', [root])
  mounted = false
  await rm(root, { recursive: true, force: true })
})

function open(directory: string, overlayBytes?: number): SegmentStore {
  const logger = createLogger('info', {
    write: (line) => told.push((JSON.parse(line) as { readonly msg: string }).msg),
  })
  return new SegmentStore({ directory, logger, ...(overlayBytes === undefined ? {} : { overlayBytes }) })
}

/** A disk of 2 MB where this process may mount one; else a folder in place of which there is a file. */
function smallDisk(): { readonly path: string; free(): Promise<void>; readonly kind: string } {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', root], { stdio: 'ignore' })
    mounted = true
    return { path: root, kind: 'a tmpfs of 2 MB', free: () => rm(join(root, 'filler')) }
  } catch {
    const path = join(root, 'not-a-folder')
    return { path, kind: 'a file in place of the folder (no right to mount a tmpfs)', free: () => rm(path) }
  }
}

describe('SegmentStore', () => {
  it('writes whole files and leaves no temporary ones', async () => {
    const store = open(root)
    await store.write('a/b/1.m4s', Buffer.alloc(100_000, 1))
    await store.write('a/index.m3u8', 'one')
    await store.write('a/index.m3u8', 'two')
    expect(String(await store.read('a/index.m3u8'))).toBe('two')
    expect((await store.read('a/b/1.m4s'))?.length).toBe(100_000)
    expect(await store.read('a/b/2.m4s')).toBeNull()
    expect((await readdir(root, { recursive: true })).sort()).toEqual([
      'a',
      'a/b',
      'a/b/1.m4s',
      'a/index.m3u8',
    ])
    await store.remove('a')
    expect(await readdir(root)).toEqual([])
    await store.remove('a')
  })

  it('keeps what a full disk refuses, says so once, and moves it to disk when there is room', async () => {
    const disk = smallDisk()
    console.info(`disk full on ${disk.kind}`)
    const filler = disk.path === root ? join(root, 'filler') : disk.path
    await writeFile(filler, Buffer.alloc(1_500_000))
    const store = open(disk.path)
    const segment = (n: number) => Buffer.alloc(200_000, n)
    for (let n = 0; n < 6; n++) {
      await store.write(`c/r0/${n}.m4s`, segment(n))
      await store.write('c/r0.m3u8', `playlist ${n}`)
    }
    expect(store.diskFull).toBe(true)
    expect(told).toEqual([REFUSED])
    for (let n = 0; n < 6; n++) expect((await store.read(`c/r0/${n}.m4s`))?.equals(segment(n))).toBe(true)
    expect(String(await store.read('c/r0.m3u8'))).toBe('playlist 5')
    await disk.free()
    for (let n = 6; n < 8; n++) {
      await store.write(`c/r0/${n}.m4s`, Buffer.alloc(150_000))
      await store.write('c/r0.m3u8', `playlist ${n}`)
    }
    expect(told).toEqual([REFUSED, TAKEN])
    await waitFor(() => store.overlayBytes === 0, 'everything to be on disk')
    const names = await readdir(join(disk.path, 'c', 'r0'))
    expect(names.sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((n) => `${n}.m4s`))
    expect(names.some((name) => name.endsWith('.tmp'))).toBe(false)
    expect(String(await store.read('c/r0.m3u8'))).toBe('playlist 7')
  })

  it('holds a bounded amount in memory: the oldest segments go, playlists and initialization stay', async () => {
    await writeFile(join(root, 'file'), '')
    const store = open(join(root, 'file'), 10_000)
    await store.write('c/r0/init-0.mp4', Buffer.alloc(1000))
    for (let n = 0; n < 20; n++) await store.write(`c/r0/${n}.m4s`, Buffer.alloc(2000))
    expect(store.overlayBytes).toBeLessThanOrEqual(10_000)
    expect(await store.read('c/r0/0.m4s')).toBeNull()
    expect(await store.read('c/r0/19.m4s')).not.toBeNull()
    expect(await store.read('c/r0/init-0.mp4')).not.toBeNull()
    await store.remove('c')
    expect(store.overlayBytes).toBe(0)
    expect(told.filter((words) => words === REFUSED)).toHaveLength(1)
  })
})
