import { mkdirSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ArchiveDestination } from '../../contract/archive.ts'
import type { RecordingFolderList } from '../../contract/console/installation.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { badRequest } from '../../contract/refusal/refusal.ts'
import { problem, rule } from '../../contract/refusal/rules.ts'
import type { BrokenRule } from '../../contract/refusal/rules.ts'
import type { Clock } from '../../platform/clock.ts'
import { isWithin, MAX_NAME_BYTES, namesFit } from '../../platform/paths/names.ts'
import { OWN_FOLDER } from '../../platform/paths/own-modes.ts'
import { BucketUriFault, parseFolderUri } from './bucket-uri.ts'
import type { FolderPlace } from './destination-rules.ts'

/** Of the data folder, what recordings may be kept in. */
export const localFolderOf = (dataDir: string): string => join(dataDir, 'archive')

/** Folders that an owner allows, as `file:///`. */
export interface RecordingFolderRepository {
  /** In alphabetical order. */
  list(): readonly string[]
  /** Forgets all others. */
  replace(uris: readonly string[], now: EpochMilliseconds): void
}

export interface RecordingFolderParts {
  readonly clock: Clock
  readonly store: RecordingFolderRepository
  readonly dataDir: string
  /** Allowed by the command line. */
  readonly given: readonly string[]
}

/**
 * Below which folders of this machine recordings may be written: the one in the data folder, those of the
 * command line, and those that an owner allowed. Nothing else of the data folder is ever among them.
 */
export class RecordingFolders {
  readonly #parts: RecordingFolderParts

  constructor(parts: RecordingFolderParts) {
    this.#parts = parts
  }

  /** What an owner sees. */
  view(): RecordingFolderList {
    const { dataDir, given, store } = this.#parts
    return {
      fixed: [localFolderOf(dataDir), ...given].map((folder) => pathToFileURL(folder).href),
      folders: store.list().filter((uri) => this.#isOfUse(parseFolderUri(uri))),
    }
  }

  /**
   * Destinations that were made below a folder that is not allowed any more wait until it is again.
   * @throws Refusal `BAD_REQUEST` for what is no folder, or one that the service keeps its own in
   */
  replace(uris: readonly string[]): void {
    const { store, clock } = this.#parts
    const broken = uris.flatMap((uri, i) => {
      const rule = this.#brokenBy(uri)
      return rule ? { path: `folders.${i}`, ...rule } : []
    })
    if (broken.length > 0) throw badRequest(...broken)
    store.replace(uris, clock.now())
  }

  #brokenBy(uri: string): BrokenRule | null {
    try {
      if (!uri.startsWith('file://')) return rule('absolutePath')
      const folder = parseFolderUri(uri)
      if (!namesFit(folder)) return rule('folderBytes', { max: MAX_NAME_BYTES })
      return isOwnFolder(this.#parts.dataDir, folder) ? rule('notOwnFolder') : null
    } catch (error) {
      if (error instanceof BucketUriFault) return error.broken
      throw error
    }
  }

  /**
   * A destination with all that is needed to stay inside of it.
   * @throws Refusal `BAD_REQUEST` for a folder that is not allowed, or that no file system can have
   */
  admit(destination: Exclude<ArchiveDestination, { kind: 'file' }> | FolderPlace): ArchiveDestination {
    if (destination.kind !== 'file') return destination
    const { dataDir } = this.#parts
    const { folder } = destination
    // What is outside is not even looked at.
    const root = this.#rootOf(folder)
    if (root === null) {
      const isOwn = isWithin(dataDir, folder)
      throw badRequest(problem('bucket_uri', isOwn ? 'notOwnFolder' : 'outsideFolders'))
    }
    if (!namesFit(folder)) throw badRequest(problem('bucket_uri', 'folderBytes', { max: MAX_NAME_BYTES }))
    if (isOwnFolder(dataDir, folder)) throw badRequest(problem('bucket_uri', 'notOwnFolder'))
    if (!isWithin(realOf(root), realOf(folder))) throw badRequest(problem('bucket_uri', 'outsideFolders'))
    return { ...destination, root, makesRoot: root === localFolderOf(dataDir), never: [dataDir] }
  }

  /**
   * Makes the allowed folder of a new destination. Later it is not made again: where it is missing then, the disk or
   * share that has it is away, and what is written would be hidden once that is back.
   */
  makeRoot(destination: ArchiveDestination): void {
    if (destination.kind !== 'file') return
    try {
      mkdirSync(destination.root, { recursive: true, mode: OWN_FOLDER })
    } catch {
      // Whether it can be written to shows in its test, and when something is archived.
    }
  }

  /** The innermost allowed folder that this one is, or is below. */
  #rootOf(folder: string): string | null {
    const { dataDir, given, store } = this.#parts
    const allowed = [...given, ...store.list().map((uri) => parseFolderUri(uri))]
    const roots = [localFolderOf(dataDir), ...allowed.filter((root) => this.#isOfUse(root))]
    return roots
      .filter((root) => isWithin(root, folder))
      .reduce<string | null>((inner, root) => (inner && isWithin(root, inner) ? inner : root), null)
  }

  /** What lies in the data folder is allowed by no setting. */
  #isOfUse(root: string): boolean {
    const { dataDir } = this.#parts
    return !isWithin(dataDir, root) && !isOwnFolder(dataDir, root)
  }
}

/**
 * Whether a destination would write where the service keeps its own: in the data folder, except below its
 * folder for recordings. Links are followed, as whoever put one there wants them to be.
 */
export function isOwnFolder(dataDir: string, folder: string): boolean {
  const real = realOf(folder)
  return isWithin(realOf(dataDir), real) && !isWithin(realOf(localFolderOf(dataDir)), real)
}

/** What of the path is not there yet stays as it is written. */
function realOf(path: string): string {
  const whole = resolve(path)
  try {
    return realpathSync(whole)
  } catch {
    const parent = dirname(whole)
    return parent === whole ? whole : join(realOf(parent), relative(parent, whole))
  }
}
