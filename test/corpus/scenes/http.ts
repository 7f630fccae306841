/** What both APIs ask of HTTP before their own rules, and of the header that names an operation. */
import { LIST_CHANNELS, CREATE } from '../../support/live-api.ts'
import { ORIGIN } from '../../support/option-api.ts'
import type { Ask } from '../exchange.ts'
import type { Director, SceneToRecord } from '../recorder.ts'
import type { Api } from '../stage.ts'

/** A call that succeeds, to be spoilt. */
type Right = (director: Director) => Ask

const RIGHT: Readonly<Record<Api, Right>> = {
  live: () => ({
    method: 'POST',
    path: '/',
    headers: { authorization: 'Bearer test-access-token', 'x-sfu-target': LIST_CHANNELS },
    body: '{}',
  }),
  option: ({ token }) => ({
    method: 'PATCH',
    path: '/api/password',
    headers: { authorization: `Bearer ${token}` },
    body: '{}',
  }),
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']
const PATHS = [
  '/',
  '/?a=b',
  '//',
  '/api',
  '/api/',
  '/api/password',
  '/api/password/',
  '/API/password',
  '/api/chat/1',
]
const ODD_PATHS = [
  '/%',
  '/api/%zz',
  '/api/pass%77ord',
  '/api/../api/password',
  '/favicon.ico',
  `/${'a'.repeat(500)}`,
]
const HOSTS = [
  ...['localhost', 'LOCALHOST:1', '127.0.0.1', '[::1]:4080', '', 'evil.example', 'localhost.evil.example'],
  ...['evil.example:4080', 'localhost, evil.example', '0.0.0.0', 'localhost:123456', '[::2]'],
]
const ORIGINS = [ORIGIN, 'null', '', 'http://evil.example', `${ORIGIN}.evil.example`, `${ORIGIN}/`]
const BODIES = [
  ...['', ' ', '{', '}', '[]', '[{}]', '"x"', '5', 'null', 'true', '{}x', '{"a":1,}', "{'a':1}", '\uFEFF{}'],
  ...['{"a":1,"a":2}', '{"a":{"b":1,"\\u0062":2}}', '{"a":[{"b":1},{"b":2,"b":3}]}', '{"__proto__":1}'],
  ...['{"a":{"__proto__":1}}', '{"constructor":{"prototype":1}}', '{"constructor":1}', '{"a":"\\ud800"}'],
  ...[
    `{"a":${'['.repeat(63)}${']'.repeat(63)}}`,
    `{"a":${'['.repeat(64)}${']'.repeat(64)}}`,
    ' { "a" : 1 } ',
  ],
  ...[
    '{"a":NaN}',
    '{"a":01}',
    '{"a":1e999}',
    '{"a":"\u0001"}',
    `{"${'n'.repeat(70)}":1,"${'n'.repeat(70)}":2}`,
  ],
]
const BYTES = [Buffer.from([0xff, 0xfe]), Buffer.from('{"a":"\xe9"}', 'latin1'), Buffer.from([0])]
const TOKENS = ['', 'Bearer', 'Bearer ', 'Bearer wrong', 'Basic YTpi', 'wrong', 'Bearer a b', 'Bearer é']
const TYPES = ['text/plain', 'application/json; charset=utf-8', 'application/x-www-form-urlencoded', 'x', '']

/** Spoils one thing after the other. */
function scenes(api: Api): SceneToRecord[] {
  const spoilt = (name: string, changes: (right: Ask, director: Director) => Iterable<Partial<Ask>>) => ({
    name,
    async play(director: Director) {
      const right = RIGHT[api](director)
      await director.send(right)
      for (const change of changes(right, director)) await director.send({ ...right, ...change })
    },
  })
  const withHeader = ({ headers }: Ask, name: string, values: readonly (string | readonly string[])[]) =>
    values.map((value) => ({ headers: { ...headers, [name]: value } }))
  return [
    spoilt('methods and paths', () => [
      ...METHODS.flatMap((method) => ['/', '/api/password', '/nothing'].map((path) => ({ method, path }))),
      ...[...PATHS, ...ODD_PATHS].map((path) => ({ path })),
    ]),
    spoilt('hosts and origins', (right) => [
      ...withHeader(right, 'host', HOSTS),
      { hostless: true },
      ...withHeader(right, 'origin', ORIGINS),
      { headers: { ...right.headers, host: 'evil.example', origin: 'http://evil.example' } },
      { path: `http://evil.example${right.path}` },
      { path: `http://localhost${right.path}` },
      { path: '/nothing', headers: { host: 'evil.example' } },
      { path: '/%', headers: { host: 'evil.example' } },
    ]),
    spoilt('preflights', ({ path }) =>
      [ORIGIN, 'http://evil.example'].flatMap((origin) => {
        const headers = { origin, 'access-control-request-method': 'POST' }
        const local = { ...headers, 'access-control-request-private-network': 'true' }
        return [headers, local, { origin }].map((one) => ({ method: 'OPTIONS', path, headers: one }))
      }),
    ),
    spoilt('tokens', (right) => [
      { headers: {} },
      ...withHeader(right, 'authorization', TOKENS),
      { headers: {}, body: '{' },
      { headers: {}, method: 'GET' },
      { headers: {}, path: '/nothing' },
    ]),
    spoilt('bodies', () => [
      ...BODIES.map((body) => ({ body })),
      ...BYTES.map((bytes) => ({ bytes: bytes.toString('base64') })),
      { announced: 1024 * 1024 + 1 },
      { body: `{"a":"${'x'.repeat(1024 * 1024 - 8)}"}` },
    ]),
    spoilt('headers', (right) => [
      ...withHeader(right, 'content-type', TYPES),
      ...['origin', 'authorization', 'x-sfu-target', 'idempotency-key'].flatMap((name) =>
        withHeader(right, name, [['a', 'a']]),
      ),
      ...withHeader(right, 'x-other', [['a', 'b']]),
      ...withHeader(right, 'expect', ['something']),
      ...withHeader(right, 'idempotency-key', ['', 'k'.repeat(256)]),
    ]),
    {
      name: 'what is no HTTP',
      async play(director) {
        for (const raw of [
          'nonsense\r\n\r\n',
          'GET / HTTP/1.1\r\nbad header\r\n\r\n',
          'GET / HTTP/9\r\n\r\n',
        ]) {
          await director.send({ raw })
        }
        const hosts = 'Host: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n'
        await director.send({ raw: `POST / HTTP/1.1\r\n${hosts}` })
        await director.send({ raw: `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n` })
        await director.send({ raw: `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n` })
        await director.send({ raw: `GET / HTTP/1.1\r\nHost: localhost\r\n${'a:\r\n'.repeat(1000)}\r\n` })
      },
    },
  ]
}

const TARGETS = [
  ...['', ' ', 'ListChannelIDs', 'Service', 'Service_20200729', 'Service_20200729.', '.ListChannelIDs'],
  ...['Service_2020729.ListChannelIDs', 'Service_20200729.List_Channel', 'Other_20200729.ListChannelIDs'],
  ...[
    'service_20200729.ListChannelIDs',
    'Service_20190101.ListChannelIDs',
    'Service_20200729.listChannelIDs',
  ],
  ...[
    'Sfu_20200729.ListChannelIDs',
    'Sfu_20150101.PushChannel',
    'Service_20200729.Nothing',
    `${LIST_CHANNELS} `,
  ],
  ...['Service_99999999.constructor', `${LIST_CHANNELS}, ${LIST_CHANNELS}`, `${LIST_CHANNELS}x`],
]

const targets: SceneToRecord = {
  name: 'X-Sfu-Target',
  async play(director) {
    const right = RIGHT.live(director)
    const { 'x-sfu-target': _, ...others } = right.headers
    await director.send({ ...right, headers: others })
    for (const target of TARGETS) {
      await director.send({ ...right, headers: { ...others, 'x-sfu-target': target } })
    }
    await director.send({ ...right, headers: { ...others, 'x-sfu-target': 'x' }, body: '{' })
    await director.send({ ...right, headers: { 'x-sfu-target': 'x' } })
    await director.send({ ...right, headers: { ...others, 'x-sfu-target': CREATE }, body: '[]' })
  },
}

export const HTTP_SCENES: Readonly<Record<Api, readonly SceneToRecord[]>> = {
  live: [...scenes('live'), targets],
  option: scenes('option'),
}
