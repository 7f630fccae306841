import { describe, expect, it } from 'vitest'
import { atMinutes, daysFrom, endingAt, minutesAt, movedByDays, segmentsOf, snapped } from './layout.ts'
import { wallOf } from '../../zone-time.ts'

const at = (text: string) => Date.parse(text)

describe('days of a zone', () => {
  it('gives seven days without a change of clocks', () => {
    const days = daysFrom('2026-11-16', 7, 'Asia/Tokyo')
    expect(days.map(({ date }) => date).at(-1)).toBe('2026-11-22')
    expect(days.every(({ change }) => change === null)).toBe(true)
    expect(days[0]?.startsAt).toBe(at('2026-11-16T00:00:00+09:00'))
  })

  it.each([
    ['2026-03-29', '2026-03-29T03:00:00+02:00', 3_600_000],
    ['2026-10-25', '2026-10-25T02:00:00+01:00', -3_600_000],
  ])('knows when clocks are changed on %s', (date, moment, by) => {
    const [day] = daysFrom(date, 1, 'Europe/Berlin')
    expect(day?.change).toEqual({ at: at(moment), by })
  })

  it('reads places as clocks show them, also after a change', () => {
    for (const date of ['2026-03-28', '2026-03-29', '2026-10-25']) {
      const [day] = daysFrom(date, 1, 'Europe/Berlin')
      if (day === undefined) throw new Error('no day')
      for (const minutes of [0, 90, 195, 720, 1425]) {
        const moment = atMinutes(day, minutes)
        expect(wallOf(moment, 'Europe/Berlin').slice(0, 16)).toBe(
          `${date}T${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
        )
        expect(minutesAt(day, moment)).toBe(minutes)
      }
    }
  })

  it('takes the first moment after what clocks skip', () => {
    const [day] = daysFrom('2026-03-29', 1, 'Europe/Berlin')
    if (day === undefined) throw new Error('no day')
    expect(atMinutes(day, 150)).toBe(at('2026-03-29T03:00:00+02:00'))
  })
})

describe('places of a schedule', () => {
  const days = daysFrom('2026-11-16', 7, 'Asia/Tokyo')

  it('has a part in each day that it touches', () => {
    const period = {
      startsAt: at('2026-11-17T23:00:00+09:00'),
      endsAt: at('2026-11-19T01:30:00+09:00'),
    }
    expect(segmentsOf(period, days)).toEqual([
      { day: 1, from: 1380, to: 1440 },
      { day: 2, from: 0, to: 1440 },
      { day: 3, from: 0, to: 90 },
    ])
  })

  it('has none where it ends as the days begin', () => {
    const startsAt = at('2026-11-15T23:00:00+09:00')
    expect(segmentsOf({ startsAt, endsAt: startsAt + 3_600_000 }, days)).toEqual([])
  })

  it('keeps its clock time when it is moved to a day with other clocks', () => {
    const startsAt = at('2026-03-28T10:00:00+01:00')
    const moved = movedByDays({ startsAt, endsAt: startsAt + 3_600_000 }, 1, 'Europe/Berlin')
    expect(moved).toEqual({
      startsAt: at('2026-03-29T10:00:00+02:00'),
      endsAt: at('2026-03-29T11:00:00+02:00'),
    })
  })

  it('snaps to quarters and never gets shorter than one', () => {
    const startsAt = at('2026-11-16T10:00:00Z')
    expect(snapped(startsAt + 8 * 60_000)).toBe(startsAt + 15 * 60_000)
    expect(endingAt({ startsAt, endsAt: startsAt }, startsAt - 1).endsAt).toBe(startsAt + 15 * 60_000)
  })
})
