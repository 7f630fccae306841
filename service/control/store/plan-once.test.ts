import { describe, expect, it } from 'vitest'
import { planOnce } from './plan-once.ts'

describe('a statement that is compiled once', () => {
  it.each([
    ['SELECT * FROM t WHERE a = ? AND b = @b', 'SELECT * FROM t WHERE a = +? AND b = +@b'],
    ['SELECT * FROM t WHERE a IS ? OR b IS NOT @b', 'SELECT * FROM t WHERE a IS +? OR b IS NOT +@b'],
    ['SELECT * FROM t LIMIT @limit OFFSET ?', 'SELECT * FROM t LIMIT +@limit OFFSET +?'],
  ])('hides the values of parameters from the planner: %s', (sql, hidden) => {
    expect(planOnce(sql)).toBe(hidden)
  })

  it.each([
    'INSERT INTO t (a, b) VALUES (?, @b)',
    "SELECT * FROM t WHERE a > ? AND b LIKE @b AND c = 'x' AND d IS NULL",
    'SELECT * FROM t WHERE a = (SELECT max(a) FROM t) LIMIT 1',
  ])('is as it was where SQLite does not look: %s', (sql) => {
    expect(planOnce(sql)).toBe(sql)
  })
})
