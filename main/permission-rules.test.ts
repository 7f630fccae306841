import { expect, test } from 'vitest'
import { isPermitted } from './permission-rules.ts'

const CONSOLE = 'http://127.0.0.1:8080'

test.each([
  ['clipboard-sanitized-write', 'http://127.0.0.1:8080/channels', true],
  ['fullscreen', 'http://127.0.0.1:8080/', true],
  ['clipboard-read', 'http://127.0.0.1:8080/', false],
  ['media', 'http://127.0.0.1:8080/', true],
  ['media', 'https://example.com/', false],
  ['display-capture', 'http://127.0.0.1:8080/', true],
  ['notifications', 'http://127.0.0.1:8080/', false],
  ['geolocation', 'http://127.0.0.1:8080/', false],
  ['fullscreen', 'http://127.0.0.1:8081/', false],
  ['fullscreen', 'https://127.0.0.1:8080/', false],
  ['fullscreen', '', false],
])('%s asked by %s: %s', (permission, address, granted) => {
  expect(isPermitted(permission, address, CONSOLE)).toBe(granted)
})

test('nothing is granted before the console has an address', () => {
  expect(isPermitted('fullscreen', 'http://127.0.0.1:8080/', null)).toBe(false)
})
