/** What went wrong between us and a store, for a person. */
import type { TFunction } from 'i18next'
import { OUTSIDE_FOLDERS } from '../../service/contract/store-fault.ts'
import type { StoreFault } from '../../service/contract/store-fault.ts'

export interface FaultText {
  /** What happened, without a full stop. */
  readonly what: string
  /** What to do, in a sentence. */
  readonly hint: string
  /** Status, code and words as the store gave them; empty where it gave none. */
  readonly raw: string
}

/** Codes of stores that say more than their kind. */
const HINT_OF_CODE: Readonly<Record<string, 'signature' | 'keyId'>> = {
  SignatureDoesNotMatch: 'signature',
  InvalidAccessKeyId: 'keyId',
}

/** Codes of the file system where it allows something to nobody or to others; a folder has no credentials. */
const OF_FOLDERS: readonly string[] = ['EACCES', 'EPERM', 'EROFS']
/** What the service itself does not do in a folder. */
const KEPT_OUT: Readonly<Record<string, 'folderOutside' | 'folderLink'>> = {
  [OUTSIDE_FOLDERS]: 'folderOutside',
  ELOOP: 'folderLink',
}

export function faultText(t: TFunction, fault: StoreFault): FaultText {
  const { code } = fault
  const isFolder = fault.kind === 'forbidden' && OF_FOLDERS.includes(code)
  const keptOut = fault.kind === 'forbidden' ? KEPT_OUT[code] : undefined
  const kind = keptOut ?? (isFolder ? 'folderForbidden' : fault.kind)
  return {
    what: t(`archive.fault.${kind}`),
    hint: t(`archive.hint.${HINT_OF_CODE[code] ?? kind}`),
    raw: rawFault(fault),
  }
}

/** `403 SignatureDoesNotMatch: The request signature …`, of what there is. */
function rawFault({ status, code, message }: StoreFault): string {
  const head = [status, code].filter((part) => part !== null && part !== '').join(' ')
  return [head, message].filter((part) => part !== '').join(': ')
}
