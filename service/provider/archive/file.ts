import { constants } from 'node:fs'
import { access, open, readdir, rm, rmdir, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import type { FolderDestination } from '../../contract/archive.ts'
import type { Bytes } from '../../contract/units.ts'
import { fileFault } from './file-faults.ts'
import { makeFolder, unfinished, writeFile } from './file-write.ts'
import { partBytes } from './part-size.ts'
import type { PartLimits } from './part-size.ts'
import type {
  ArchiveStore,
  ObjectFacts,
  PutOptions,
  StoredObject,
  StoreProbe,
  UploadState,
} from './provider.ts'
import { StoreError } from './store-error.ts'

/** A file system has no parts; a file is written, and goes on being written, in pieces of this size. */
const FILE_PARTS: PartLimits = {
  least: 1,
  most: 64 * 1024 ** 2,
  parts: Number.MAX_SAFE_INTEGER,
  multipleOf: 1,
  whole: Number.MAX_SAFE_INTEGER,
}

/** Keys that no object can have: an unfinished file has such a name. */
const PART = unfinished('')

/** A folder of this machine. It, and what is to be below it, is made when it is written to. */
export function openFileStore(
  destination: FolderDestination,
  tuning: { readonly parts?: PartLimits } = {},
): ArchiveStore {
  return new FileStore(destination.folder, tuning.parts ?? FILE_PARTS)
}

class FileStore implements ArchiveStore {
  readonly #folder: string
  readonly #parts: PartLimits

  constructor(folder: string, parts: PartLimits) {
    this.#folder = folder
    this.#parts = parts
  }

  async put(object: StoredObject, options: PutOptions): Promise<ObjectFacts> {
    options.signal.throwIfAborted()
    const size = options.resume?.partBytes ?? partBytes(object.body.size, this.#parts)
    await writeFile(this.#pathOf(object.key), object, size, options)
    return { key: object.key, size: object.body.size, md5: object.md5 }
  }

  async stat(key: string, signal: AbortSignal): Promise<ObjectFacts | null> {
    signal.throwIfAborted()
    const path = this.#pathOf(key)
    try {
      const facts = await stat(path)
      return facts.isFile() ? { key, size: facts.size, md5: null } : null
    } catch (error) {
      return nothing(error)
    }
  }

  async read(
    key: string,
    { start, end }: { readonly start: Bytes; readonly end: Bytes },
    signal: AbortSignal,
  ): Promise<Readable> {
    signal.throwIfAborted()
    const path = this.#pathOf(key)
    try {
      const file = await open(path, 'r')
      const body = Readable.from(bytesOf(file, start, end, signal), { objectMode: false })
      // One that nobody has begun to read must not keep the file open either.
      return body.once('close', () => void file.close())
    } catch (error) {
      throw fileFault(error)
    }
  }

  async *list(prefix: string, signal: AbortSignal): AsyncGenerator<ObjectFacts> {
    // What is beside the prefix's own folder cannot begin with it.
    const within = prefix.slice(0, prefix.lastIndexOf('/') + 1).replace(/\/+$/, '')
    const from = within === '' ? this.#folder : this.#pathOf(within)
    for await (const path of filesBelow(from, signal)) {
      const key = relative(this.#folder, path).split(sep).join('/')
      const facts = key.startsWith(prefix) && !key.endsWith(PART) ? await this.stat(key, signal) : null
      if (facts) yield facts
    }
  }

  async delete(key: string, signal: AbortSignal): Promise<void> {
    await this.#remove(key, ['', PART], signal)
  }

  async abort(key: string, _state: UploadState, signal: AbortSignal): Promise<void> {
    await this.#remove(key, [PART], signal)
  }

  async probe(signal: AbortSignal): Promise<StoreProbe> {
    signal.throwIfAborted()
    try {
      await makeFolder(this.#folder)
      await access(this.#folder, constants.W_OK | constants.X_OK)
      const mayList = await readdir(this.#folder).then(
        () => true,
        () => false,
      )
      return { clockSkewMs: null, mayList }
    } catch (error) {
      throw fileFault(error, 'no-folder')
    }
  }

  close(): void {}

  /** Removes the file, and folders above it that have nothing else, but never the destination's own. */
  async #remove(key: string, suffixes: readonly string[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const path = this.#pathOf(key)
    try {
      for (const suffix of suffixes) await rm(path + suffix, { force: true })
    } catch (error) {
      nothing(error)
    }
    for (let folder = dirname(path); folder !== this.#folder; folder = dirname(folder)) {
      const removed = await rmdir(folder).then(
        () => true,
        () => false,
      )
      if (!removed) return
    }
  }

  /** @throws StoreError when the key could leave the folder, or be taken for an unfinished file */
  #pathOf(key: string): string {
    const names = key.split('/')
    const strange = names.some((name) => /^\.{0,2}$|\0/.test(name) || (sep !== '/' && name.includes(sep)))
    if (strange || key.endsWith(PART)) throw new StoreError('refused-request', `No file may be called ${key}`)
    return join(this.#folder, ...names)
  }
}

/** Null when nothing is there. */
function nothing(error: unknown): null {
  const fault = fileFault(error)
  if (fault.kind === 'not-found') return null
  throw fault
}

async function* bytesOf(
  file: FileHandle,
  start: Bytes,
  end: Bytes,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of file.createReadStream({ start, end })) {
      signal.throwIfAborted()
      yield chunk as Buffer
    }
  } catch (error) {
    signal.throwIfAborted()
    throw fileFault(error)
  }
}

/** Absolute paths, in the order of their names. A folder that is not there has none. */
async function* filesBelow(folder: string, signal: AbortSignal): AsyncGenerator<string> {
  signal.throwIfAborted()
  let entries
  try {
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    return nothing(error)
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path, signal)
    else if (entry.isFile()) yield path
  }
}
