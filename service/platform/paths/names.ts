/** Names that others chose, as names of files. */
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Bytes } from '../../contract/units.ts'

/** A path or a name would lead out of the folder that it belongs in. */
export class ContainmentError extends Error {
  override readonly name = 'ContainmentError'
  /** As the file system says where it would follow links without end. */
  readonly code = 'ELOOP'
}

const NO_NAMES: ReadonlySet<string> = new Set(['', '.', '..'])
/** What no name has. Looked for one by one: V8 compiles a regular expression anew that is used from time to time. */
const SEPARATORS = sep === '/' ? ['/', '\0'] : ['/', '\0', '\\', ':']

/** Whether it names something in a folder, and nothing above, below or beside it. */
export function isPlainName(name: string): boolean {
  return !NO_NAMES.has(name) && !SEPARATORS.some((separator) => name.includes(separator))
}

/** Longest name that file systems have: bytes of UTF-8, and UTF-16 units on Windows. */
export const MAX_NAME_BYTES: Bytes = 255

/** Whether no name of the path is longer than file systems have them. */
export function namesFit(path: string): boolean {
  const sizeOf = (name: string) => (sep === '/' ? Buffer.byteLength(name) : name.length)
  return path.split(sep).every((name) => sizeOf(name) <= MAX_NAME_BYTES)
}

/**
 * The path of what has this name in the folder.
 * @throws ContainmentError for a name that could lead elsewhere
 */
export function childOf(folder: string, name: string): string {
  if (!isPlainName(name)) throw new ContainmentError('A name that came from outside would leave its folder.')
  return join(folder, name)
}

/**
 * The path of what has these names, with `/` between them, below the folder.
 * @throws ContainmentError for names that could lead elsewhere
 */
export function pathBelow(folder: string, names: string): string {
  return names.split('/').reduce(childOf, folder)
}

/** Whether one path is the other, or below it, as they are written. */
export function isWithin(outer: string, inner: string): boolean {
  const path = relative(resolve(outer), resolve(inner))
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}
