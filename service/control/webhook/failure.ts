import type { FailureClass } from '../../contract/console/webhooks.ts'
import { networkErrorCode, networkErrorKind } from '../../platform/error-code.ts'
import { OutgoingRefused } from '../../platform/net/outgoing/judge.ts'

/** Failure of an attempt: its class and what it was, in words without the URL. */
export interface Failure {
  readonly class: FailureClass
  readonly text: string
}

const MALFORMED = /^(HPE_|UND_ERR_HEADERS_OVERFLOW$|UND_ERR_RES_|UND_ERR_INVALID_)/

/** Sorts an error of the HTTP client. What is not known counts as no connection. */
export function failureOf(error: unknown): Failure {
  const code = networkErrorCode(error)
  const kind = networkErrorKind(code)
  if (error instanceof OutgoingRefused) return { class: 'blocked', text: error.message }
  if (kind === 'dns') return { class: 'dns', text: `The host name could not be resolved (${code}).` }
  if (kind === 'timeout') return { class: 'timeout', text: `No answer in time (${code}).` }
  if (kind === 'tls') return { class: 'tls', text: `The TLS connection could not be trusted (${code}).` }
  if (MALFORMED.test(code)) return { class: 'malformed', text: `The answer is not valid HTTP (${code}).` }
  if (code === 'ECONNREFUSED') return { class: 'refused', text: 'The connection was refused.' }
  return { class: 'refused', text: `The connection failed${code === '' ? '' : ` (${code})`}.` }
}
