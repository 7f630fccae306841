import { expect, it } from 'vitest'
import { hostAndPath, localPort, pretty, waitText } from './texts.ts'

it('shows host and path, never what a query holds', () => {
  expect(hostAndPath('https://a.example:8443/hooks/live?token=secret')).toBe('a.example:8443/hooks/live')
  expect(hostAndPath('https://a.example/')).toBe('a.example')
  expect(hostAndPath('nonsense')).toBe('–')
})

it('tells waits below a second, and that there was none', () => {
  expect([2300, 1000, 999, 1, 0, -5].map(waitText)).toEqual(['0:02', '0:01', '999 ms', '1 ms', null, null])
})

it('knows the ports of this computer', () => {
  expect(localPort('http://127.0.0.1:3000/hook')).toBe('3000')
  expect(localPort('http://[::1]:3000/')).toBe('3000')
  expect(localPort('http://localhost/hook')).toBe('80')
  expect(localPort('https://localhost/hook')).toBe('443')
  expect(localPort('https://127.example/hook')).toBeNull()
  expect(localPort('nonsense')).toBeNull()
})

it('lays out JSON and leaves the rest alone', () => {
  expect(pretty('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(pretty('<html>')).toBe('<html>')
})
