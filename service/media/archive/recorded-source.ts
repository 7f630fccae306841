/** The bytes of a recorded file, as the spool has them. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { RecordedFile, RecordedFileKind } from '../../contract/archive.ts'
import { assertUnchanged, fileSource, piecesOf } from '../../provider/archive/byte-source.ts'
import type { ByteSource } from '../../provider/archive/provider.ts'
import { StoreError } from '../../provider/archive/store-error.ts'
import { movieSource } from './seal/movie-files.ts'
import { SEGMENTS_NAME } from '../spool/index-file.ts'

export const CONTENT_TYPES: Readonly<Record<RecordedFileKind, string>> = {
  init: 'video/mp4',
  segment: 'video/iso.segment',
  playlist: 'application/vnd.apple.mpegurl',
  movie: 'video/mp4',
}

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
