import { expect, it } from 'vitest'
import { changed, filterOf, isFiltered, readSearch } from './search.ts'

it('reads what it knows from an address, digits too', () => {
  expect(
    readSearch({ state: 'failed', q: 500, channel: 'C', recording: 'R', destination: '', other: 'x' }),
  ).toEqual({ state: 'failed', q: '500', channel: 'C', recording: 'R' })
  expect(readSearch({ state: 'lost', q: ['a'] })).toEqual({})
})

it('changes members, and takes out empty ones', () => {
  const search = { state: 'failed', q: 'a' } as const
  expect(changed(search, { q: '', destination: 'D' })).toEqual({ state: 'failed', destination: 'D' })
})

it('asks the engine for the filters only', () => {
  expect(filterOf({ state: 'failed', q: 'a', recording: 'R' })).toEqual({ state: 'failed', search: 'a' })
  expect(isFiltered({ recording: 'R' })).toBe(false)
  expect(isFiltered({ connection: 'C' })).toBe(true)
})
