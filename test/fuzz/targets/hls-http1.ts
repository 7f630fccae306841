import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import type { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import type { ChannelId } from '../../../service/contract/ids.ts'
import { AddressGate } from '../../../service/media/origin/address-gate.ts'
import { allowedHostNames } from '../../../service/platform/net/host-check.ts'
import { Http1Writer } from '../../../service/media/origin/http1-writer.ts'
import { LiveWindow } from '../../../service/media/origin/live-window.ts'
import { handleOriginRequest } from '../../../service/media/origin/origin-handler.ts'
import { servePlainly } from '../../../service/media/origin/plain-connection.ts'
import { SendBudget } from '../../../service/media/origin/send-budget.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { propertyTarget } from '../property-target.ts'

const CHANNEL = '0123456789ABCDEFGHJKMNPQRS' as ChannelId
const PLAYLIST = `/${CHANNEL}/r0.m3u8`
const SEGMENT = `/${CHANNEL}/ZYXWVTSRQPNMKJHGFEDCBA9876/r0/7.m4s`
const KEEP_ALIVE_SECONDS = 30
/** Nothing comes of a connection any more that was quiet for so many turns. */
const QUIET_TURNS = 12

const LINES = [
  ...[
    `GET ${PLAYLIST} HTTP/1.1`,
    `GET ${SEGMENT} HTTP/1.1`,
    `GET /preview${SEGMENT}?x HTTP/1.1`,
    'GET /none HTTP/1.1',
  ],
  ...[
    `HEAD ${PLAYLIST} HTTP/1.1`,
    'OPTIONS * HTTP/1.1',
    'POST / HTTP/1.1',
    `GET ${PLAYLIST} HTTP/1.0`,
    `GET  / HTTP/1.1`,
  ],
  ...[
    'GET http://localhost/ HTTP/1.1',
    'PRI * HTTP/2.0',
    `get ${PLAYLIST} HTTP/1.1`,
    `GET ${PLAYLIST}\t HTTP/1.1`,
  ],
]
/** Without Expect: Node puts its 100 into the midst of the answer before (RFC 9110 10.1.1), which we do not. */
const FIELDS = [
  ...[
    'Host: localhost',
    'host:127.0.0.1:1',
    'Host: evil.test',
    'User-Agent: \u00e9',
    'Accept: */*',
    'X:',
    ' folded',
    'X : 1',
  ],
  ...[
    'Range: bytes=2-5',
    'Range: bytes=999999-',
    'If-None-Match: *',
    'If-None-Match: "10"',
    'If-Range: "x"',
    'range:\tbytes=0-0 ',
  ],
  ...['Connection: close', 'Connection: keep-alive', 'Connection: Upgrade', 'Upgrade: h2c', 'TE: x'],
  ...[
    'Content-Length: 4',
    'Content-Length: 0',
    'Content-Length: +4',
    'Transfer-Encoding: chunked',
    'X: a\nHost: b',
    'X: \0',
  ],
  ...['X: a\rb', `X: ${'a'.repeat(5000)}`],
]
/** Mostly what players ask, so that much of it is answered before something is odd. */
const plain = fc
  .tuple(
    fc.constantFrom(...LINES.slice(0, 4)),
    fc.subarray(['Accept: */*', 'Range: bytes=2-5', 'If-None-Match: *']),
  )
  .map(([line, fields]) => [line, 'Host: localhost', ...fields])
const odd = fc
  .tuple(fc.constantFrom(...LINES), fc.array(fc.constantFrom(...FIELDS), { maxLength: 5 }))
  .map(([line, fields]) => [line, ...fields])
const end = fc.oneof(
  { weight: 9, arbitrary: fc.constant('\r\n\r\n') },
  fc.constantFrom('\n\n', '\r\n', '\r\n\r\n\r\n', '\r\n\n'),
)
const request = fc
  .tuple(
    fc.oneof({ weight: 6, arbitrary: plain }, odd),
    end,
    fc.oneof(
      { weight: 6, arbitrary: fc.constant('') },
      fc.constantFrom('body', '4\r\nbody\r\n0\r\n\r\n', '\0'),
    ),
  )
  .map(([lines, close, body]) => `${lines.join('\r\n')}${close}${body}`)
const inputs = fc.record({
  requests: fc.array(request, { minLength: 1, maxLength: 5 }),
  cuts: fc.oneof(fc.constant([]), fc.array(fc.nat(600), { maxLength: 4 })),
})
type Input = typeof inputs extends fc.Arbitrary<infer One> ? One : never

/** Bytes of HTTP/1.1 at the origin: what reads plain requests itself answers as Node's own parser does, to the byte. */
export const target = propertyTarget<Input>({
  name: 'hls-http1',
  cases: 800,
  reaches: { plain: 80, 'plain, then Node': 100, Node: 50 },
  inputs,
  start: () => {
    const window = new LiveWindow(1024 * 1024)
    window.written(PLAYLIST.slice(1), Buffer.from('#EXTM3U\n'), true)
    window.written(SEGMENT.slice(1), Buffer.alloc(70_000, SEGMENT), true)
    const parts = {
      ...{ window, budget: new SendBudget(), hostNames: allowedHostNames(['127.0.0.1'], []) },
      store: { open: () => Promise.resolve(null), read: () => Promise.resolve(null) },
      gate: new AddressGate({ key: 'key', access: [] }, new ManualClock()),
      onFile: () => undefined,
    }
    const node = createServer(
      { keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000, maxHeaderSize: 8192 },
      (asked, response) => void handleOriginRequest(parts, asked, response),
    )
    node.on('clientError', (_error, socket) => socket.destroy())
    const writer = new Http1Writer(KEEP_ALIVE_SECONDS)
    return { take: (input) => take(node, { ...parts, writer, idleMs: 60_000 }, input) }
  },
})

type Parts = Omit<Parameters<typeof servePlainly>[1], 'leave'>

async function take(node: Server, parts: Parts, { requests, cuts }: Input): Promise<string> {
  const chunks = cut(Buffer.from(requests.join(''), 'latin1'), cuts)
  const left: Socket[] = []
  const leave = (socket: Socket) => {
    left.push(socket)
    node.emit('connection', socket)
  }
  const ours = await talk(chunks, (socket) => servePlainly(socket, { ...parts, leave }))
  const theirs = await talk(chunks, (socket) => void node.emit('connection', socket))
  // Node may break off within an answer where the next bytes are none of HTTP; here that is sent whole.
  const isCut = theirs.closed && ours.closed && ours.text.startsWith(theirs.text)
  const isSame = ours.text === theirs.text && ours.closed === theirs.closed
  if (!isSame && !isCut) throw new Error(`${JSON.stringify(ours)} where Node says ${JSON.stringify(theirs)}`)
  if (left.length === 0) return 'plain'
  return ours.text.startsWith('HTTP/1.1 2') ? 'plain, then Node' : 'Node'
}

interface Said {
  readonly text: string
  readonly closed: boolean
}

/** What a server says to the chunks, each of which is read for itself; dates are left out. */
async function talk(chunks: readonly Buffer[], serve: (socket: Socket) => void): Promise<Said> {
  const [client, server] = duplexPair()
  const said: Buffer[] = []
  let quiet = 0
  client.on('data', (chunk: Buffer) => {
    said.push(chunk)
    quiet = 0
  })
  for (const end of [client, server]) end.on('error', () => undefined)
  serve(asSocket(server))
  for (const chunk of chunks) {
    if (client.writable) client.write(chunk)
    await turn()
  }
  while (quiet++ < QUIET_TURNS) await turn()
  const closed = client.readableEnded || server.destroyed
  client.destroy()
  server.destroy()
  const text = Buffer.concat(said)
    .toString('latin1')
    .replace(/^Date: .*$/gm, 'Date')
  return { text, closed }
}

const asSocket = (stream: Duplex) => Object.assign(stream, { setTimeout: () => stream }) as unknown as Socket

function cut(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const ends = [...new Set([...cuts.filter((at) => at < bytes.length), bytes.length])].sort((a, b) => a - b)
  return ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end))
}
