import { expect, test } from 'vitest'
import { counted } from './report.ts'

test('counts calls that are alike, in the order of the first of each', () => {
  const login = { api: 'option', operation: 'POST /api/login', status: 200 } as const
  const list = { api: 'live', operation: 'Service_20200729.ListChannelIDs', status: 200 } as const
  const calls = [list, login, list, { ...list, status: 401 }]
  expect(
    counted(calls).map(({ operation, path, status, count }) => [operation ?? path, status, count]),
  ).toEqual([
    ['Service_20200729.ListChannelIDs', 200, 2],
    ['/api/login', 200, 1],
    ['Service_20200729.ListChannelIDs', 401, 1],
  ])
})

test('names what no endpoint has by what was asked for', () => {
  const unknown = { api: 'option', operation: '(unknown) GET /api/nothing', status: 404 } as const
  expect(counted([unknown])).toMatchObject([{ method: 'GET', path: '/api/nothing', operation: null }])
})
