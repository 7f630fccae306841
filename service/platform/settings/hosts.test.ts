import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { addressHost, isLoopback, originsOf, reachableHosts } from './hosts.ts'

test.each([
  ['127.0.0.1', true, '127.0.0.1', []],
  ['127.0.0.9', true, '127.0.0.9', ['127.0.0.9']],
  ['localhost', true, 'localhost', []],
  ['::1', true, '::1', []],
  ['192.0.2.7', false, '192.0.2.7', ['192.0.2.7']],
  ['studio.test', false, 'studio.test', ['studio.test']],
])('%s: loopback %s, written %s, also reached as %j', (host, loopback, written, others) => {
  expect([isLoopback(host), addressHost(host), reachableHosts(host)]).toEqual([loopback, written, others])
})

test('who listens everywhere is reached by the name and addresses of the machine', () => {
  expect(isLoopback('0.0.0.0')).toBe(false)
  expect(addressHost('::')).toBe('127.0.0.1')
  expect(reachableHosts('0.0.0.0')).toContain(hostname().toLowerCase())
})

test('origins are written as browsers write them', () => {
  expect(originsOf('127.0.0.1', 8080)).toEqual([
    'http://127.0.0.1:8080',
    'http://localhost:8080',
    'http://[::1]:8080',
  ])
  expect(originsOf('2001:db8::7', 8080)).toContain('http://[2001:db8::7]:8080')
})
