import { describe, expect, it } from 'vitest'
import { cutTo, renewBelow, withNewestCounted, withOlder, withPage, type Log } from './pages.ts'

interface Row {
  readonly at: number
  readonly tries: number
}
const position = ({ at }: Row) => at
const rows = (...positions: number[]): Row[] => positions.map((at) => ({ at, tries: 1 }))
/** Rows from `high` down to `low`. */
const range = (high: number, low: number) =>
  rows(...Array.from({ length: high - low + 1 }, (_, i) => high - i))
const log = (all: Row[], before: number | null = null, fresh = 0): Log<Row> => ({ rows: all, before, fresh })
const page = (all: Row[], more = true) => ({ rows: all, before: more ? (all.at(-1)?.at ?? null) : null })
const positions = ({ rows: all }: Log<Row>) => all.map(position)

describe('the newest page', () => {
  const newest = (known: Log<Row> | undefined, read: ReturnType<typeof page>) =>
    withPage(known, read, Infinity, position)

  it('is all there is at first', () => {
    expect(newest(undefined, page(range(30, 21)))).toEqual(log(range(30, 21), 21))
    expect(newest(log([]), page(range(3, 2)))).toEqual(log(range(3, 2), 2))
  })

  it('goes on top of the older rows, and nothing waits any more', () => {
    expect(newest(log(range(30, 1), null, 4), page(range(34, 25)))).toEqual(log(range(34, 1)))
    expect(newest(log(range(9, 6), 6), page(range(11, 9)))).toEqual(log(range(11, 6), 6))
  })

  it('takes away what was deleted or no longer fits the filter', () => {
    const merged = newest(log(range(30, 11), 11), page(rows(30, 27, 25)))
    expect(positions(merged)).toEqual([30, 27, ...range(25, 11).map(position)])
    expect(newest(log(range(9, 7)), page(rows(9, 8), false))).toEqual(log(rows(9, 8)))
    expect(newest(log(range(9, 7)), page([], false))).toEqual(log([]))
  })

  it('replaces rows that it does not reach, so that no gap is hidden', () => {
    expect(newest(log(range(30, 11), 11), page(range(50, 41)))).toEqual(log(range(50, 41), 41))
  })

  it('is only counted while rows may not move, but renews those that are shown', () => {
    const known = log(range(30, 11), 11)
    const merged = withNewestCounted(known, page([...rows(32, 31), { at: 30, tries: 7 }]), position)
    expect(positions(merged)).toEqual(positions(known))
    expect(merged.rows[0]?.tries).toBe(7)
    expect(merged).toMatchObject({ before: 11, fresh: 2 })
  })

  it('is shown where there was nothing, even while rows may not move', () => {
    expect(withNewestCounted(log([]), page(rows(1), false), position)).toEqual(log(rows(1)))
    expect(withNewestCounted(undefined, page(rows(1), false), position)).toEqual(log(rows(1)))
  })
})

describe('an older page', () => {
  it('goes below', () => {
    const merged = withOlder(log(range(30, 21), 21, 2), page(range(20, 11)), 21, position)
    expect(merged).toEqual(log(range(30, 11), 11, 2))
    expect(withOlder(log(rows(9, 8), 8), page(rows(7), false), 8, position)).toEqual(log(rows(9, 8, 7)))
  })

  it('is dropped when the rows are others by now', () => {
    const known = log(range(50, 41), 41)
    expect(withOlder(known, page(range(20, 11)), 21, position)).toBe(known)
    expect(withOlder(undefined, page(range(20, 11)), 21, position)).toBeUndefined()
  })
})

it('a page in the middle renews its rows', () => {
  const read = page(rows(8, 7))
  const renewed = withPage(log(range(9, 5), 5), read, 9, position)
  expect(renewed).toEqual(log(range(9, 5), 5))
  expect(renewed.rows[1]).toBe(read.rows[0])
})

it('rows far below are let go, and can be asked for again', () => {
  expect(cutTo(log(range(5000, 1)), 2000, position)).toEqual(log(range(5000, 3001), 3001))
  const known = log(range(30, 1))
  expect(cutTo(known, 30, position)).toBe(known)
})

describe('rows that still change', () => {
  const isUnfinished = ({ tries }: Row) => tries === 0
  const changing = (...at: number[]): Row[] => at.map((one) => ({ at: one, tries: 0 }))
  /** Answers with three rows that have changed, and keeps what it was asked for. */
  const renew = async (known: Log<Row>, below: number | null) => {
    const asked: number[] = []
    const read = (before: number) => {
      asked.push(before)
      return Promise.resolve(page(range(before - 1, before - 3)))
    }
    return { asked, renewed: await renewBelow(known, below, { read, position, isUnfinished }) }
  }

  it('are read again below the newest page, from the first of them on', async () => {
    const known = log([...range(30, 25), ...changing(24), ...range(23, 18), ...changing(17)], 17)
    const { asked, renewed } = await renew(known, 28)
    expect(asked).toEqual([25, 18])
    expect(renewed.rows.some(isUnfinished)).toBe(false)
  })

  it('are not looked for where the newest page has all, or none changes', async () => {
    expect((await renew(log(changing(3, 2, 1)), null)).asked).toEqual([])
    expect((await renew(log(range(30, 1)), 20)).asked).toEqual([])
  })

  it('wait for the next time where they are in many pages', async () => {
    const all = Array.from({ length: 60 }, (_, index) => 60 - index)
    expect((await renew(log(changing(...all)), 50)).asked).toEqual([50, 47, 44, 41])
  })
})
