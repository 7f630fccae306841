import type { FailureClass } from '../../contract/console/webhooks.ts'
import { networkErrorCode } from '../../platform/error-code.ts'
import { OutgoingRefused } from '../../platform/net/outgoing/judge.ts'

/** Failure of an attempt: its class and what it was, in words without the URL. */
export interface Failure {
  readonly class: FailureClass
  readonly text: string
}

const DNS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'])
const TIMEOUT = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])
/** What OpenSSL and Node call a certificate or handshake that cannot be trusted. */
const TLS =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|EPROTO$|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA$|INVALID_PURPOSE$|HOSTNAME_MISMATCH$|PATH_LENGTH_EXCEEDED$|ERROR_IN_CERT_)/
const MALFORMED = /^(HPE_|UND_ERR_HEADERS_OVERFLOW$|UND_ERR_RES_|UND_ERR_INVALID_)/

/** Sorts an error of the HTTP client. What is not known counts as no connection. */
export function failureOf(error: unknown): Failure {
  const code = networkErrorCode(error)
  if (error instanceof OutgoingRefused) return { class: 'blocked', text: error.message }
  if (DNS.has(code)) return { class: 'dns', text: `The host name could not be resolved (${code}).` }
  if (TIMEOUT.has(code)) return { class: 'timeout', text: `No answer in time (${code}).` }
  if (TLS.test(code)) return { class: 'tls', text: `The TLS connection could not be trusted (${code}).` }
  if (MALFORMED.test(code)) return { class: 'malformed', text: `The answer is not valid HTTP (${code}).` }
  if (code === 'ECONNREFUSED') return { class: 'refused', text: 'The connection was refused.' }
  return { class: 'refused', text: `The connection failed${code === '' ? '' : ` (${code})`}.` }
}
