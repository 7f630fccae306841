import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readIndex, recordedFiles, writeIndexLine } from './index-file.ts'
import type { IndexLine } from './index-file.ts'

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-index-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const init = (number: number): IndexLine => ({ init: { number, bytes: 4, md5: MD5 } })
const segment = (number: number, initNumber = 0): IndexLine => ({
  segment: {
    ...{ number, offset: number * 10, bytes: 10, md5: MD5, init: initNumber, startSeconds: number * 2 },
    ...{ durationSeconds: 2, discontinuity: false, programDateTime: 1_760_000_000_000 },
  },
})

async function write(lines: readonly IndexLine[], mediaBytes = 1000): Promise<void> {
  await writeFile(join(folder, 'index.ndjson'), lines.map(writeIndexLine).join(''))
  await writeFile(join(folder, 'segments.bin'), Buffer.alloc(mediaBytes))
  for (const number of [0, 1]) await writeFile(join(folder, `init-${number}.mp4`), 'init')
}

const add = (text: string) => appendFile(join(folder, 'index.ndjson'), text)
const numbers = async () => (await readIndex(folder)).segments.map(({ number }) => number)

describe('the index of a recording', () => {
  it('tells what was written, the last totals of what was lost, and the end', async () => {
    const lost = (segments: number): IndexLine => ({ lost: { segments, seconds: segments * 2 } })
    await write([{ v: 1, pid: 77 }, init(0), segment(0), lost(1), segment(1), lost(3), { end: true }])
    const index = await readIndex(folder)
    expect(index).toMatchObject({ pid: 77, lost: { segments: 3, seconds: 6 }, ended: true })
    expect(await numbers()).toEqual([0, 1])
    expect(index.inits).toEqual([{ number: 0, bytes: 4, md5: MD5 }])
  })

  it('is empty and ended where there is no folder, or no index in it', async () => {
    for (const path of [folder, join(folder, 'none')]) {
      const index = await readIndex(path)
      expect(index).toMatchObject({ pid: 0, inits: [], segments: [], ended: true })
      expect(recordedFiles(index)).toEqual([])
    }
  })

  it('has not ended when another process goes on', async () => {
    await write([{ v: 1, pid: 1 }, init(0), segment(0), { end: true }, { v: 1, pid: 2 }])
    expect(await readIndex(folder)).toMatchObject({ pid: 2, ended: false })
  })

  it.each([
    ['without its line feed', writeIndexLine(segment(1)).trimEnd()],
    ['torn', writeIndexLine(segment(1)).slice(0, 40)],
    ['torn, and ended by another', `${writeIndexLine(segment(1)).slice(0, 40)}\n`],
    ['of a later kind', '{"chapter":{"number":1}}\n'],
    ['of a shape that it never has', '{"segment":{"number":-1}}\n'],
    ['that is no object', '7\n\nnull\n'],
  ])('takes a line %s as not written', async (_, line) => {
    await write([{ v: 1, pid: 1 }, init(0), segment(0)])
    await add(line)
    expect(await numbers()).toEqual([0])
    await add(`\n${writeIndexLine(segment(2))}`)
    expect((await numbers()).at(-1)).toBe(2)
  })

  it('leaves out segments whose bytes, or whose initialization segment, are not all there', async () => {
    await write([{ v: 1, pid: 1 }, init(0), segment(0), segment(1), init(1), segment(2, 1)], 30)
    expect(await numbers()).toEqual([0, 1, 2])
    await truncate(join(folder, 'init-1.mp4'), 3)
    expect(await numbers()).toEqual([0, 1])
    await truncate(join(folder, 'segments.bin'), 19)
    expect(await numbers()).toEqual([0])
    await rm(join(folder, 'segments.bin'))
    expect(await numbers()).toEqual([])
  })

  it('has a segment once: the later of two lines with one number counts', async () => {
    const later = segment(1)
    if ('segment' in later) later.segment.startSeconds = 4
    await write([{ v: 1, pid: 1 }, init(0), init(0), segment(0), segment(1), segment(2), later])
    const { inits, segments } = await readIndex(folder)
    expect(inits).toHaveLength(1)
    expect(segments.map(({ number, startSeconds }) => [number, startSeconds])).toEqual([
      ...[
        [0, 0],
        [1, 4],
        [2, 4],
      ],
    ])
  })

  it('becomes the objects of a store, each initialization segment before what needs it', async () => {
    await write([{ v: 1, pid: 1 }, init(0), segment(0), segment(1), init(1), segment(2, 1)])
    const files = recordedFiles(await readIndex(folder))
    expect(
      files.map(({ kind, name, offset, durationSeconds }) => [kind, name, offset, durationSeconds]),
    ).toEqual([
      ['init', 'init-0.mp4', 0, 0],
      ['segment', '000000.m4s', 0, 2],
      ['segment', '000001.m4s', 10, 2],
      ['init', 'init-1.mp4', 0, 0],
      ['segment', '000002.m4s', 20, 2],
    ])
  })

  it('reads as something whatever bytes it has', async () => {
    const known = [init(0), segment(0), { end: true }].map((line) => writeIndexLine(line as IndexLine))
    const piece = fc.oneof(
      fc.constantFrom(...known),
      fc.string(),
      fc.json().map((text) => `${text}\n`),
    )
    await write([])
    await fc.assert(
      fc.asyncProperty(fc.array(piece), async (pieces) => {
        await writeFile(join(folder, 'index.ndjson'), pieces.join(''))
        const index = await readIndex(folder)
        expect(recordedFiles(index).length).toBe(index.inits.length + index.segments.length)
      }),
      { numRuns: 60 },
    )
  })
})
