import { expect, test } from 'vitest'
import { keptFilters, useSavedFilters } from './saved-filters.ts'

test('a filter is saved, renamed and removed; others stay', () => {
  const { save, rename, remove } = useSavedFilters.getState()
  const shown = () => useSavedFilters.getState().filters.map(({ name, filter }) => [name, filter])
  save('Match day', { q: 'match' })
  save('Idle', { via: 'api', idle: '7' })
  const [first, second] = useSavedFilters.getState().filters
  rename(first?.id ?? '', 'Matches')
  expect(shown()).toEqual([
    ['Matches', { q: 'match' }],
    ['Idle', { via: 'api', idle: '7' }],
  ])
  remove(second?.id ?? '')
  expect(shown()).toEqual([['Matches', { q: 'match' }]])
})

test('what was kept by another version is read as far as it is known', () => {
  const one = { id: 'a', name: 'A', filter: { q: 'a', show: 'today' } }
  expect(keptFilters({ filters: [one] })).toEqual([one])
  expect(keptFilters({ filters: [{ ...one, filter: { q: 'a', show: 'new', more: 1 } }] })).toEqual([
    { ...one, filter: { q: 'a' } },
  ])
  const broken = [null, 5, {}, { id: 'b', name: 'B' }, { id: 'b', filter: {} }, { name: 'B', filter: {} }]
  expect(keptFilters({ filters: [...broken, one] })).toEqual([one])
  for (const kept of [null, undefined, 'x', {}, { filters: 'x' }]) expect(keptFilters(kept)).toEqual([])
})
