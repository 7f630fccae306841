import { request } from 'node:http'
import { text } from 'node:stream/consumers'

interface SlowCall {
  readonly port: number
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
  /** What happens when the headers have been judged and before the body is sent. */
  readonly meanwhile: () => void
}

/** A call whose caller waits for `100 Continue` before sending the body (RFC 9110 10.1.1). */
export function slowCall({ port, body, meanwhile, headers, ...call }: SlowCall) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const json = JSON.stringify(body)
    const framing = { 'content-length': Buffer.byteLength(json), expect: '100-continue' }
    const asked = request({
      host: '127.0.0.1',
      port,
      agent: false,
      headers: { ...framing, ...headers },
      ...call,
    })
    asked.on('continue', () => {
      meanwhile()
      asked.end(json)
    })
    asked.on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject)
    })
    asked.on('error', reject)
    asked.flushHeaders()
  })
}
