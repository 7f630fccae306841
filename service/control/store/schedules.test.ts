import { expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import type { Database } from './database.ts'
import { scheduleRepository } from './schedules.ts'

/** How the database answers the repository's question that has `part` in it. */
function stepsOf(part: string, values: object): string[] {
  const database = openTestDatabase()
  const sources: string[] = []
  const prepare = ((sql: string) => {
    sources.push(sql)
    return database.prepare(sql)
  }) as Database['prepare']
  scheduleRepository({ ...database, prepare })
  const sql = sources.find((source) => source.includes(part)) ?? ''
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`)
  return plan.all(values).map((row) => (row as { detail: string }).detail)
}

it('finds an overlap among many by one step in the index', () => {
  const steps = stepsOf('@except', { systemId: '', startsAt: 0, endsAt: 1, except: null })
  expect(steps).toContainEqual(
    expect.stringContaining('USING INDEX schedules_of_system (system_id=? AND starts_at<?)'),
  )
  expect(steps.join()).not.toMatch(/TEMP B-TREE|SCAN schedules/)
})

it('reads a span of time from the index, and no more than that', () => {
  const steps = stepsOf('@from', { systemId: '', from: 0, to: 1 })
  expect(steps).toContainEqual(
    expect.stringContaining('USING INDEX schedules_of_system (system_id=? AND starts_at>? AND starts_at<?)'),
  )
  expect(steps).toContainEqual(
    expect.stringMatching(/USING COVERING INDEX schedules_of_system \(system_id=\? AND starts_at<\?\)/),
  )
  expect(steps.join()).not.toMatch(/TEMP B-TREE|SCAN schedules/)
})

it('looks for what nobody could see in the span and in the connections of its channel alone', () => {
  const steps = stepsOf('NOT EXISTS', { systemId: '', from: 0, to: 1 })
  expect(steps).toContainEqual(
    expect.stringContaining('USING INDEX schedules_of_system (system_id=? AND starts_at>? AND starts_at<?)'),
  )
  expect(steps).toContainEqual(expect.stringContaining('USING INDEX connections_of_channel (channel_id=?)'))
  expect(steps.join()).not.toMatch(/TEMP B-TREE|SCAN (schedules|connections)/)
})

it('reads a listing in the order of the index, without sorting', () => {
  const steps = stepsOf('SELECT schedules.id, schedules.name', [''])
  expect(steps).toContainEqual(expect.stringContaining('USING INDEX schedules_of_system (system_id=?)'))
  expect(steps.join()).not.toMatch(/TEMP B-TREE|SCAN schedules/)
})
