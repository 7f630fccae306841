import type { ArchiveKind } from '../../contract/archive.ts'
import { azblobAnswerFault } from './azblob-fault.ts'
import { fileFault } from './file-faults.ts'
import { gsFault } from './gs-fault.ts'
import { networkFault } from './network-fault.ts'
import { s3Fault } from './s3-faults.ts'
import type { StoreError } from './store-error.ts'

/** 503: it asks to slow down. 403: the credentials are good, but do not allow this. */
export type MadeUpStatus = 403 | 503

/** As the stores' own documentation calls them. */
const CODES = {
  s3: { 403: 'AccessDenied', 503: 'SlowDown' },
  gs: { 403: 'forbidden', 503: 'backendError' },
  azblob: { 403: 'AuthorizationPermissionMismatch', 503: 'ServerBusy' },
} as const
/** What a file system says in their place. */
const FILE_ERRORS = {
  403: { code: 'EACCES', message: 'EACCES: permission denied' },
  503: { code: 'EBUSY', message: 'EBUSY: resource busy or locked' },
} as const

/** What an answer is taken for that no store gave: by the same rules as a real one, so with the same words. */
export function madeUpAnswer(kind: ArchiveKind, status: MadeUpStatus): StoreError {
  const now = 0
  switch (kind) {
    case 's3': {
      const error = Object.assign(new Error(), { name: CODES.s3[status] })
      return s3Fault(Object.assign(error, { $response: { statusCode: status, headers: {} } }), '', now)
    }
    case 'gs': {
      const text = JSON.stringify({ error: { errors: [{ reason: CODES.gs[status] }] } })
      return gsFault({ status, headers: {}, text }, now)
    }
    case 'azblob':
      return azblobAnswerFault({ status, code: CODES.azblob[status], headers: new Map(), message: '' }, now)
    case 'file':
      return fileFault(systemError(FILE_ERRORS[status]))
  }
}

/** What it is taken for when nothing is answered. */
export function madeUpSilence(kind: ArchiveKind): StoreError {
  const error = systemError({ code: 'ETIMEDOUT', message: 'ETIMEDOUT: nothing was answered' })
  return kind === 'file' ? fileFault(error) : networkFault(error)
}

function systemError({ code, message }: { readonly code: string; readonly message: string }): Error {
  return Object.assign(new Error(message), { code })
}
