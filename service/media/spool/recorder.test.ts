import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MADE_UP_BYTES, madeUpSegment } from '../../../test/support/made-up-segment.ts'
import { troubledDisk } from '../../../test/support/spool-disk.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { LostMedia, RecordedFile } from '../../contract/archive.ts'
import { createLogger } from '../../platform/logger.ts'
import { Backlog } from './backlog.ts'
import { readIndex, recordedFiles } from './index-file.ts'
import { Recorder } from './recorder.ts'
import { localDisk } from './spool-disk.ts'
import type { SpoolDisk } from './spool-disk.ts'
import { Turns } from '../../platform/turns.ts'

let root: string
let folder: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airdesk-recorder-'))
  folder = join(root, 'spool', 'one')
})
afterEach(() => rm(root, { recursive: true, force: true }))

function record(maximumWaitingBytes = 50 * MADE_UP_BYTES, backlog = new Backlog(), other?: SpoolDisk) {
  const disk = troubledDisk()
  const guard = { room: true, hasRoom: () => Promise.resolve(guard.room) }
  const files: RecordedFile[] = []
  const lost: LostMedia[] = []
  const ended: LostMedia[] = []
  const recorder = new Recorder({
    ...{
      folder,
      disk: other ?? disk,
      guard,
      turns: new Turns(1),
      backlog,
      pid: process.pid,
      maximumWaitingBytes,
    },
    logger: createLogger('silent'),
    onFile: (file) => files.push(file),
    onLost: (all) => lost.push(all),
    onEnded: (all) => ended.push(all),
  })
  /** Resolves when all that was accepted is written or lost. */
  const settled = () => waitFor(() => recorder.waitingBytes === 0, 'the disk')
  return { recorder, disk, guard, files, lost, ended, settled }
}

/** What each segment of the index holds, by the number that it was made up of. */
async function contents(): Promise<number[]> {
  const media = await readFile(join(folder, 'segments.bin'))
  return (await readIndex(folder)).segments.map(({ offset, bytes, md5 }) => {
    const segment = media.subarray(offset, offset + bytes)
    expect(createHash('md5').update(segment).digest('hex')).toBe(md5)
    const number = Number(/^segment (\d+);/.exec(segment.toString('latin1', 0, 20))?.[1])
    expect(segment.equals(madeUpSegment(number).bytes)).toBe(true)
    return number
  })
}

const breaks = async () =>
  (await readIndex(folder)).segments.filter((s) => s.discontinuity).map(({ number }) => number)

describe('a recorder', () => {
  it('writes segments behind each other, tells of each file, and ends once', async () => {
    const { recorder, files, ended } = record()
    const again = madeUpSegment(2, { init: Buffer.from('initialization 1'), discontinuity: true })
    for (const segment of [madeUpSegment(0), madeUpSegment(1), again]) recorder.accept(segment)
    await Promise.all([recorder.finish(), recorder.finish()])
    recorder.accept(madeUpSegment(3))
    await recorder.finish()

    expect(await contents()).toEqual([0, 1, 2])
    const index = await readIndex(folder)
    expect(index).toMatchObject({ pid: process.pid, ended: true, lost: { segments: 0, seconds: 0 } })
    expect(index.segments.map(({ init }) => init)).toEqual([0, 0, 1])
    expect(index.segments[1]).toMatchObject({
      ...{ startSeconds: 2, durationSeconds: 2, programDateTime: 1_760_000_002_000 },
    })
    expect(await breaks()).toEqual([2])
    expect(files).toEqual(recordedFiles(index))
    expect(await readFile(join(folder, 'init-1.mp4'), 'utf8')).toBe('initialization 1')
    expect(ended).toEqual([{ segments: 0, seconds: 0 }])
  })

  it.skipIf(process.platform === 'win32')('keeps what it records from other users', async () => {
    const { recorder } = record()
    recorder.accept(madeUpSegment(0))
    await recorder.finish()
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
  })

  it('leaves nothing behind of a rendition that never had a segment', async () => {
    const { recorder, ended } = record()
    await recorder.finish()
    expect(ended).toEqual([{ segments: 0, seconds: 0 }])
    expect(await readdir(root)).toEqual([])
  })
})

describe('a disk that is full for a while', () => {
  it.each(['full', 'full-for-media'] as const)('(%s) costs only what came meanwhile', async (trouble) => {
    const { recorder, disk, files, lost, ended, settled } = record()
    recorder.accept(madeUpSegment(0))
    await settled()
    disk.trouble = trouble
    for (const number of [1, 2, 3]) recorder.accept(madeUpSegment(number))
    await settled()
    disk.trouble = 'none'
    for (const number of [4, 5]) recorder.accept(madeUpSegment(number))
    await recorder.finish()

    expect(await contents()).toEqual([0, 4, 5])
    expect(await breaks()).toEqual([1])
    const index = await readIndex(folder)
    expect(index).toMatchObject({ lost: { segments: 3, seconds: 6 }, ended: true })
    expect(index.segments.map(({ number }) => number)).toEqual([0, 1, 2])
    expect(files).toEqual(recordedFiles(index))
    expect(lost.map(({ segments }) => segments)).toEqual([1, 2, 3])
    expect(ended).toEqual([{ segments: 3, seconds: 6 }])
    expect((await stat(join(folder, 'segments.bin'))).size).toBe(3 * MADE_UP_BYTES)
  })

  it('loses no initialization segment that later segments need', async () => {
    const { recorder, disk, settled } = record()
    disk.trouble = 'full'
    recorder.accept(madeUpSegment(0))
    recorder.accept(madeUpSegment(1))
    await settled()
    disk.trouble = 'none'
    recorder.accept(madeUpSegment(2))
    await settled()
    disk.trouble = 'full-for-media'
    recorder.accept(madeUpSegment(3, { init: Buffer.from('initialization 1') }))
    await settled()
    disk.trouble = 'none'
    recorder.accept(madeUpSegment(4))
    await recorder.finish()
    expect(await contents()).toEqual([2, 4])
    const { segments, inits } = await readIndex(folder)
    expect(segments.map(({ init }) => init)).toEqual([0, 1])
    expect(inits.map(({ bytes }) => bytes)).toEqual([16, 16])
    expect(await readFile(join(folder, 'init-0.mp4'), 'utf8')).toBe('initialization 0')
    // Nothing is before the first one that it could continue or not.
    expect(await breaks()).toEqual([1])
  })

  it('is not touched as long as the guard wants its room for others', async () => {
    const { recorder, guard, lost, settled } = record()
    guard.room = false
    recorder.accept(madeUpSegment(0))
    await settled()
    expect(await readdir(root)).toEqual([])
    guard.room = true
    recorder.accept(madeUpSegment(1))
    await recorder.finish()
    expect(lost).toEqual([{ segments: 1, seconds: 2 }])
    expect(await contents()).toEqual([1])
    expect(await readIndex(folder)).toMatchObject({ lost: { segments: 1, seconds: 2 } })
  })
})

describe('a disk that fails to flush the index once', () => {
  it('costs one segment, of which no line stays', async () => {
    let flushes = 0
    const disk = {
      ...localDisk,
      open: async (path: string) => {
        const file = await localDisk.open(path)
        const fails = () => path.endsWith('.ndjson') && ++flushes === 2
        return { ...file, sync: () => (fails() ? Promise.reject(new Error('EIO')) : file.sync()) }
      },
    }
    const { recorder, files, lost } = record(undefined, undefined, disk)
    for (const number of [0, 1, 2]) recorder.accept(madeUpSegment(number))
    await recorder.finish()
    expect(await contents()).toEqual([0, 2])
    const index = await readIndex(folder)
    expect(files).toEqual(recordedFiles(index))
    expect(index).toMatchObject({ lost: { segments: 1 }, ended: true })
    expect(lost).toEqual([{ segments: 1, seconds: 2 }])
    const lines = (await readFile(join(folder, 'index.ndjson'), 'utf8')).split('\n')
    expect(lines.filter((line) => line.startsWith('{"segment":'))).toHaveLength(2)
  })
})

describe('a disk that hangs', () => {
  it('makes wait only so much; what is beyond is lost and the rest is written when it is back', async () => {
    const { recorder, disk, lost } = record(4 * MADE_UP_BYTES + 100)
    disk.trouble = 'hangs'
    for (let number = 0; number < 10; number++) {
      recorder.accept(madeUpSegment(number))
      expect(recorder.waitingBytes).toBeLessThanOrEqual(4 * MADE_UP_BYTES + 100)
    }
    await waitFor(() => disk.waiting === 1, 'a write that hangs')
    expect(lost.at(-1)).toEqual({ segments: 6, seconds: 12 })
    disk.trouble = 'none'
    await waitFor(() => recorder.waitingBytes === 0, 'the disk')
    recorder.accept(madeUpSegment(10))
    await recorder.finish()
    expect(await contents()).toEqual([0, 1, 2, 3, 10])
    expect(await breaks()).toEqual([4])
    expect(await readIndex(folder)).toMatchObject({ lost: { segments: 6, seconds: 12 }, ended: true })
  })
})

describe('many recordings on a disk that hangs', () => {
  it('hold no more memory than they may together, also when they have ended', async () => {
    const backlog = new Backlog(3 * MADE_UP_BYTES + 100)
    const recordings = [0, 1, 2].map(() => record(undefined, backlog))
    for (const { recorder, disk } of recordings) {
      disk.trouble = 'hangs'
      for (const number of [0, 1]) recorder.accept(madeUpSegment(number))
      void recorder.finish()
    }
    expect(recordings.map(({ lost }) => lost.at(-1)?.segments ?? 0)).toEqual([0, 1, 2])
    for (const { recorder, disk } of recordings) {
      disk.trouble = 'none'
      await recorder.finish()
    }
    expect(backlog.take(3 * MADE_UP_BYTES + 100)).toBe(true)
  })
})

describe('a recorder, before a loss of power', () => {
  it('tells of a segment when its bytes and its line in the index are on the device', async () => {
    const written: string[] = []
    const disk = troubledDisk()
    const noted = {
      ...{ makeFolder: disk.makeFolder, replace: disk.replace },
      open: async (path: string) => {
        const name = path.endsWith('.bin') ? 'segments' : 'index'
        const file = await disk.open(path)
        return {
          write: (data: Uint8Array, position: number) => {
            written.push(`${name} written`)
            return file.write(data, position)
          },
          sync: () => {
            written.push(`${name} on the device`)
            return file.sync()
          },
          close: () => file.close(),
        }
      },
    }
    const { recorder, files } = record(undefined, undefined, noted)
    files.push = ({ kind }) => written.push(`told of ${kind}`)
    recorder.accept(madeUpSegment(0))
    await waitFor(() => written.includes('told of segment'), 'a segment')
    expect(written).toEqual([
      'index written',
      'segments written',
      'segments on the device',
      'index written',
      'index on the device',
      'told of init',
      'told of segment',
    ])
    await recorder.finish()
  })
})

describe('a process that is killed while it records', () => {
  it('leaves only whole segments in the index, and another one goes on behind them', async () => {
    const child = fork(new URL('../../../test/support/spool-child.ts', import.meta.url), [folder])
    await once(child, 'message')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const left = await contents()
    expect(left.length).toBeGreaterThanOrEqual(5)
    expect(left).toEqual(left.map((_, i) => i))
    const index = await readIndex(folder)
    expect(index).toMatchObject({ pid: child.pid, ended: false })
    // As if it had been killed in the middle of a line, and of a segment.
    await appendFile(join(folder, 'index.ndjson'), '{"segment":{"number":')
    await appendFile(join(folder, 'segments.bin'), 'torn')
    expect(await readIndex(folder)).toEqual(index)

    const { recorder } = record()
    recorder.accept(madeUpSegment(70, { init: Buffer.from('initialization 1') }))
    await recorder.finish()
    expect(await contents()).toEqual([...left, 70])
    expect(await breaks()).toEqual([left.length])
    const after = await readIndex(folder)
    expect(after).toMatchObject({ pid: process.pid, ended: true })
    expect(after.segments.at(-1)?.init).toBe(1)
  })
})
