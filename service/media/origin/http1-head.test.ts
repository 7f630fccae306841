import { expect, it } from 'vitest'
import { readPlainRequest } from './http1-head.ts'

const head = (...lines: string[]) => lines.join('\r\n')
const GET = 'GET /c/r0.m3u8?x=1 HTTP/1.1'

it('reads what a player asks', () => {
  const fields = ['Host: localhost:8443', 'user-agent:  A player/1 (x) ', 'Range: bytes=0-', 'Accept: */*']
  const more = [
    'If-None-Match: "a"',
    'Accept-Encoding: gzip, br',
    'if-range: "b"',
    'Connection: Keep-Alive',
    'X-Empty:',
  ]
  expect(readPlainRequest(head(GET, ...fields, ...more))).toEqual({
    ...{ method: 'GET', url: '/c/r0.m3u8?x=1', host: 'localhost:8443', player: 'A player/1 (x)' },
    ...{ range: 'bytes=0-', ifNoneMatch: '"a"', ifRange: '"b"', asksPrivate: false },
    acceptEncoding: 'gzip, br',
  })
})

it.each([
  ['another method', head('HEAD / HTTP/1.1', 'Host: a')],
  ['HTTP/1.0', head('GET / HTTP/1.0', 'Host: a')],
  ['an absolute address', head('GET http://a/ HTTP/1.1', 'Host: a')],
  ['a line in front', head('', GET, 'Host: a')],
  ['two spaces', head('GET  / HTTP/1.1', 'Host: a')],
  ['no host', head(GET, 'Accept: */*')],
  ['two hosts', head(GET, 'Host: a', 'host: b')],
  ['a field twice', head(GET, 'Host: a', 'Range: bytes=0-', 'Range: bytes=1-')],
  ['a body', head(GET, 'Host: a', 'Content-Length: 0')],
  ['a body in chunks', head(GET, 'Host: a', 'Transfer-Encoding: chunked')],
  ['a space before the colon', head(GET, 'Host: a', 'Transfer-Encoding : chunked')],
  ['a line that goes on', head(GET, 'Host: a', ' b')],
  ['a bare line feed', head(GET, 'Host: a\nContent-Length: 5')],
  ['a bare carriage return', head(GET, 'Host: a\rContent-Length: 5')],
  ['a byte of no meaning', head(GET, 'Host: a', 'X: \0')],
  ['a byte beyond ASCII', head(GET, 'Host: a', 'X: \u00e9')],
  ['an upgrade', head(GET, 'Host: a', 'Upgrade: h2c', 'Connection: upgrade')],
  ['the end', head(GET, 'Host: a', 'Connection: close')],
  ['an expectation', head(GET, 'Host: a', 'Expect: 100-continue')],
  ['many fields', head(GET, 'Host: a', ...Array.from({ length: 64 }, (_, i) => `X-${i}: 1`))],
])('leaves %s to others', (_what, text) => expect(readPlainRequest(text)).toBeNull())
