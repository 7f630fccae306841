import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bytes } from '../../contract/units.ts'
import { openContained } from '../../platform/paths/contained-folder.ts'
import { OWN_FILE, SHARED_FILE } from '../../platform/paths/own-modes.ts'
import { assertUnchanged, readLocal } from './byte-source.ts'
import { fileFault } from './file-faults.ts'
import type { PutOptions, StoredObject, UploadState } from './provider.ts'
import { isUseless, StoreError } from './store-error.ts'

/** Bytes that are read at once to verify a file. */
const BLOCK: Bytes = 1024 * 1024
const { O_CREAT, O_EXCL, O_RDWR } = constants

/** Where a file is until it is whole. */
export const unfinished = (path: string): string => `${path}.part`

/**
 * Writes beside the file, verifies what is written, and gives it its name: the file is whole or not there.
 * What was written stays for the next attempt where a state tells of it, unless it is of no use.
 * @param folder as a contained folder gave it
 * @throws StoreError, Error of the file system
 */
export async function writeFile(
  folder: string,
  name: string,
  object: StoredObject,
  partBytes: Bytes,
  options: PutOptions,
): Promise<void> {
  const part = unfinished(name)
  let isKnown = options.resume !== null
  const onState = (state: UploadState) => {
    isKnown = true
    options.onState(state)
  }
  try {
    await writePart({ folder, part }, object, partBytes, { ...options, onState })
    await rename(join(folder, part), join(folder, name))
    await syncFolder(folder)
  } catch (error) {
    const fault = fileFault(error, 'no-folder')
    // Where no state tells of it, nothing would ever remove it once its recording is deleted.
    if (!isKnown || isUseless(fault)) await rm(join(folder, part), { force: true }).catch(() => {})
    options.signal.throwIfAborted()
    throw fault
  }
}

async function writePart(
  { folder, part }: { readonly folder: string; readonly part: string },
  { body, md5, forEverybody = false }: StoredObject,
  partBytes: Bytes,
  options: PutOptions,
): Promise<void> {
  const { signal, resume } = options
  await using file = await openPart(folder, part, resume !== null)
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
  // Some file systems know no modes.
  if (forEverybody) await file.chmod(SHARED_FILE).catch(() => undefined)
}

/** @param keep what an earlier attempt has written */
async function openPart(folder: string, part: string, keep: boolean): Promise<FileHandle> {
  if (!keep) await rm(join(folder, part), { force: true })
  const file = await openContained(folder, part, O_RDWR | O_CREAT | (keep ? 0 : O_EXCL))
  // Some file systems know no modes; what earlier versions began, everybody could read.
  if (keep) await file.chmod(OWN_FILE).catch(() => undefined)
  return file
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
