import { expect, test } from 'vitest'
import { CallCount } from './call-count.ts'

const login = { api: 'option', operation: 'POST /api/login', status: 200 } as const
const list = { api: 'live', operation: 'Service_20200729.ListChannelIDs', status: 200 } as const

function counted(calls: readonly Parameters<ReturnType<CallCount['calling']>>[0][]) {
  const count = new CallCount()
  for (const call of calls) count.calling()(call)
  return count.kinds
}

test('counts calls that are alike, in the order of the first of each', () => {
  const kinds = counted([list, login, list, { ...list, status: 401 }])
  expect(kinds.map(({ operation, path, status, count }) => [operation ?? path, status, count])).toEqual([
    ['Service_20200729.ListChannelIDs', 200, 2],
    ['/api/login', 200, 1],
    ['Service_20200729.ListChannelIDs', 401, 1],
  ])
})

test('names what no endpoint has by what was asked for', () => {
  const unknown = { api: 'option', operation: '(unknown) GET /api/nothing', status: 404 } as const
  expect(counted([unknown])).toMatchObject([{ method: 'GET', path: '/api/nothing', operation: null }])
})

test('has a bound, whatever callers make up', () => {
  const madeUp = Array.from({ length: 10_001 }, (_, i) => ({ ...list, operation: `Made up ${i}` }))
  const kinds = counted([list, ...madeUp, list])
  expect(kinds).toHaveLength(10_000)
  expect(kinds[0]).toMatchObject({ count: 2 })
})
