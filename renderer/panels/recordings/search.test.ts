import { expect, it } from 'vitest'
import { filterOf, readSearch } from './search.ts'

it('reads what it knows from an address, digits too', () => {
  expect(
    readSearch({ state: 'failed', q: 500, channel: 'C', recording: 'R', destination: '', other: 'x' }),
  ).toEqual({ state: 'failed', q: '500', channel: 'C', recording: 'R' })
  expect(readSearch({ state: 'lost', q: ['a'] })).toEqual({})
})

it('asks the engine for the filters only', () => {
  expect(filterOf({ state: 'failed', q: 'a', recording: 'R' })).toEqual({ state: 'failed', search: 'a' })
  expect(filterOf({ recording: 'R' })).toEqual({})
})
