import { expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import type { Database } from './database.ts'
import { scheduleRepository } from './schedules.ts'

it('finds an overlap among many by one step in the index', () => {
  const database = openTestDatabase()
  const sources: string[] = []
  const prepare = ((sql: string) => {
    sources.push(sql)
    return database.prepare(sql)
  }) as Database['prepare']
  scheduleRepository({ ...database, prepare })
  const sql = sources.find((source) => source.includes('@except')) ?? ''
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`)
  const values = { systemId: '', startsAt: 0, endsAt: 1, except: null }
  const steps = plan.all(values).map((row) => (row as { detail: string }).detail)
  expect(steps).toContainEqual(
    expect.stringContaining('USING INDEX schedules_of_system (system_id=? AND starts_at<?)'),
  )
  expect(steps.join()).not.toMatch(/TEMP B-TREE|SCAN schedules/)
})
