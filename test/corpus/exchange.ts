import { request } from 'node:http'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'

/** A request as it is sent; what is not here Node's client adds: Host, Connection and the length. */
export interface Ask {
  readonly method: string
  /** With the query. */
  readonly path: string
  /** A header with two values is sent twice. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
  /** Bytes, in base64, where the body is no text. */
  readonly bytes?: string
  /** A length that is announced, of a body that is never sent. */
  readonly announced?: number
  /** Not even a Host header is added. */
  readonly hostless?: true
}

/** What is sent as it is, where it is not valid HTTP. */
export interface RawAsk {
  readonly raw: string
}

export interface HttpAnswer {
  readonly status: number
  /** In the order of their names, but those of the connection and the time. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const OF_THE_CONNECTION = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

/** One request on a connection of its own. */
export function exchange(port: number, ask: Ask | RawAsk): Promise<HttpAnswer> {
  return 'raw' in ask ? exchangeRaw(port, ask.raw) : exchangeHttp(port, ask)
}

function exchangeHttp(port: number, ask: Ask): Promise<HttpAnswer> {
  const { method, path, headers, announced, hostless = false } = ask
  const body = ask.bytes === undefined ? ask.body : Buffer.from(ask.bytes, 'base64')
  const length = announced ?? (body === undefined ? undefined : Buffer.byteLength(body))
  const framing = length === undefined ? {} : { 'content-length': length }
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        ...{ host: '127.0.0.1', port, method, path, agent: false, setHost: !hostless },
        headers: { ...framing, ...(headers as Record<string, string | string[]>) },
      },
      (response) => {
        textOf(response).then((body) => {
          asked.destroy()
          resolve({ status: response.statusCode ?? 0, headers: kept(response.rawHeaders), body })
        }, reject)
      },
    )
    asked.on('error', reject)
    if (announced === undefined) asked.end(body)
    else asked.flushHeaders()
  })
}

/** The service closes the connection after an answer to what is no HTTP. */
async function exchangeRaw(port: number, raw: string): Promise<HttpAnswer> {
  const socket = connect(port, '127.0.0.1')
  socket.write(raw)
  const [head = '', ...body] = (await textOf(socket)).split('\r\n\r\n')
  const [line = '', ...headers] = head.split('\r\n')
  const pairs = headers.flatMap((header) => header.split(/: (.*)/s).slice(0, 2))
  return { status: Number(line.split(' ')[1]), headers: kept(pairs), body: body.join('\r\n\r\n') }
}

/** @param pairs names and values in turn, as they came */
function kept(pairs: readonly string[]): Record<string, string> {
  const headers: [string, string][] = []
  for (let i = 0; i < pairs.length; i += 2) {
    const name = pairs[i]?.toLowerCase() ?? ''
    if (!OF_THE_CONNECTION.includes(name)) headers.push([name, pairs[i + 1] ?? ''])
  }
  return Object.fromEntries(headers.sort(([a], [b]) => (a < b ? -1 : 1)))
}
