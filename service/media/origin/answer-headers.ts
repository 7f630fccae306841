/** What is said of a file whenever it is asked for; made once for each. */
import type { Bytes } from '../../contract/units.ts'

/** Names and values in turn, as `response.writeHead` takes them. */
export type RawHeaders = readonly string[]

/** Who asks by an address that ends: what they get is kept by no cache that others share. */
export interface FileHeaders {
  readonly etag: string
  readonly size: Bytes
  /** Without Content-Length: what each answer of the file has, 304 too. */
  readonly open: { readonly whole: RawHeaders; readonly common: RawHeaders; readonly unchanged: RawHeaders }
  readonly signed: FileHeaders['open']
}

/**
 * Every answer may be read by any web page (`Access-Control-Allow-Origin: *`): a stream is meant to be
 * embedded in its audience's sites, a player of another site could not load it otherwise, and whoever
 * knows the address can load it without a browser anyway. No credentials are allowed with it, nothing
 * here looks at any, and confidential streams are encrypted. The two APIs have no such header.
 */
export const PUBLIC_HEADERS: RawHeaders = [
  ...['Access-Control-Allow-Origin', '*'],
  ...['Access-Control-Expose-Headers', 'Content-Length, Content-Range, Date, ETag'],
  ...['Cross-Origin-Resource-Policy', 'cross-origin'],
  ...['X-Content-Type-Options', 'nosniff'],
]

const PLAYLIST = 'application/vnd.apple.mpegurl'
const FOREVER = 'public, max-age=31536000, immutable'
const PRIVATE = 'private, max-age=60'

export function playlistHeaders(size: Bytes, etag: string): FileHeaders {
  const open = variant(PLAYLIST, size, validators('no-cache', etag), [])
  return { etag, size, open, signed: open }
}

/** A text that is sent by gzip to who takes that (draft-pantos-hls-rfc8216bis 6.2.1), and as it is to others. */
export interface CodedText {
  /** As it is sent, and of these bytes. */
  readonly size: Bytes
  readonly etag: string
  readonly isGzip: boolean
}

/** @param open what caches are told of it, and `signed` of it at a signed address */
function codedHeaders({ size, etag, isGzip }: CodedText, open: string, signed: string): FileHeaders {
  const coding = isGzip ? ['Content-Encoding', 'gzip'] : []
  const varied = (cacheControl: string) => [...validators(cacheControl, etag), 'Vary', 'Accept-Encoding']
  return {
    etag,
    size,
    open: variant(PLAYLIST, size, varied(open), coding),
    signed: variant(PLAYLIST, size, varied(signed), coding),
  }
}

/** A playlist of low latency as it is at the moment. */
export const momentHeaders = (text: CodedText): FileHeaders => codedHeaders(text, 'no-cache', 'no-cache')

/**
 * What one update of a playlist was waited for: good at its own address for six target durations
 * (draft-pantos-hls-rfc8216bis B.1), so that a cache answers everybody else who asks for the same.
 * @param targetDuration seconds
 */
export function updateHeaders(text: CodedText, targetDuration: number): FileHeaders {
  const age = `max-age=${6 * targetDuration}`
  return codedHeaders(text, `public, ${age}`, `private, ${age}`)
}

/** A media file is written once and never changes, so its size says enough. */
export function mediaHeaders(size: Bytes): FileHeaders {
  const etag = `"${size.toString(16)}"`
  const ranges = ['Accept-Ranges', 'bytes']
  return {
    etag,
    size,
    open: variant('video/mp4', size, validators(FOREVER, etag), ranges),
    signed: variant('video/mp4', size, validators(PRIVATE, etag), ranges),
  }
}

/** What a cache goes by, in an answer without a body too. */
const validators = (cacheControl: string, etag: string): RawHeaders => [
  'Cache-Control',
  cacheControl,
  'ETag',
  etag,
]

function variant(type: string, size: Bytes, caching: RawHeaders, more: RawHeaders): FileHeaders['open'] {
  const common = [...PUBLIC_HEADERS, 'Content-Type', type, ...caching, ...more]
  return {
    common,
    whole: [...common, 'Content-Length', String(size)],
    unchanged: [...PUBLIC_HEADERS, ...caching],
  }
}
