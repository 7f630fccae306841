import { expect, test } from 'vitest'
import { mediaListen, neverTold } from './media-address.ts'

const toldAt = (host: string, announced: readonly string[]) =>
  mediaListen(host, announced).map(({ bindAddress, announced }) => [bindAddress, ...announced])

test('what is announced is told besides own addresses, where media of its family is received', () => {
  const announced = ['203.0.113.9', '2001:db8::9', '192.0.2.7']
  expect(toldAt('192.0.2.7', announced)).toEqual([['192.0.2.7', '192.0.2.7', '203.0.113.9']])
  expect(toldAt('[2001:db8::7]', announced)).toEqual([['2001:db8::7', '2001:db8::7', '2001:db8::9']])
  expect(toldAt('localhost', announced)).toEqual([
    ['127.0.0.1', '127.0.0.1', '203.0.113.9', '192.0.2.7'],
    ['::1', '::1', '2001:db8::9'],
  ])
})

test.each([
  ['0.0.0.0', ['0.0.0.0', '::'], ['127.0.0.1', '::1']],
  ['::', ['::', '0.0.0.0'], ['::1', '127.0.0.1']],
])('at %s media comes by every address, of which announced ones are the last', (host, bound, first) => {
  const told = toldAt(host, ['203.0.113.9', '2001:db8::9'])
  expect(told.map(([bindAddress]) => bindAddress)).toEqual(bound)
  expect(told.map(([, address]) => address)).toEqual(first)
  expect(new Set(told.map((all) => all.at(-1)))).toEqual(new Set(['203.0.113.9', '2001:db8::9']))
})

test('what no client would be told is known', () => {
  expect(neverTold('192.0.2.7', ['203.0.113.9', '2001:db8::9'])).toEqual(['2001:db8::9'])
  expect(neverTold('0.0.0.0', ['203.0.113.9', '2001:db8::9'])).toEqual([])
})
