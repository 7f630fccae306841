import { expect, it } from 'vitest'
import { filterOf, readSearch } from './search.ts'

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
