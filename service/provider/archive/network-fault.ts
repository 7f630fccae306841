import type { StoreFaultKind } from '../../contract/store-fault.ts'
import { OutgoingRefused } from '../../platform/net/outgoing/judge.ts'
import { StoreError } from './store-error.ts'
import { networkErrorCode, networkErrorKind } from '../../platform/error-code.ts'

const REFUSED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL'])
/** An answer that is not HTTP: somebody else listens there. */
const MALFORMED = /^(HPE_|UND_ERR_HEADERS_OVERFLOW$|UND_ERR_RES_EXCEEDED|UND_ERR_INVALID_)/

/** What an HTTP client throws when no answer came. What is not known counts as a broken connection. */
export function networkFault(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  if (error instanceof OutgoingRefused) return new StoreError('blocked', error.message, { code: error.code })
  const code = networkErrorCode(error)
  const kind = kindOf(code)
  return new StoreError(kind, `${WORDS[kind]}${code === '' ? '' : ` (${code})`}`, { code })
}

type NetworkFaultKind = StoreFaultKind &
  ('dns' | 'refused' | 'timeout' | 'tls' | 'refused-request' | 'interrupted')

const WORDS: Readonly<Record<NetworkFaultKind, string>> = {
  dns: 'The host name could not be resolved',
  refused: 'The connection was refused',
  timeout: 'No answer came in time',
  tls: 'The TLS connection could not be trusted',
  'refused-request': 'The answer is not valid HTTP',
  interrupted: 'The connection broke',
}

function kindOf(code: string): NetworkFaultKind {
  const known = networkErrorKind(code)
  if (known !== null) return known
  if (REFUSED.has(code)) return 'refused'
  return MALFORMED.test(code) ? 'refused-request' : 'interrupted'
}
