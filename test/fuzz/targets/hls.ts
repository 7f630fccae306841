import { IncomingMessage, ServerResponse } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import fc from 'fast-check'
import type { ChannelId } from '../../../service/contract/ids.ts'
import { AddressGate } from '../../../service/media/origin/address-gate.ts'
import { allowedHostNames } from '../../../service/platform/net/host-check.ts'
import { handleOriginRequest } from '../../../service/media/origin/origin-handler.ts'
import type { OriginHandlerOptions } from '../../../service/media/origin/origin-handler.ts'
import { LiveWindow } from '../../../service/media/origin/live-window.ts'
import { SendBudget } from '../../../service/media/origin/send-budget.ts'
import { SegmentStore } from '../../../service/media/hls/segment-store.ts'
import { createLogger } from '../../../service/platform/logger.ts'
import { signGrant } from '../../../service/platform/secrets/playlist-token.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { mutatedLines } from '../inputs/mutated-lines.ts'
import { propertyTarget } from '../property-target.ts'

const CHANNEL = '0123456789ABCDEFGHJKMNPQRS' as ChannelId
const CONNECTION = 'ZYXWVTSRQPNMKJHGFEDCBA9876'
/** What the origin has. */
const FILES: Readonly<Record<string, Buffer>> = Object.fromEntries(
  [
    ...[`${CHANNEL}/index.m3u8`, `${CHANNEL}/r0.m3u8`, `${CHANNEL}/${CONNECTION}/index.m3u8`],
    ...[`${CHANNEL}/${CONNECTION}/r0/7.m4s`, `${CHANNEL}/${CONNECTION}/r0/init-0.mp4`],
  ].map((path, i) => [path, Buffer.alloc(100 + i * 333, path)]),
)
/** A channel whose files are for signed addresses only. */
const SIGNED = 'SGNEDSGNEDSGNEDSGNEDSGNEDS' as ChannelId
const SIGNED_FILE = `${SIGNED}/index.m3u8`
const KEY = 'key of the origin'
const NOW = Date.parse('2026-01-01T00:00:00Z')
const grantOf = (subject: string, expiresAt: number, channelId = SIGNED) =>
  signGrant(KEY, { channelId, subject, expiresAt })
const GOOD = grantOf('viewer', NOW + 60_000)
/** What a good token says before its signature, which has a letter of which some bits mean nothing. */
const GRANTED = GOOD.slice(0, GOOD.lastIndexOf('.') + 1)
const TOKENS = [
  ...[GOOD, grantOf('viewer', NOW - 60_000), grantOf('revoked', NOW + 60_000)],
  ...[grantOf('viewer', NOW + 60_000, CHANNEL), `${GRANTED}${'A'.repeat(43)}`],
]

/** What lies beside and above its files, and is nobody's. */
const SECRET = 'THE-SECRET'
const SECRET_FILES = [
  'index.m3u8',
  'r0.m3u8',
  'hls/index.m3u8',
  'secrets.key',
  'hls/secrets.key',
  `hls/${CHANNEL}/secrets.key`,
  'hls/secret.m3u8',
]

const ADDRESSES = [
  ...TOKENS.flatMap((token) => ['', 'preview/'].map((folder) => `/signed/${token}/${folder}${SIGNED_FILE}`)),
  `/${SIGNED_FILE}`,
  ...Object.keys(FILES).flatMap((path) => [`/${path}`, `/preview/${path}`]),
  `/${CHANNEL}/r0.m3u8?_HLS_msn=8&_HLS_part=0&_HLS_skip=YES`,
  `/${CHANNEL}/${CONNECTION}/r0/../../../../secrets.key`,
  ...['..', '%2e%2e', `${CHANNEL}/../..`, '.', '/', '..\\..'].map((folder) => `/${folder}/index.m3u8`),
]
const WORDS = [
  ...[
    '..',
    '.',
    '%2e%2e',
    '..%2f',
    '%2f',
    '\\',
    '..\\',
    'preview',
    'hls',
    'signed',
    GOOD,
    CHANNEL,
    SIGNED,
    'secrets.key',
    'secret.m3u8',
    '~',
  ],
  ...[
    'index.m3u8',
    'r0',
    'r1',
    'r00',
    'r-1',
    'r999999999',
    '7.m4s',
    '8.m4s',
    '%00',
    '?',
    '#',
    'http:',
    'con',
  ],
]
const addresses = mutatedLines({ corpus: ADDRESSES, end: '/', words: WORDS, lines: ADDRESSES })
const bound = fc.oneof(
  fc.nat(1500).map(String),
  fc.constantFrom('', '-1', '9'.repeat(15), '9'.repeat(40), '1e3', 'x'),
)
const range = fc.oneof(
  fc.tuple(bound, bound).map(([from, to]) => `bytes=${from}-${to}`),
  fc.constantFrom('bytes=0-1,5-9', 'bytes', 'lines=1-2', 'bytes=-', 'bytes=5-4'),
)
const inputs = fc.record({
  method: fc.oneof(
    { weight: 8, arbitrary: fc.constant('GET') },
    fc.constantFrom('HEAD', 'OPTIONS', 'PUT', ''),
  ),
  url: fc.oneof(fc.constantFrom(...ADDRESSES), addresses),
  host: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('localhost:8080', '127.0.0.1', '[::1]:1') },
    fc.oneof(
      fc.constantFrom('evil.test', 'localhost.', 'localhost:', '', '[::1', '127.0.0.1:99999999'),
      fc.string(),
    ),
  ),
  range: fc.option(range),
  match: fc.option(fc.constantFrom('"44b"', '"598"', '"44b', '*', '')),
})
type Input = typeof inputs extends fc.Arbitrary<infer One> ? One : never

/** Requests of players at the HLS origin: any path, query, range and host; only its files may come back, as they are. */
export const target = propertyTarget<Input>({
  name: 'hls',
  cases: 2000,
  reaches: {
    granted: 5,
    '403': 20,
    '200': 50,
    '206': 5,
    '304': 5,
    '404': 200,
    '416': 1,
    '421': 50,
    '405': 10,
    '204': 10,
  },
  inputs,
  start: async () => {
    const root = await mkdtemp(join(tmpdir(), 'airdesk-fuzz-'))
    const logger = createLogger('silent')
    const store = new SegmentStore({ directory: join(root, 'hls'), logger })
    const window = new LiveWindow(1024 * 1024)
    for (const [i, [path, bytes]] of Object.entries(FILES).entries()) {
      await store.write(path, bytes)
      if (i % 2 === 0) window.written(path, bytes, true)
    }
    await store.write(SIGNED_FILE, SECRET)
    const access = [{ channelId: SIGNED, signedOnly: true, revoked: ['revoked'] }]
    const gate = new AddressGate({ key: KEY, access }, new ManualClock(NOW))
    for (const path of SECRET_FILES) await writeFile(join(root, path), SECRET)
    const hostNames = allowedHostNames(['127.0.0.1'], [])
    const options = { window, store, gate, hostNames, budget: new SendBudget(), onFile: () => undefined }
    return {
      take: (input) => take(options, input),
      stop: () => rm(root, { recursive: true, force: true }),
    }
  },
})

async function take(options: OriginHandlerOptions, input: Input): Promise<string> {
  const request = new IncomingMessage(new Socket())
  const { method, url, host, range, match } = input
  Object.assign(request, { method, url })
  Object.assign(request.headers, {
    host,
    ...(range !== null && { range }),
    ...(match !== null && { 'if-none-match': match }),
  })
  const response = new ServerResponse(request)
  const chunks: Buffer[] = []
  const wire = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
  })
  response.assignSocket(wire as Socket)
  const finished = new Promise((resolve) => response.once('finish', resolve).once('close', resolve))
  await handleOriginRequest(options, request, response)
  await finished
  return checked(Buffer.concat(chunks), input)
}

/** @throws where the answer is not well-formed, or has anything that is not meant for players */
function checked(bytes: Buffer, { method, url }: Input): string {
  const end = bytes.indexOf('\r\n\r\n')
  const body = bytes.subarray(end + 4)
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = /^HTTP\/1\.1 (200|204|206|304|403|404|405|416|421) /.exec(first)?.[1]
  if (end < 0 || status === undefined) throw new Error(`an answer that begins with ${first}`)
  const isGranted = url.replace(/^\//, '').startsWith(`signed/${GRANTED}`) && url.includes(SIGNED_FILE)
  if (body.includes(SECRET) && !isGranted) throw new Error('a file that is not for this player')
  const headers = new Map(
    lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1] ?? '']),
  )
  const length = headers.get('content-length')
  if (method !== 'HEAD' && length !== undefined && Number(length) !== body.length)
    throw new Error(`${body.length} bytes where ${length} are promised`)
  if (method === 'HEAD' && body.length > 0) throw new Error('HEAD with a body')
  if (status !== '200' && status !== '206') return status
  const path = url.replace(/\?.*$/s, '').replace(/^\/?(?:signed\/[^/]*\/)?(?:preview\/)?/, '')
  if (path === SIGNED_FILE && isGranted) return 'granted'
  const file = FILES[path]
  if (!file) throw new Error(`a file for ${path}`)
  const [, from = '0', to = String(file.length - 1)] =
    /^bytes (\d+)-(\d+)/.exec(headers.get('content-range') ?? '') ?? []
  if (method === 'GET' && !body.equals(file.subarray(Number(from), Number(to) + 1)))
    throw new Error('other bytes')
  return status
}
