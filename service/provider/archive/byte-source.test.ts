import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleBytes } from '../../../test/support/storage/byte-sources.ts'
import { assertUnchanged, bytesSource, fileSource, joinedSource, readLocal } from './byte-source.ts'
import type { ByteSource } from './provider.ts'

const BYTES = sampleBytes(10_000)
let folder: string
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-test-'))
  path = join(folder, 'bytes')
  await writeFile(path, BYTES)
})
afterAll(() => rm(folder, { recursive: true }))

describe('Bytes to be stored', () => {
  it('are a part of a file', async () => {
    const source = fileSource(path, 100, 500)
    expect(source.size).toBe(500)
    expect(await source.read(0, 500)).toEqual(BYTES.subarray(100, 600))
    expect(await source.read(490, 100)).toEqual(BYTES.subarray(590, 600))
    expect((await source.read(500, 1)).byteLength).toBe(0)
  })

  it('are an error where the file is shorter or gone', async () => {
    await expect(fileSource(path, 9_900, 200).read(0, 200)).rejects.toThrow('the file ends at 10000 bytes')
    await expect(fileSource(join(folder, 'none'), 0, 1).read(0, 1)).rejects.toThrow('ENOENT')
  })

  it('are several sources behind each other, wherever one reads them', async () => {
    const cut = fc.array(fc.nat(1500), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(cut, fc.nat(12_000), fc.nat(12_000), async (sizes, start, length) => {
        let at = 0
        const pieces = sizes.map((size): ByteSource => {
          const piece = bytesSource(BYTES.subarray(at, at + size))
          at += piece.size
          return piece
        })
        const joined = joinedSource(pieces)
        expect(joined.size).toBe(at)
        expect(await joined.read(start, length)).toEqual(
          BYTES.subarray(Math.min(start, at), Math.min(start + length, at)),
        )
      }),
    )
  })

  it('are found among 20,000 pieces without looking at all of them', async () => {
    let reads = 0
    const piece: ByteSource = {
      size: 1000,
      read(start, length) {
        reads++
        return bytesSource(BYTES.subarray(0, 1000)).read(start, length)
      },
    }
    const joined = joinedSource(Array.from({ length: 20_000 }, () => piece))
    expect(await joined.read(19_999_500, 9999)).toEqual(BYTES.subarray(500, 1000))
    expect(await joined.read(10_000_900, 200)).toEqual(
      Buffer.concat([BYTES.subarray(900, 1000), BYTES.subarray(0, 100)]),
    )
    expect(reads).toBe(3)
  })

  it('are an error where a piece is shorter than it said', async () => {
    const short: ByteSource = { size: 10, read: () => Promise.resolve(new Uint8Array()) }
    await expect(joinedSource([short]).read(0, 10)).rejects.toThrow('shorter than its 10 bytes')
  })

  it('are a fault of this machine where they cannot be had', async () => {
    const gone = fileSource(join(folder, 'none'), 0, 1)
    await expect(readLocal(gone, 0, 1)).rejects.toMatchObject({ kind: 'local', code: 'ENOENT' })
    await expect(readLocal(bytesSource(BYTES), 9_999, 2)).rejects.toMatchObject({ kind: 'local' })
    expect(await readLocal(bytesSource(BYTES), 9_998, 2)).toEqual(BYTES.subarray(9_998))
    expect(() => assertUnchanged('aa', 'bb')).toThrow(expect.objectContaining({ kind: 'local' }))
  })
})
