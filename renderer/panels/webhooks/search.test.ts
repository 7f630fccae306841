import { expect, it } from 'vitest'
import { changed, filterOf, isFiltered, readSearch } from './search.ts'

it('reads what it knows from an address, digits too', () => {
  expect(readSearch({ state: 'dead', q: 500, channel: 'C', event: 'E', type: '', other: 'x' })).toEqual({
    state: 'dead',
    q: '500',
    channel: 'C',
    event: 'E',
  })
  expect(readSearch({ state: 'lost', q: ['a'] })).toEqual({})
})

it('changes members, and takes out empty ones', () => {
  expect(changed({ state: 'dead', q: 'a' }, { q: '', channel: 'C' })).toEqual({ state: 'dead', channel: 'C' })
})

it('asks the engine for the filters only', () => {
  expect(filterOf({ state: 'dead', q: 'a', event: 'E' })).toEqual({ state: 'dead', search: 'a' })
  expect(isFiltered({ event: 'E' })).toBe(false)
  expect(isFiltered({ url: 'http://a.example' })).toBe(true)
})
