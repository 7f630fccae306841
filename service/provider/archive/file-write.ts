import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Bytes } from '../../contract/units.ts'
import { assertUnchanged, readLocal } from './byte-source.ts'
import { fileFault } from './file-faults.ts'
import type { PutOptions, StoredObject } from './provider.ts'
import { StoreError } from './store-error.ts'

/** Bytes that are read at once to verify a file. */
const BLOCK: Bytes = 1024 * 1024

/** Where a file is until it is whole. */
export const unfinished = (path: string): string => `${path}.part`

/**
 * Writes beside the file, verifies what is written, and gives it its name: the file is whole or not there.
 * What was written stays for the next attempt unless it is of no use.
 * @throws StoreError
 */
export async function writeFile(
  path: string,
  object: StoredObject,
  partBytes: Bytes,
  options: PutOptions,
): Promise<void> {
  const part = unfinished(path)
  try {
    await makeFolder(dirname(path))
    await writePart(part, object, partBytes, options)
    await rename(part, path)
    await syncFolder(dirname(path))
  } catch (error) {
    options.signal.throwIfAborted()
    const fault = fileFault(error, 'no-folder')
    if (fault.kind === 'local' || fault.kind === 'damaged') await rm(part, { force: true }).catch(() => {})
    throw fault
  }
}

/** @throws StoreError `no-folder` where there is a file in its place, or no such drive */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw fileFault(error, 'no-folder')
  }
}

async function writePart(
  part: string,
  { body, md5 }: StoredObject,
  partBytes: Bytes,
  options: PutOptions,
): Promise<void> {
  const { signal, resume } = options
  await using file = await openPart(part, resume !== null)
  const whole = createHash('md5')
  const parts: string[] = []
  for (let start = 0; start < body.size; start += partBytes) {
    signal.throwIfAborted()
    const bytes = await readLocal(body, start, Math.min(partBytes, body.size - start))
    whole.update(bytes)
    parts.push('')
    if (resume && (await holds(file, bytes, start))) continue
    await write(file, bytes, start)
    options.onSent(bytes.length)
    if (body.size > partBytes) options.onState({ uploadId: 'file', partBytes, parts: [...parts] })
  }
  signal.throwIfAborted()
  assertUnchanged(whole.digest('hex'), md5)
  await file.truncate(body.size)
  await file.datasync()
  if ((await md5OfFile(file)) !== md5)
    throw new StoreError('damaged', `${part} has other bytes than were written`)
}

/** @param keep what an earlier attempt has written */
async function openPart(part: string, keep: boolean): Promise<FileHandle> {
  if (!keep) return open(part, 'w+')
  return open(part, 'r+').catch(() => open(part, 'w+'))
}

async function holds(file: FileHandle, bytes: Buffer, position: Bytes): Promise<boolean> {
  const there = Buffer.allocUnsafe(bytes.length)
  const { bytesRead } = await file.read(there, 0, there.length, position)
  return bytesRead === bytes.length && there.equals(bytes)
}

async function write(file: FileHandle, bytes: Buffer, position: Bytes): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written)
    if (bytesWritten === 0) throw new StoreError('full', 'The file system takes no more')
    written += bytesWritten
  }
}

async function md5OfFile(file: FileHandle): Promise<string> {
  const hash = createHash('md5')
  const block = Buffer.allocUnsafe(BLOCK)
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(block, 0, block.length, position)
    if (bytesRead === 0) return hash.digest('hex')
    hash.update(block.subarray(0, bytesRead))
    position += bytesRead
  }
}

/** So that the name is there after a power cut too; Windows has no such thing for folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}
