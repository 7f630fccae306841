/** The bytes of a recorded file, as the spool has them. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { RecordedFile, RecordedFileKind } from '../../contract/archive.ts'
import type { Bytes } from '../../contract/units.ts'
import { assertUnchanged, fileSource, readLocal } from '../../provider/archive/byte-source.ts'
import type { ByteSource } from '../../provider/archive/provider.ts'
import { StoreError } from '../../provider/archive/store-error.ts'
import { movieSource } from './seal/movie-files.ts'
import { SEGMENTS_NAME } from './spool/index-file.ts'

export const CONTENT_TYPES: Readonly<Record<RecordedFileKind, string>> = {
  init: 'video/mp4',
  segment: 'video/iso.segment',
  playlist: 'application/vnd.apple.mpegurl',
  movie: 'video/mp4',
}

/** Read at a time where bytes are only passed on. */
const PIECE: Bytes = 512 * 1024

/** @throws StoreError `local` when the movie is not there, or has another size */
export async function recordedSource(folder: string, file: RecordedFile): Promise<ByteSource> {
  const { kind, name, offset, bytes } = file
  if (kind === 'segment') return fileSource(join(folder, SEGMENTS_NAME), offset, bytes)
  if (kind !== 'movie') return fileSource(join(folder, name), 0, bytes)
  const source = await movieSource(folder).catch((error: unknown) => {
    const { message, code = '' } = error as NodeJS.ErrnoException
    throw new StoreError('local', message, { code })
  })
  if (source.size === bytes) return source
  throw new StoreError('local', `${name} has ${source.size} bytes, it had ${bytes}`)
}

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

/** @throws StoreError `local` when the bytes are not those that were recorded */
export async function checkDigest(
  source: ByteSource,
  file: RecordedFile,
  signal: AbortSignal,
): Promise<void> {
  const hash = createHash('md5')
  for await (const piece of piecesOf(source)) {
    signal.throwIfAborted()
    hash.update(piece)
  }
  assertUnchanged(hash.digest('hex'), file.md5)
}
