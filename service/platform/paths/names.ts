/** Names that others chose, as names of files. */
import { isAbsolute, join, relative, resolve, sep } from 'node:path'

/** A path or a name would lead out of the folder that it belongs in. */
export class ContainmentError extends Error {
  override readonly name = 'ContainmentError'
  /** As the file system says where it would follow links without end. */
  readonly code = 'ELOOP'
}

/** Whether it names something in a folder, and nothing above, below or beside it. */
export function isPlainName(name: string): boolean {
  return !/^\.{0,2}$|[/\0]/.test(name) && (sep === '/' || !/[\\:]/.test(name))
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
