import { expect, it } from 'vitest'
import { facetsSet, filterOf, givenUpOf, readSearch } from './search.ts'

it('reads what it knows from an address, digits too', () => {
  expect(readSearch({ state: 'dead', q: 500, channel: 'C', event: 'E', type: '', other: 'x' })).toEqual({
    state: 'dead',
    q: '500',
    channel: 'C',
    event: 'E',
  })
  expect(readSearch({ state: 'lost', q: ['a'] })).toEqual({})
})

it('asks the engine for the filters only', () => {
  expect(filterOf({ state: 'dead', q: 'a', event: 'E' })).toEqual({ state: 'dead', search: 'a' })
  expect(filterOf({ event: 'E' })).toEqual({})
})

it('reads the filters that have words of their own', () => {
  const address = { cause: 'tls', byHand: true, last: '1h', url: 'http://a.test/' }
  expect(readSearch(address)).toEqual({ cause: 'tls', byHand: 'true', last: '1h', url: 'http://a.test/' })
  expect(readSearch({ cause: 'rain', byHand: 'no', from: 5 })).toEqual({ from: 5 })
  expect(facetsSet({ cause: 'tls', byHand: 'true', last: '1h', q: 'a', event: 'E' })).toBe(3)
})

it('what is redelivered is of the same endpoint, channel and time', () => {
  const filter = { state: 'delivered', url: 'http://a.test/', channel: 'C', last: '1h' } as const
  expect(givenUpOf(filter, 5_000_000)).toEqual({ url: 'http://a.test/', channelId: 'C', since: 1_400_000 })
  expect(givenUpOf({ from: 7, to: 9 }, 5_000_000)).toEqual({ since: 7 })
  expect(givenUpOf({ search: 'a' }, 5_000_000)).toEqual({})
})
