import { describe, expect, it } from 'vitest'
import { guard } from './guard.ts'
import type { GuardPolicy, Verdict } from './guard.ts'

const policy: GuardPolicy = {
  hosts: ['Studio.example', '192.0.2.7', '2001:db8::5'],
  origins: ['http://127.0.0.1:4100', 'https://Tool.example', 'app://console', 'null'],
}

const hosts: [string | undefined, Verdict][] = [
  ['127.0.0.1', 'allowed'],
  ['127.0.0.1:4080', 'allowed'],
  ['localhost', 'allowed'],
  ['LOCALHOST:4080', 'allowed'],
  ['[::1]', 'allowed'],
  ['[::1]:4080', 'allowed'],
  ['studio.example:1', 'allowed'],
  ['192.0.2.7', 'allowed'],
  ['[2001:db8::5]:99', 'allowed'],
  ['10.1.2.3:4080', 'allowed'],
  [undefined, 'forbidden-host'],
  ['', 'forbidden-host'],
  ['evil.example', 'forbidden-host'],
  ['evil.example:4080', 'forbidden-host'],
  ['localhost.evil.example', 'forbidden-host'],
  ['127.0.0.1.evil.example', 'forbidden-host'],
  ['localhost:4080@evil.example', 'forbidden-host'],
  ['evil.example@localhost', 'forbidden-host'],
  ['localhost, evil.example', 'forbidden-host'],
  ['localhost evil.example', 'forbidden-host'],
  ['localhost/', 'forbidden-host'],
  ['localhost:', 'forbidden-host'],
  ['localhost:x', 'forbidden-host'],
  ['localhost:123456', 'forbidden-host'],
  ['::1', 'forbidden-host'],
  ['[::1', 'forbidden-host'],
  ['[::2]', 'forbidden-host'],
  ['2130706433', 'forbidden-host'],
  ['0x7f.1', 'forbidden-host'],
  ['0.0.0.0', 'forbidden-host'],
  ['10.1.2.4', 'forbidden-host'],
  ['constructor', 'forbidden-host'],
]

const origins: [string | undefined, Verdict][] = [
  [undefined, 'allowed'],
  ['http://127.0.0.1:4100', 'allowed'],
  ['https://tool.example', 'allowed'],
  ['app://console', 'allowed'],
  ['null', 'forbidden-origin'],
  ['', 'forbidden-origin'],
  ['http://127.0.0.1', 'forbidden-origin'],
  ['http://127.0.0.1:4101', 'forbidden-origin'],
  ['https://127.0.0.1:4100', 'forbidden-origin'],
  ['http://localhost:4100', 'forbidden-origin'],
  ['https://tool.example.evil.example', 'forbidden-origin'],
  ['https://eviltool.example', 'forbidden-origin'],
  ['https://tool.example/', 'forbidden-origin'],
  ['https://tool.example, https://evil.example', 'forbidden-origin'],
]

describe('guard', () => {
  it.each(hosts)('Host %j: %s', (host, verdict) => {
    expect(guard({ host, origin: undefined, localAddress: '::ffff:10.1.2.3' }, policy)).toBe(verdict)
  })

  it.each(origins)('Origin %j: %s', (origin, verdict) => {
    expect(guard({ host: 'localhost', origin, localAddress: '127.0.0.1' }, policy)).toBe(verdict)
  })

  it('names the host where both are wrong', () => {
    const request = { host: 'evil.example', origin: 'https://evil.example', localAddress: undefined }
    expect(guard(request, policy)).toBe('forbidden-host')
  })

  it('allows nothing but loopback and programs when nothing is configured', () => {
    const none = { hosts: [], origins: [] }
    const request = { host: 'localhost', origin: undefined, localAddress: '::1' }
    expect(guard(request, none)).toBe('allowed')
    expect(guard({ ...request, origin: 'http://localhost' }, none)).toBe('forbidden-origin')
  })
})
