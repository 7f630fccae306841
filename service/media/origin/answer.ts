/** What a request of a player is answered, whatever the version of HTTP that carries it. */
import type { Bytes } from '../../contract/units.ts'
import type { TurnedAway } from '../../contract/worker-protocol.ts'
import { parseOriginAddress } from '../../protocol/hls/paths.ts'
import type { OriginAddress } from '../../protocol/hls/paths.ts'
import type { OpenedFile, SegmentStore } from '../hls/segment-store.ts'
import type { AddressGate, Verdict } from './address-gate.ts'
import { mediaHeaders, playlistHeaders, PUBLIC_HEADERS } from './answer-headers.ts'
import type { FileHeaders, RawHeaders } from './answer-headers.ts'
import { acceptsGzip } from './accepts-gzip.ts'
import { parseByteRange } from '../../platform/net/byte-range.ts'
import { isHostAllowed } from '../../platform/net/host-check.ts'
import { readDirectives } from '../../protocol/hls/live-playlist.ts'
import { etagOf } from './etag.ts'
import type { LiveWindow } from './live-window.ts'

/** What of a request matters here. */
export interface Asked {
  readonly method: string
  readonly url: string
  readonly host: string | undefined
  readonly range: string | undefined
  readonly ifRange: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly acceptEncoding: string | undefined
  /** True for a preflight of a page on a public network. */
  readonly asksPrivate: boolean
}

/** Part of a file on disk, from `start` up to and including `end`; the file is to be closed when it was sent. */
export interface DiskPart {
  readonly file: OpenedFile
  readonly start: Bytes
  readonly end: Bytes
}

export interface Answer {
  readonly status: number
  readonly headers: RawHeaders
  /** Of GET; HEAD has the same headers and no body. Shared, never to be changed. */
  readonly body: Buffer | DiskPart | null
}

export interface AnswerParts {
  readonly window: Pick<LiveWindow, 'get' | 'playlists'>
  readonly store: Pick<SegmentStore, 'open' | 'read'>
  /** See allowedHostNames. */
  readonly hostNames: ReadonlySet<string>
  readonly gate: Pick<AddressGate, 'check'>
}

/** Called for every file that is there, and for who is not let in. */
export type OnFile = (asked: OriginAddress, verdict: Verdict) => void

const METHODS = 'GET, HEAD, OPTIONS'
const TURNED_AWAY: Readonly<Record<TurnedAway['why'], string>> = {
  'no-address': 'This takes an address that was signed.',
  'wrong-address': 'This address was not signed here.',
  'address-ended': 'This address has ended.',
}

/** At once where the file is in memory. Never throws; a file on disk that breaks while it is sent is the sender's. */
export function answer(parts: AnswerParts, asked: Asked, onFile: OnFile): Answer | Promise<Answer> {
  const { method } = asked
  if (!isHostAllowed(asked.host, parts.hostNames)) return refusal(421, 'This name is not served here.')
  if (method === 'OPTIONS') return preflight(asked)
  if (method !== 'GET' && method !== 'HEAD') return refusal(405, 'Use GET.', ['Allow', METHODS])
  const path = pathOf(asked.url)
  const known = parts.window.get(path)
  const address = known ? { token: null, isPreview: false, path: known.path } : parseOriginAddress(path)
  if (!address) return nothingHere()
  const verdict = parts.gate.check(address.path, address.token)
  if (!verdict.admitted) {
    onFile(address, verdict)
    return refusal(403, TURNED_AWAY[verdict.why])
  }
  const found = () => onFile(address, verdict)
  const { path: name } = address.path
  if (parts.window.playlists.has(name)) return fromLive(parts, asked, address, found)
  const held = known ?? parts.window.get(name)
  if (held) return fromMemory(asked, address, held, found)
  return parts.window.playlists.isHinted(name)
    ? parts.window.playlists.part(name).then(() => fromWherever(parts, asked, address, found))
    : fromDisk(parts, asked, address, found)
}

function fromMemory(
  asked: Asked,
  address: OriginAddress,
  { bytes, headers }: { readonly bytes: Buffer; readonly headers: FileHeaders },
  onFile: () => void,
): Answer {
  onFile()
  return ofFile(asked, address, headers, (start, end) =>
    start === 0 && end === bytes.length - 1 ? bytes : bytes.subarray(start, end + 1),
  )
}

function fromWherever(
  parts: AnswerParts,
  asked: Asked,
  address: OriginAddress,
  onFile: () => void,
): Answer | Promise<Answer> {
  const held = parts.window.get(address.path.path)
  return held ? fromMemory(asked, address, held, onFile) : fromDisk(parts, asked, address, onFile)
}

/** A playlist of low latency: at once, or when it has what was asked for (draft-pantos-hls-rfc8216bis 6.2.5). */
function fromLive(
  parts: AnswerParts,
  asked: Asked,
  address: OriginAddress,
  onFile: () => void,
): Answer | Promise<Answer> {
  const { playlists } = parts.window
  const { path } = address.path
  const directives = readDirectives(queryOf(asked.url))
  if (!directives) return refusal(400, 'A delivery directive is not one.')
  const now = (): Answer | Promise<Answer> => {
    const text = playlists.text(path, directives, acceptsGzip(asked.acceptEncoding))
    return text ? fromMemory(asked, address, text, onFile) : fromWherever(parts, asked, address, onFile)
  }
  const { update } = directives
  switch (playlists.judge(path, update)) {
    case 'too-far':
      return refusal(400, 'So much is not to come for a while.')
    case 'wait':
      return playlists
        .update(path, update)
        .then((waited) => (waited === 'late' ? refusal(503, 'Nothing has come for a while.') : now()))
    default:
      return now()
  }
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return url.slice(url.startsWith('/') ? 1 : 0, query === -1 ? undefined : query)
}

function queryOf(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? '' : url.slice(query + 1)
}

async function fromDisk(
  { store }: AnswerParts,
  asked: Asked,
  address: OriginAddress,
  onFile: () => void,
): Promise<Answer> {
  const { kind, path } = address.path
  if (kind === 'playlist') {
    const bytes = await store.read(path)
    if (!bytes) return nothingHere()
    onFile()
    return ofFile(asked, address, playlistHeaders(bytes.length, etagOf(bytes)), () => bytes)
  }
  const file = await store.open(path)
  if (!file) return nothingHere()
  onFile()
  const found = ofFile(asked, address, mediaHeaders(file.size), (start, end) => ({ file, start, end }))
  const isSent = found.body !== null && 'file' in found.body && asked.method !== 'HEAD'
  if (!isSent) await file.close()
  return found
}

/** @param part what is sent of the file; both ends belong to it */
function ofFile(
  asked: Asked,
  { path, token }: OriginAddress,
  headers: FileHeaders,
  part: (start: Bytes, end: Bytes) => Buffer | DiskPart,
): Answer {
  const { whole, common, unchanged } = token === null ? headers.open : headers.signed
  const { etag, size } = headers
  if (asked.ifNoneMatch !== undefined && isListed(asked.ifNoneMatch, etag))
    return { status: 304, headers: unchanged, body: null }
  const range = path.kind === 'playlist' ? null : rangeOf(asked, headers)
  if (range === 'unsatisfiable')
    return refusal(416, 'The file is shorter.', ['Content-Range', `bytes */${size}`])
  if (!range) return { status: 200, headers: whole, body: size === 0 ? null : part(0, size - 1) }
  const { start, end } = range
  const told = ['Content-Length', String(end - start + 1), 'Content-Range', `bytes ${start}-${end}/${size}`]
  return { status: 206, headers: [...common, ...told], body: part(start, end) }
}

/** Ranges are of GET alone (RFC 9110 14.2), and of the file that the player has part of already (13.1.5). */
function rangeOf({ method, range, ifRange }: Asked, { etag, size }: FileHeaders) {
  if (range === undefined || method !== 'GET') return null
  return ifRange === undefined || ifRange === etag ? parseByteRange(range, size) : null
}

/** If-None-Match (RFC 9110 13.1.2): any, or one of a list, whether they are weak or not. */
function isListed(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

function preflight({ asksPrivate }: Asked): Answer {
  const headers = [
    ...PUBLIC_HEADERS,
    ...['Access-Control-Allow-Methods', METHODS],
    ...['Access-Control-Allow-Headers', 'Range, If-None-Match'],
    ...['Access-Control-Max-Age', '600'],
    ...(asksPrivate ? ['Access-Control-Allow-Private-Network', 'true'] : []),
  ]
  return { status: 204, headers, body: null }
}

const nothingHere = () => refusal(404, 'There is nothing here (yet).')

function refusal(status: number, text: string, more: RawHeaders = []): Answer {
  const body = Buffer.from(`${text}\n`)
  const about = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store']
  return {
    status,
    headers: [...PUBLIC_HEADERS, ...about, 'Content-Length', String(body.length), ...more],
    body,
  }
}
