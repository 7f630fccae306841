/** What the system or a library names the error by, as in `ENOENT`; empty where it has no such name. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** The same of what a client of HTTP met: of the error, of its cause or of the first of several. */
export function networkErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error.name === 'HTTPParserError') return 'HPE_INVALID'
  const code = errorCode(error)
  if (code !== '') return code
  return networkErrorCode(error instanceof AggregateError ? error.errors[0] : error.cause)
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

/** Sorts what `networkErrorCode` gives, as far as every client of HTTP means the same by it; null for anything else. */
export function networkErrorKind(code: string): 'dns' | 'timeout' | 'tls' | null {
  if (DNS.has(code)) return 'dns'
  if (TIMEOUT.has(code)) return 'timeout'
  return TLS.test(code) ? 'tls' : null
}
