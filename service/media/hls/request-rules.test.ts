import { describe, expect, it } from 'vitest'
import { parseByteRange } from './byte-range.ts'
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

describe('parseByteRange', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=5-5', { start: 5, end: 5 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=-', null],
    ['bytes=7-5', null],
    ['bytes=1-2,3-4', null],
    ['items=1-2', null],
    [undefined, null],
  ])('of %s is %j', (header, range) => {
    expect(parseByteRange(header, 100)).toEqual(range)
  })
})
