import { LIVE_ERRORS, LiveError } from '../../../contract/errors.ts'
import type { LiveErrorCode } from '../../../contract/errors.ts'
import { HttpFault } from '../http/fault.ts'
import type { Answer, HttpFaultKind } from '../http/fault.ts'

const FAULT_CODES: Readonly<Record<HttpFaultKind, LiveErrorCode>> = {
  'malformed-http': 'MalformedRequest',
  'request-timeout': 'RequestTimeout',
  'forbidden-host': 'ForbiddenHost',
  'forbidden-origin': 'ForbiddenOrigin',
  'not-found': 'PathNotFound',
  'method-not-allowed': 'UnexpectedMethod',
  'malformed-json': 'MalformedJSON',
  'too-large': 'PayloadTooLarge',
  internal: 'HandlerException',
}

/** The live API's form of an error: `{ "error_type", "error_reason" }`; null for one it does not know. */
export function liveForm(error: unknown): Answer | null {
  if (error instanceof HttpFault) return liveForm(new LiveError(FAULT_CODES[error.kind], error.detail))
  if (!(error instanceof LiveError)) return null
  const body = { error_type: error.code, error_reason: error.problems ?? error.message }
  const { status } = LIVE_ERRORS[error.code]
  return status === 401 ? { status, headers: { 'www-authenticate': 'Bearer' }, body } : { status, body }
}
