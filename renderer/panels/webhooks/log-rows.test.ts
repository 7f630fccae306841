import { describe, expect, it } from 'vitest'
import type { WebhookSummary } from '../../../service/contract/console-webhooks.ts'
import { appendOlder, mergeNewest, type Log } from './log-rows.ts'

const event = (sequence: number, attempts = 1) =>
  ({ sequence, id: `E${sequence}`, attempts }) as unknown as WebhookSummary
/** Events from `high` down to `low`. */
const range = (high: number, low: number) =>
  Array.from({ length: high - low + 1 }, (_, index) => event(high - index))
const page = (high: number, low: number, more = true) => ({
  events: range(high, low),
  before: more ? low : null,
})
const sequences = (log: Log) => log.rows.map((row) => row.sequence)

describe('the newest page', () => {
  it('is all there is at first', () => {
    expect(mergeNewest(undefined, page(30, 21), true)).toEqual({ rows: range(30, 21), before: 21, fresh: 0 })
    const empty = { rows: [], before: null, fresh: 0 }
    expect(mergeNewest(empty, page(1, 1, false), false).rows).toHaveLength(1)
  })

  it('goes on top of the older rows while they are followed', () => {
    const log = { rows: range(30, 1), before: null, fresh: 4 }
    const merged = mergeNewest(log, page(34, 25), true)
    expect(sequences(merged)).toEqual(sequences({ ...log, rows: range(34, 1) }))
    expect(merged).toMatchObject({ before: null, fresh: 0 })
  })

  it('takes away what the filter no longer fits', () => {
    const log = { rows: range(30, 11), before: 11, fresh: 0 }
    const newest = { events: [event(30), event(27), event(25)], before: 25 }
    expect(sequences(mergeNewest(log, newest, true))).toEqual([
      30,
      27,
      ...range(25, 11).map((e) => e.sequence),
    ])
    expect(mergeNewest(log, { events: [], before: null }, true)).toEqual({ rows: [], before: null, fresh: 0 })
  })

  it('replaces rows that it does not reach, so that no gap is hidden', () => {
    const log = { rows: range(30, 11), before: 11, fresh: 0 }
    expect(mergeNewest(log, page(50, 41), true)).toEqual({ rows: range(50, 41), before: 41, fresh: 0 })
  })

  it('is only counted while rows may not move, but renews those that are shown', () => {
    const log = { rows: range(30, 11), before: 11, fresh: 0 }
    const newest = { events: [event(32), event(31), event(30, 7)], before: 30 }
    const merged = mergeNewest(log, newest, false)
    expect(sequences(merged)).toEqual(sequences(log))
    expect(merged.rows[0]?.attempts).toBe(7)
    expect(merged).toMatchObject({ before: 11, fresh: 2 })
  })

  it('lets go of rows far below', () => {
    const log = { rows: range(5000, 1), before: null, fresh: 0 }
    const merged = mergeNewest(log, page(5001, 4990), true)
    expect(merged.rows).toHaveLength(2000)
    expect(merged.before).toBe(merged.rows.at(-1)?.sequence)
  })
})

describe('an older page', () => {
  it('goes below', () => {
    const log = { rows: range(30, 21), before: 21, fresh: 2 }
    expect(appendOlder(log, page(20, 11), 21)).toEqual({ rows: range(30, 11), before: 11, fresh: 2 })
  })

  it('is dropped when the rows are others by now', () => {
    const log = { rows: range(50, 41), before: 41, fresh: 0 }
    expect(appendOlder(log, page(20, 11), 21)).toBe(log)
    expect(appendOlder(undefined, page(20, 11), 21)).toBeUndefined()
  })
})
