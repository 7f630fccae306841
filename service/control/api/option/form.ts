import { OPTION_ERRORS, OptionError } from '../../../contract/errors.ts'
import type { OptionErrorCode } from '../../../contract/errors.ts'
import { TooManyAttempts } from '../../identity/login-limits.ts'
import { HttpFault } from '../http/fault.ts'
import type { Answer, HttpFaultKind } from '../http/fault.ts'

const FAULT_CODES: Readonly<Record<HttpFaultKind, OptionErrorCode>> = {
  'malformed-http': 'MALFORMED_REQUEST',
  'request-timeout': 'REQUEST_TIMEOUT',
  'forbidden-host': 'FORBIDDEN_HOST',
  'forbidden-origin': 'FORBIDDEN_ORIGIN',
  'not-found': 'NOT_FOUND',
  'method-not-allowed': 'METHOD_NOT_ALLOWED',
  'malformed-json': 'BAD_JSON',
  'too-large': 'PAYLOAD_TOO_LARGE',
  internal: 'INTERNAL',
}

/**
 * The option API's form of an error: `{ "ok": false, "error": { "code", "message", "details"? } }`; null for
 * one it does not know. The console's API has the same form.
 */
export function optionForm(error: unknown): Answer | null {
  if (error instanceof HttpFault) return optionForm(new OptionError(FAULT_CODES[error.kind], error.detail))
  if (!(error instanceof OptionError)) return null
  const { code, message, problems: details } = error
  const body = { ok: false, error: { code, message, ...(details ? { details } : {}) } }
  return { status: OPTION_ERRORS[code].status, headers: headersOf(error), body }
}

function headersOf(error: OptionError): Record<string, string> {
  if (error instanceof TooManyAttempts) return { 'retry-after': String(error.retryAfterSeconds) }
  return OPTION_ERRORS[error.code].status === 401 ? { 'www-authenticate': 'Bearer' } : {}
}
