/** Where the bytes of an object come from: memory, a part of a file, or several of these behind each other. */
import { open } from 'node:fs/promises'
import type { Bytes } from '../../contract/units.ts'
import { StoreError } from './store-error.ts'
import type { ByteSource } from './provider.ts'
import { errorCode } from '../../platform/error-code.ts'

export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.byteLength,
    read: (start, length) => Promise.resolve(bytes.subarray(start, start + length)),
  }
}

/**
 * A part of a file, which is opened for each read only: it may go away, and thousands may wait.
 * Reads throw the file system's error, or an Error when the file ends before the part does.
 */
export function fileSource(path: string, offset: Bytes, length: Bytes): ByteSource {
  return {
    size: length,
    async read(start, wanted) {
      const bytes = Buffer.allocUnsafe(within(length, start, wanted))
      await using file = await open(path, 'r')
      await fill(file, bytes, offset + start)
      return bytes
    },
  }
}

async function fill(file: Awaited<ReturnType<typeof open>>, bytes: Buffer, position: Bytes): Promise<void> {
  let got = 0
  while (got < bytes.length) {
    const { bytesRead } = await file.read(bytes, got, bytes.length - got, position + got)
    if (bytesRead === 0)
      throw new Error(`the file ends at ${position + got} bytes, not ${position + bytes.length}`)
    got += bytesRead
  }
}

/** Made for a movie of tens of thousands of pieces: finding one takes a binary search. */
export function joinedSource(sources: readonly ByteSource[]): ByteSource {
  const pieces = sources.filter((piece) => piece.size > 0)
  const starts: Bytes[] = []
  let size = 0
  for (const piece of pieces) {
    starts.push(size)
    size += piece.size
  }
  return {
    size,
    async read(start, wanted) {
      const bytes = Buffer.allocUnsafe(within(size, start, wanted))
      let got = 0
      for (let index = lastAtMost(starts, start); got < bytes.length; index++) {
        const piece = pieces[index]
        if (!piece) throw new Error(`the pieces end at ${start + got} bytes`)
        const from = start + got - (starts[index] ?? 0)
        const part = await piece.read(from, Math.min(piece.size - from, bytes.length - got))
        if (part.byteLength === 0) throw new Error(`a piece is shorter than its ${piece.size} bytes`)
        bytes.set(part, got)
        got += part.byteLength
      }
      return bytes
    },
  }
}

/** Bytes that a read of `wanted` bytes from `start` gives. */
const within = (size: Bytes, start: Bytes, wanted: Bytes): Bytes =>
  Math.max(0, Math.min(wanted, size - start))

/** Index of the last of the ascending `starts` that is not above `position`. */
function lastAtMost(starts: readonly Bytes[], position: Bytes): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Exactly these bytes of a body that is to be stored.
 * @throws StoreError `local`
 */
export async function readLocal(body: ByteSource, start: Bytes, length: Bytes): Promise<Buffer> {
  let bytes: Uint8Array
  try {
    bytes = await body.read(start, length)
  } catch (error) {
    const code = errorCode(error)
    // The message of a file system's error names a path of this machine, which is no secret here.
    throw new StoreError('local', error instanceof Error ? error.message : String(error), { code })
  }
  if (bytes.byteLength !== length) {
    throw new StoreError('local', `${bytes.byteLength} bytes were read at ${start} instead of ${length}`)
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Read at a time where bytes are only passed on. */
const PIECE: Bytes = 512 * 1024

/** The bytes from `start` to `end`, both included, in pieces. @throws StoreError `local` */
export async function* piecesOf(
  source: ByteSource,
  start: Bytes = 0,
  end: Bytes = source.size - 1,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at <= end; at += PIECE) {
    yield await readLocal(source, at, Math.min(PIECE, end + 1 - at))
  }
}

/** @throws StoreError `local`, when what was read of the body is not what it was when it was recorded */
export function assertUnchanged(read: string, wanted: string): void {
  if (read !== wanted) throw new StoreError('local', `the MD5 of the local copy is ${read}, it was ${wanted}`)
}
