/**
 * The one containment of the service: a folder below which others choose the names. Whatever they choose,
 * and whatever is put in its place meanwhile, nothing outside of the folder is opened, written or removed.
 */
import { constants, existsSync } from 'node:fs'
import { chmod, lstat, mkdir, open, realpath, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../error-code.ts'
import { ContainmentError, isPlainName } from './names.ts'
import { OWN_FILE, OWN_FOLDER } from './own-modes.ts'

/** Linux names open folders: a path through such a name cannot be turned elsewhere. */
const HANDLES = '/proc/self/fd'
const hasHandles = process.platform === 'linux' && existsSync(HANDLES)
/** Linux: a folder is held without a right to read it. Node has no name for it. */
const O_PATH = 0o10000000
/** Windows has none of them, which leaves flags as they are. */
const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants
const opensLinks = process.platform === 'win32'

export interface ContainedOptions {
  /** Folders that are never entered, wherever they are: the service's own. */
  readonly never?: readonly string[]
}

export class ContainedFolder {
  /** Links on the way to it are followed: whoever allowed the folder has named them. */
  readonly root: string
  readonly #never: readonly string[]

  constructor(root: string, { never = [] }: ContainedOptions = {}) {
    this.root = root
    this.#never = never
  }

  /**
   * Runs `work` with a path of the folder below the root; it is good for as long as `work` runs. On Linux it
   * stays that folder, whatever is renamed or linked meanwhile; elsewhere each part of it was looked at before.
   * @param names of the folders on the way to it
   * @param make what is missing of them; the root has to be there
   * @param mode of what is made
   * @throws ContainmentError for a name that leads elsewhere, a link, or a folder that is never entered;
   *   Error of the file system
   */
  async within<T>(
    names: readonly string[],
    work: (folder: string) => Promise<T>,
    { make = false, mode = OWN_FOLDER }: { readonly make?: boolean; readonly mode?: number } = {},
  ): Promise<T> {
    if (!names.every(isPlainName)) throw outside()
    const forbidden = await Promise.all(this.#never.map(identityOf))
    return hasHandles
      ? this.#byHandles(names, work, make ? mode : null, forbidden)
      : this.#byPaths(names, work, make ? mode : null, forbidden)
  }

  async #byHandles<T>(
    names: readonly string[],
    work: (folder: string) => Promise<T>,
    make: number | null,
    forbidden: readonly string[],
  ): Promise<T> {
    let handle = await open(this.root, O_PATH | O_DIRECTORY)
    let place = this.root
    try {
      demandAllowed(forbidden, await handle.stat({ bigint: true }))
      for (const name of names) {
        const path = `${HANDLES}/${handle.fd}/${name}`
        const isNew = make !== null && (await made(path))
        const next = await open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW).catch(orLink(path))
        await handle.close()
        handle = next
        place = join(place, name)
        demandAllowed(forbidden, await handle.stat({ bigint: true }))
        if (isNew && make !== OWN_FOLDER) await chmod(`${HANDLES}/${handle.fd}`, make)
      }
      return await work(`${HANDLES}/${handle.fd}`)
    } catch (error) {
      throw byName(error, `${HANDLES}/${handle.fd}`, place)
    } finally {
      await handle.close()
    }
  }

  async #byPaths<T>(
    names: readonly string[],
    work: (folder: string) => Promise<T>,
    make: number | null,
    forbidden: readonly string[],
  ): Promise<T> {
    let path = await realpath(this.root)
    demandAllowed(forbidden, await stat(path, { bigint: true }))
    for (const name of names) {
      path = join(path, name)
      const isNew = make !== null && (await made(path))
      const found = await lstat(path, { bigint: true })
      demandNoLink(found)
      demandAllowed(forbidden, found)
      if (isNew && make !== OWN_FOLDER) await chmod(path, make)
    }
    return work(path)
  }
}

/**
 * Opens a file of a folder that `within` gave; one that is made is for this user alone.
 * @param flags of `open`, such as O_RDONLY
 * @throws ContainmentError for a link, or for what is no file; Error of the file system
 */
export async function openContained(folder: string, name: string, flags: number): Promise<FileHandle> {
  if (!isPlainName(name)) throw outside()
  const path = join(folder, name)
  if (opensLinks) await lstat(path).then(demandNoLink, () => undefined)
  // What is no file could keep whoever opens it waiting.
  const file = await open(path, flags | O_NOFOLLOW | O_NONBLOCK, OWN_FILE).catch(orLink(path))
  try {
    const opened = await file.stat({ bigint: true })
    if (opensLinks) demandNoLink(await lstat(path))
    if (!opened.isFile()) throw new ContainmentError(`${name} is no file`)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** People know a folder by its name, and not by that of its handle. */
function byName(error: unknown, handle: string, folder: string): unknown {
  if (!(error instanceof Error)) return error
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (path?.startsWith(handle) !== true) return error
  const named = folder + path.slice(handle.length)
  return Object.assign(error, { message: `${code ?? ''}: ${syscall ?? ''} '${named}'`, path: named })
}

/** @returns false where it was there before */
async function made(path: string): Promise<boolean> {
  try {
    await mkdir(path, OWN_FOLDER)
    return true
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    return false
  }
}

interface Identity {
  readonly dev: bigint
  readonly ino: bigint
}

const identity = ({ dev, ino }: Identity): string => `${dev}:${ino}`

/** Empty where there is nothing of that name. */
async function identityOf(path: string): Promise<string> {
  return stat(path, { bigint: true }).then(identity, () => '')
}

function demandAllowed(forbidden: readonly string[], found: Identity): void {
  if (forbidden.includes(identity(found))) throw outside()
}

function demandNoLink(found: { isSymbolicLink(): boolean }): void {
  if (found.isSymbolicLink()) throw linked()
}

/** Systems tell of a link in different words, and some of them as of a file. */
const orLink = (path: string) => async (error: unknown) => {
  const found = await lstat(path).catch(() => null)
  throw found?.isSymbolicLink() === true ? linked() : error
}

const linked = () => new ContainmentError('A link stands in its place, which is not followed.')
const outside = () => new ContainmentError('It is outside the folders that may be used.')
