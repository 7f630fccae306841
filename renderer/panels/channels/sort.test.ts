import { expect, test } from 'vitest'
import { fieldCamera, townHall, waiting, webRtcHls } from '../../../test/support/console-scenes.ts'
import { channelView } from '../../../test/support/console-views.ts'
import { byColumn, nextSort, SORTS, type Sort } from './sort.ts'

const unnamed = channelView({ channelId: '0A91B7KQ5T0C3N8X6W4E1R9YHA', stateSince: 1 })
const gate10 = channelView({ channelId: '0B91B7KQ5T0C3N8X6W4E1R9YHA', name: 'Gate 10', renditions: [] })
const gate9 = { ...gate10, channelId: '0C91B7KQ5T0C3N8X6W4E1R9YHA', name: 'Gate 9' }
const all = [waiting, unnamed, gate10, webRtcHls, townHall, gate9, fieldCamera]

const sorted = (sort: Sort) =>
  all.toSorted(byColumn(sort, ({ name }) => name || 'A', 'en')).map(({ name }) => name)

test('each head sorts one way, then the other, then as before', () => {
  for (const by of SORTS) {
    const first = nextSort(null, by)
    const second = nextSort(first, by)
    expect(second).toEqual({ by, descending: !first?.descending })
    expect(nextSort(second, by)).toBeNull()
    expect(nextSort({ by: by === 'name' ? 'kind' : 'name', descending: false }, by)).toEqual(first)
  }
})

test('names in the order of numbers in them; what has none is last', () => {
  const names = sorted({ by: 'name', descending: false })
  expect(names.slice(0, 5)).toEqual([
    ...['Autumn town hall', 'Field camera 2', 'Gate 9', 'Gate 10', 'Quarterly review'],
  ])
  expect(names.at(-1)).toBe('')
})

test('most viewers first; those alike as without a choice', () => {
  const names = sorted({ by: 'viewers', descending: true })
  expect(names.slice(0, 2)).toEqual(['Autumn town hall', 'Field camera 2'])
})

test('the newest first, and the best renditions', () => {
  expect(sorted({ by: 'since', descending: true })[0]).toBe('Autumn town hall')
  expect(sorted({ by: 'since', descending: false }).at(-1)).toBe('Autumn town hall')
  expect(sorted({ by: 'renditions', descending: true })[0]).toBe('Autumn town hall')
  expect(sorted({ by: 'renditions', descending: false }).slice(0, 2).sort()).toEqual(['Gate 10', 'Gate 9'])
})
