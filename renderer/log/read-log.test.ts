import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { logKey, type LogSource } from './log-source.ts'
import type { Log, Page } from './pages.ts'
import { logReader } from './read-log.ts'

interface Row {
  readonly at: number
  readonly tries: number
}
const rows = (high: number, low: number, tries = 1): Row[] =>
  Array.from({ length: high - low + 1 }, (_, i) => ({ at: high - i, tries }))

it('older rows stay where a renewal that began without them is still under way', async () => {
  const queries = new QueryClient()
  const asked: number[] = []
  const renewal = Promise.withResolvers<Page<Row>>()
  const source: LogSource<Row, null> = {
    key: ['log'],
    read: (_, { before = Infinity }) => {
      asked.push(before)
      if (before === Infinity) return Promise.resolve({ rows: rows(30, 21), before: 21 })
      return before === 11 ? Promise.resolve({ rows: rows(10, 1), before: null }) : renewal.promise
    },
    position: ({ at }) => at,
    renewAfter: () => false,
    isUnfinished: ({ tries }) => tries === 0,
  }
  const queryKey = logKey(source, null)
  queries.setQueryData<Log<Row>>(queryKey, {
    rows: [...rows(30, 21), ...rows(20, 11, 0)],
    before: 11,
    fresh: 0,
  })
  const reader = logReader(queries, source, null)
  const renewed = queries
    .fetchQuery({ queryKey, queryFn: () => reader.newest({ follow: true, cut: true }) })
    .catch(() => null)
  await expect.poll(() => asked).toEqual([Infinity, 21])
  await reader.older(11)
  renewal.resolve({ rows: rows(20, 11), before: 11 })
  await renewed
  expect(queries.getQueryData<Log<Row>>(queryKey)?.rows.map(({ at }) => at)).toEqual(
    rows(30, 1).map(({ at }) => at),
  )
})
