import { isRestError } from '@azure/storage-blob'
import type { StoreFaultKind } from '../../contract/store-fault.ts'
import { networkFault } from './network-fault.ts'
import { clockSkewOf, retryAfterOf } from './answer-headers.ts'
import { answerWords, codeOf, StoreError } from './store-error.ts'

/** Clocks may be this far apart, either way (Authorize with Shared Key: "within 15 minutes"). */
const MOST_SKEW = 15 * 60_000

const KINDS: Readonly<Record<string, StoreFaultKind>> = {
  ContainerNotFound: 'no-bucket',
  ContainerBeingDeleted: 'no-bucket',
  ContainerDisabled: 'no-bucket',
  BlobNotFound: 'not-found',
  // What Azurite says of an account that it does not have; in the service an account is a host.
  ResourceNotFound: 'credentials',
  AuthenticationFailed: 'credentials',
  InvalidAuthenticationInfo: 'credentials',
  NoAuthenticationInformation: 'credentials',
  Md5Mismatch: 'damaged',
  InsufficientStorage: 'full',
}
const STATUSES: Readonly<Record<number, StoreFaultKind>> = {
  401: 'credentials',
  403: 'forbidden',
  404: 'not-found',
  408: 'busy',
  413: 'full',
  429: 'busy',
  507: 'full',
}

/** What the SDK throws, as a fault of the store. */
export function azblobFault(error: unknown, now: number): StoreError {
  if (!isRestError(error) || error.response === undefined) return networkFault(error)
  const { headers, status } = error.response
  const code = headers.get('x-ms-error-code') ?? error.code ?? ''
  return azblobAnswerFault({ status, code, headers, message: error.message }, now)
}

/** What is looked at of an answer. */
export interface AzblobAnswer {
  readonly status: number
  /** Of the store; empty where it says none. */
  readonly code: string
  readonly headers: { get(name: string): string | undefined }
  readonly message: string
}

export function azblobAnswerFault({ status, code, headers, message }: AzblobAnswer, now: number): StoreError {
  const kind = KINDS[code] ?? kindOf(code, status, message)
  const skew = clockSkewOf(headers.get('date'), now)
  const isSkewed = kind === 'credentials' && skew !== null && Math.abs(skew) > MOST_SKEW
  const kept = codeOf(code)
  return new StoreError(isSkewed ? 'clock-skew' : kind, answerWords(status, kept), {
    status,
    code: kept,
    retryAfterMs: retryAfterOf(headers.get('retry-after'), now),
  })
}

function kindOf(code: string, status: number, message: string): StoreFaultKind {
  // The service says this of its firewall, Azurite also of a wrong key.
  if (code === 'AuthorizationFailure' && /failed to authenticate/i.test(message)) return 'credentials'
  // Azurite's word for it.
  if (code === 'InvalidOperation' && /contentMD5 doesn't match/.test(message)) return 'damaged'
  return STATUSES[status] ?? (status >= 500 ? 'busy' : 'refused-request')
}
