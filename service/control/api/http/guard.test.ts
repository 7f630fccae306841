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
  [undefined, 'FORBIDDEN_HOST'],
  ['', 'FORBIDDEN_HOST'],
  ['evil.example', 'FORBIDDEN_HOST'],
  ['evil.example:4080', 'FORBIDDEN_HOST'],
  ['localhost.evil.example', 'FORBIDDEN_HOST'],
  ['127.0.0.1.evil.example', 'FORBIDDEN_HOST'],
  ['localhost:4080@evil.example', 'FORBIDDEN_HOST'],
  ['evil.example@localhost', 'FORBIDDEN_HOST'],
  ['localhost, evil.example', 'FORBIDDEN_HOST'],
  ['localhost evil.example', 'FORBIDDEN_HOST'],
  ['localhost/', 'FORBIDDEN_HOST'],
  ['localhost:', 'FORBIDDEN_HOST'],
  ['localhost:x', 'FORBIDDEN_HOST'],
  ['localhost:123456', 'FORBIDDEN_HOST'],
  ['::1', 'FORBIDDEN_HOST'],
  ['[::1', 'FORBIDDEN_HOST'],
  ['[::2]', 'FORBIDDEN_HOST'],
  ['2130706433', 'FORBIDDEN_HOST'],
  ['0x7f.1', 'FORBIDDEN_HOST'],
  ['0.0.0.0', 'FORBIDDEN_HOST'],
  ['10.1.2.4', 'FORBIDDEN_HOST'],
  ['constructor', 'FORBIDDEN_HOST'],
]

const origins: [string | undefined, Verdict][] = [
  [undefined, 'allowed'],
  ['http://127.0.0.1:4100', 'allowed'],
  ['https://tool.example', 'allowed'],
  ['app://console', 'allowed'],
  ['null', 'FORBIDDEN_ORIGIN'],
  ['', 'FORBIDDEN_ORIGIN'],
  ['http://127.0.0.1', 'FORBIDDEN_ORIGIN'],
  ['http://127.0.0.1:4101', 'FORBIDDEN_ORIGIN'],
  ['https://127.0.0.1:4100', 'FORBIDDEN_ORIGIN'],
  ['http://localhost:4100', 'FORBIDDEN_ORIGIN'],
  ['https://tool.example.evil.example', 'FORBIDDEN_ORIGIN'],
  ['https://eviltool.example', 'FORBIDDEN_ORIGIN'],
  ['https://tool.example/', 'FORBIDDEN_ORIGIN'],
  ['https://tool.example, https://evil.example', 'FORBIDDEN_ORIGIN'],
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
    expect(guard(request, policy)).toBe('FORBIDDEN_HOST')
  })

  it('allows nothing but loopback and programs when nothing is configured', () => {
    const none = { hosts: [], origins: [] }
    const request = { host: 'localhost', origin: undefined, localAddress: '::1' }
    expect(guard(request, none)).toBe('allowed')
    expect(guard({ ...request, origin: 'http://localhost' }, none)).toBe('FORBIDDEN_ORIGIN')
  })
})
