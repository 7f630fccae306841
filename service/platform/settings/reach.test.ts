import { expect, test } from 'vitest'
import type { Protection } from './protection.ts'
import { protectionNotes } from './protection-notes.ts'
import { consoleNameOf, httpUrl, localUrl, pageOrigins, pageUrl } from './reach.ts'
import type { Reach } from './reach.ts'

const SECRET = '0123456789abcdef0123456789abcdef'
const OWN = 'airdesk-0123456789abcdef.localhost'
const reachOf = (host: string, kind: 'loopback' | 'local' | 'plain', name: string): Reach => ({
  ...{ host, name, consoleName: consoleNameOf(SECRET, host) },
  protection: { kind },
  hosts: () => (kind === 'loopback' ? [] : ['studio.test']),
})

test.each([
  [
    reachOf('127.0.0.1', 'loopback', '127.0.0.1'),
    'http://127.0.0.1:80',
    'http://127.0.0.1:80',
    `http://${OWN}:80`,
  ],
  [
    reachOf('0.0.0.0', 'local', 'studio.test'),
    'https://studio.test:80',
    'http://127.0.0.1:80',
    `http://${OWN}:80`,
  ],
  [reachOf('::7', 'local', '::7'), 'https://[::7]:80', 'http://[::7]:80', 'https://[::7]:80'],
  [
    reachOf('192.0.2.7', 'plain', '192.0.2.7'),
    'http://192.0.2.7:80',
    'http://192.0.2.7:80',
    'http://192.0.2.7:80',
  ],
])('%j: for others, for programs and for browsers of this computer', (reach, others, programs, browsers) => {
  expect([httpUrl(reach, 80), localUrl(reach, 80), pageUrl(reach, 80)]).toEqual([others, programs, browsers])
  for (const address of [others, browsers]) expect(pageOrigins(reach, 80)).toContain(address)
})

test('an installation has one name of its own where something listens behind it', () => {
  expect(['localhost', '::1', '0.0.0.0', '::'].map((host) => consoleNameOf(SECRET, host))).toEqual([
    OWN,
    OWN,
    OWN,
    OWN,
  ])
  expect(['127.0.0.9', '192.0.2.7', 'studio.test'].map((host) => consoleNameOf(SECRET, host))).toEqual([
    null,
    null,
    null,
  ])
})

test.each<[Protection, RegExp]>([
  [
    { kind: 'files', certFile: 'c', keyFile: 'k' },
    /HLS, preview and signaling speak TLS .* certificate of --tls-cert/,
  ],
  [{ kind: 'local' }, /certificate of the local authority, which they have to import/],
  [
    { kind: 'plain' },
    /Console, option API, live API and preview are plain HTTP .* HLS and signaling speak TLS/,
  ],
])('whoever starts it with %j reads how each listener is protected', (protection, words) => {
  const notes = protectionNotes({ ...reachOf('0.0.0.0', 'local', 'studio.test'), protection }).join(' ')
  expect(notes).toMatch(words)
  expect(notes).toContain('RTMP is not encrypted')
})
