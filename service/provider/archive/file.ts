import { constants } from 'node:fs'
import { access, lstat, mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import type { FolderDestination } from '../../contract/archive.ts'
import type { Bytes } from '../../contract/units.ts'
import { ContainedFolder, openContained } from '../../platform/paths/contained-folder.ts'
import { isPlainName } from '../../platform/paths/names.ts'
import { OWN_FOLDER, SHARED_FOLDER } from '../../platform/paths/own-modes.ts'
import { fileFault } from './file-faults.ts'
import { unfinished, writeFile } from './file-write.ts'
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

/**
 * A folder of this machine. It, and what is to be below it, is made when it is written to, for this user
 * alone. Below the root that was allowed no link is followed. Where a root is missing that is not to be made, what is
 * stored there is away: `no-folder`.
 */
export function openFileStore(
  destination: FolderDestination,
  tuning: { readonly parts?: PartLimits } = {},
): ArchiveStore {
  return new FileStore(destination, tuning.parts ?? FILE_PARTS)
}

/** Where a file is: the folders on the way from the root, and its name. */
interface Place {
  readonly folders: readonly string[]
  readonly name: string
}

class FileStore implements ArchiveStore {
  readonly #root: ContainedFolder
  /** Names from the root to the destination's own folder. */
  readonly #own: readonly string[]
  readonly #makesRoot: boolean
  readonly #parts: PartLimits

  constructor({ folder, root, makesRoot, never }: FolderDestination, parts: PartLimits) {
    this.#root = new ContainedFolder(root, { never })
    this.#makesRoot = makesRoot
    this.#own = relative(root, folder)
      .split(sep)
      .filter((name) => name !== '')
    this.#parts = parts
  }

  async put(object: StoredObject, options: PutOptions): Promise<ObjectFacts> {
    options.signal.throwIfAborted()
    const size = options.resume?.partBytes ?? partBytes(object.body.size, this.#parts)
    const { folders, name } = this.#placeOf(object.key)
    try {
      const mode = object.forEverybody ? SHARED_FOLDER : OWN_FOLDER
      await this.#making(folders, mode, (folder) => writeFile(folder, name, object, size, options))
    } catch (error) {
      options.signal.throwIfAborted()
      throw fileFault(error, 'no-folder')
    }
    return { key: object.key, size: object.body.size, md5: object.md5 }
  }

  async stat(key: string, signal: AbortSignal): Promise<ObjectFacts | null> {
    signal.throwIfAborted()
    const { folders, name } = this.#placeOf(key)
    try {
      const facts = await this.#root.within(folders, (folder) => lstat(join(folder, name)))
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
    const { folders, name } = this.#placeOf(key)
    try {
      const file = await this.#root.within(folders, (folder) =>
        openContained(folder, name, constants.O_RDONLY),
      )
      const body = Readable.from(bytesOf(file, start, end, signal), { objectMode: false })
      // One that nobody has begun to read must not keep the file open either.
      return body.once('close', () => void file.close())
    } catch (error) {
      throw fileFault(error)
    }
  }

  async *list(prefix: string, signal: AbortSignal): AsyncGenerator<ObjectFacts> {
    await this.#demandRoot(signal)
    // What is beside the prefix's own folder cannot begin with it.
    const within = prefix.slice(0, prefix.lastIndexOf('/') + 1).replace(/\/+$/, '')
    for await (const key of this.#keysBelow(within === '' ? [] : this.#namesOf(within), signal)) {
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
      return await this.#making(this.#own, OWN_FOLDER, probed)
    } catch (error) {
      throw fileFault(error, 'no-folder')
    }
  }

  close(): void {}

  async #making<T>(
    folders: readonly string[],
    mode: number,
    work: (folder: string) => Promise<T>,
  ): Promise<T> {
    if (this.#makesRoot) await mkdir(this.#root.root, { recursive: true, mode: OWN_FOLDER })
    return this.#root.within(folders, work, { make: true, mode })
  }

  /** Nothing is to be taken for gone that is only away. */
  async #demandRoot(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#makesRoot) return
    await this.#root
      .within([], () => Promise.resolve())
      .catch((error: unknown) => {
        throw fileFault(error, 'no-folder')
      })
  }

  /** Removes the file, and folders above it that have nothing else, but never the destination's own. */
  async #remove(key: string, suffixes: readonly string[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { folders, name } = this.#placeOf(key)
    try {
      await this.#root.within(folders, async (folder) => {
        for (const suffix of suffixes) await rm(join(folder, name + suffix), { force: true })
      })
    } catch (error) {
      nothing(error)
    }
    for (let depth = folders.length; depth > this.#own.length; depth--) {
      const removed = await this.#root
        .within(folders.slice(0, depth - 1), (above) => rmdir(join(above, folders[depth - 1] ?? '')))
        .then(
          () => true,
          () => false,
        )
      if (!removed) return
    }
  }

  /** In the order of their names. A folder that is not there has none. */
  async *#keysBelow(names: readonly string[], signal: AbortSignal): AsyncGenerator<string> {
    signal.throwIfAborted()
    let entries
    try {
      entries = await this.#root.within([...this.#own, ...names], (folder) =>
        readdir(folder, { withFileTypes: true }),
      )
    } catch (error) {
      return nothing(error)
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = [...names, entry.name]
      if (entry.isDirectory()) yield* this.#keysBelow(below, signal)
      else if (entry.isFile()) yield below.join('/')
    }
  }

  #placeOf(key: string): Place {
    const names = this.#namesOf(key)
    return { folders: [...this.#own, ...names.slice(0, -1)], name: names.at(-1) ?? '' }
  }

  /** @throws StoreError when the key could leave the folder, or be taken for an unfinished file */
  #namesOf(key: string): string[] {
    const names = key.split('/')
    if (!names.every(isPlainName) || key.endsWith(PART))
      throw new StoreError('refused-request', `No file may be called ${key}`)
    return names
  }
}

/** @throws Error of the file system where nothing can be written */
async function probed(folder: string): Promise<StoreProbe> {
  await access(folder, constants.W_OK | constants.X_OK)
  const mayList = await readdir(folder).then(
    () => true,
    () => false,
  )
  return { clockSkewMs: null, mayList }
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
