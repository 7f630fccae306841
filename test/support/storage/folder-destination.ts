import type { FolderDestination } from '../../../service/contract/archive.ts'

/** A folder that is allowed as it is, and made where it is missing. */
export function folderDestination(folder: string): FolderDestination {
  return { kind: 'file', folder, root: folder, makesRoot: true, never: [] }
}
