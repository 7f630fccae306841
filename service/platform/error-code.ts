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
