import type { Asked } from './answer.ts'

/** A request of the simplest kind, and what the player says of itself. */
export interface PlainRequest extends Asked {
  readonly player: string
}

const REQUEST_LINE = /^GET (\/[!-~]*) HTTP\/1\.1$/
/** A field on one line (RFC 9112 5), of visible characters: nothing that two parsers could read differently. */
const FIELD = /^([A-Za-z0-9-]+):[ \t]*([!-~](?:[ -~\t]*[!-~])?)?[ \t]*$/
/** What makes a request one of another kind. */
const OTHER = new Set([
  ...['content-length', 'transfer-encoding', 'upgrade', 'expect', 'te', 'trailer', 'http2-settings'],
  ...['proxy-connection', 'keep-alive'],
])
const MAXIMUM_FIELDS = 64

/**
 * Reads the head of a request of HTTP/1.1, up to the empty line that ends it. Strict: what is not a plain GET without a
 * body, on a connection that stays, with one of each field that matters, is null and left to Node's own parser.
 */
export function readPlainRequest(head: string): PlainRequest | null {
  const lines = head.split('\r\n')
  const url = REQUEST_LINE.exec(lines[0] ?? '')?.[1]
  if (url === undefined || lines.length > MAXIMUM_FIELDS) return null
  const fields = new Map<string, string>()
  for (let i = 1; i < lines.length; i++) {
    const [, name, value = ''] = FIELD.exec(lines[i] ?? '') ?? []
    if (name === undefined) return null
    const key = name.toLowerCase()
    if (OTHER.has(key) || fields.has(key)) return null
    fields.set(key, value)
  }
  const connection = fields.get('connection')
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return null
  const host = fields.get('host')
  if (host === undefined) return null
  return {
    ...{ method: 'GET', url, host },
    range: fields.get('range'),
    ifRange: fields.get('if-range'),
    ifNoneMatch: fields.get('if-none-match'),
    acceptEncoding: fields.get('accept-encoding'),
    asksPrivate: false,
    player: fields.get('user-agent') ?? '',
  }
}
