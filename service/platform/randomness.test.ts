import { afterEach, expect, it } from 'vitest'
import { newId, newSecret } from './ids.ts'
import { fractionFor, randomStream, useSeed } from './randomness.ts'

afterEach(() => useSeed(null))

const draws = () => [
  newId('channel'),
  newId('schedule'),
  newSecret(32, 'token'),
  randomStream('code').integer(3, 30),
]

it('one seed gives the same at each run, another seed something else', () => {
  useSeed('7')
  const first = draws()
  useSeed('7')
  expect(draws()).toEqual(first)
  useSeed('8')
  for (const [index, drawn] of draws().slice(0, 3).entries()) expect(drawn).not.toBe(first[index])
})

it('a choice more of one purpose changes nothing of another', () => {
  useSeed('7')
  const first = draws()
  useSeed('7')
  newId('connection')
  randomStream('faults').fraction()
  expect(draws()).toEqual(first)
})

it('the same purpose never gives the same twice', () => {
  useSeed('7')
  const ids = new Set(Array.from({ length: 10_000 }, () => newId('channel')))
  expect(ids.size).toBe(10_000)
})

it('ids are UUIDs of version 4, with a seed and without', () => {
  const versionOf = (id: string) => {
    let value = 0n
    for (const digit of id) value = (value << 5n) | BigInt('0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(digit))
    const hex = value.toString(16).padStart(32, '0')
    return [hex.charAt(12), '89ab'.includes(hex.charAt(16))]
  }
  expect(versionOf(newId())).toEqual(['4', true])
  useSeed('7')
  expect(versionOf(newId('channel'))).toEqual(['4', true])
})

it('what has no purpose is never decided by a seed', () => {
  useSeed('7')
  const first = [newId(), newSecret()]
  useSeed('7')
  expect([newId(), newSecret()]).not.toEqual(first)
})

it('integers are within their bounds and reach both', () => {
  useSeed('7')
  const drawn = new Set(Array.from({ length: 500 }, () => randomStream('dice').integer(1, 7)))
  expect([...drawn].sort()).toEqual([1, 2, 3, 4, 5, 6])
})

it('what comes in no order follows from its key alone', () => {
  useSeed('7')
  const first = [fractionFor('retry', 'a 1'), fractionFor('retry', 'b 1')]
  useSeed('7')
  expect([fractionFor('retry', 'b 1'), fractionFor('retry', 'a 1')].reverse()).toEqual(first)
  for (const fraction of first) expect(fraction >= 0 && fraction < 1).toBe(true)
})
