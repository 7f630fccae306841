import type { FolderDestination } from '../../../service/contract/archive.ts'

/** A folder that is allowed as it is. */
export function folderDestination(folder: string): FolderDestination {
  return { kind: 'file', folder, root: folder, never: [] }
}
