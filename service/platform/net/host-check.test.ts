import { describe, expect, it } from 'vitest'
import { allowedHostNames, isHostAllowed } from './host-check.ts'

describe('isHostAllowed', () => {
  const names = allowedHostNames(['0.0.0.0', 'Desk.example', '::5'], ['192.0.2.7', 'fe80::1'])

  it.each(['127.0.0.1', 'LOCALHOST:8443', '[::1]:1', '192.0.2.7:80', 'desk.example', '[fe80::1]', '[::5]:9'])(
    'takes %s',
    (host) => expect(isHostAllowed(host, names)).toBe(true),
  )
  it.each([
    undefined,
    '',
    'evil.example',
    '0.0.0.0',
    'localhost.evil.example',
    'localhost:x',
    '::1',
    'a@localhost',
  ])('refuses %s', (host) => expect(isHostAllowed(host, names)).toBe(false))
})
