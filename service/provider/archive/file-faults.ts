/** What the file system answers instead of what was asked, as a fault of a store. */
import type { StoreFaultKind } from '../../contract/store-fault.ts'
import { StoreError } from './store-error.ts'
import { errorCode } from '../../platform/error-code.ts'

const BY_CODE: Readonly<Record<string, StoreFaultKind>> = {
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  EROFS: 'forbidden',
  // A link in the place of a file or folder, which is not followed.
  ELOOP: 'forbidden',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  ENOENT: 'not-found',
  EISDIR: 'not-found',
  ENOTDIR: 'not-found',
  EBUSY: 'busy',
  EMFILE: 'busy',
  ENFILE: 'busy',
  EAGAIN: 'busy',
  ETIMEDOUT: 'timeout',
  EIO: 'interrupted',
  ESTALE: 'interrupted',
}

/** @param absent what it means when a file or folder is not there, or is a file and no folder */
export function fileFault(error: unknown, absent: 'not-found' | 'no-folder' = 'not-found'): StoreError {
  if (error instanceof StoreError) return error
  const code = errorCode(error)
  const kind = BY_CODE[code] ?? (code === 'EEXIST' && absent === 'no-folder' ? absent : 'refused-request')
  const message = error instanceof Error ? error.message : String(error)
  return new StoreError(kind === 'not-found' ? absent : kind, message, { code })
}
