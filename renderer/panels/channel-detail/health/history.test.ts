import { describe, expect, it } from 'vitest'
import type { HealthColumns, HealthView } from '../../../../service/contract/console/health.ts'
import { frameOf, joined, meanWithin, nearest, spanOf, spanThatShows } from './history.ts'

const NOW = 10_000_000
const columns = (at: readonly number[]): HealthColumns => ({ at, values: { video: at.map((t) => t / 1000) } })
const seconds = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => NOW + (from + i) * 1000)

function view(fields: Partial<HealthView> = {}): HealthView {
  return {
    ...{ now: NOW, kind: 'media', startedAt: NOW - 3_600_000, endedAt: null, events: [], findings: [] },
    targets: { videoBps: null, frameRate: null, keyFrames: null, drift: null },
    ...{ recent: columns([]), session: columns([]) },
    ...fields,
  }
}

describe('what is new', () => {
  const event = (id: number) => ({ id, at: NOW, kind: 'transcoder-restarted' }) as const

  it('is joined to what was known, once, and the oldest is forgotten', () => {
    const before = view({ recent: columns(seconds(-1801, 0)), events: [event(1), event(2)] })
    const news = view({ now: NOW + 1000, recent: columns(seconds(0, 1)), events: [event(2), event(3)] })
    const { recent, events, now } = joined(before, news)
    expect(now).toBe(NOW + 1000)
    expect(recent.at).toEqual(seconds(-1799, 1))
    expect(recent.values.video).toHaveLength(1801)
    expect(events.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('of another session stands alone', () => {
    const news = view({ startedAt: NOW, recent: columns([NOW]) })
    expect(joined(view({ recent: columns(seconds(-5, 0)) }), news)).toBe(news)
    expect(joined(undefined, news)).toBe(news)
  })
})

describe('a span', () => {
  it('ends now, or with the session', () => {
    expect(spanOf(view(), undefined)).toEqual({ from: NOW - 300_000, to: NOW })
    expect(spanOf(view(), '1')).toEqual({ from: NOW - 60_000, to: NOW })
    expect(spanOf(view(), 'session')).toEqual({ from: NOW - 3_600_000, to: NOW })
    expect(spanOf(view({ endedAt: NOW - 1000 }), '30')).toEqual({ from: NOW - 1_801_000, to: NOW - 1000 })
  })

  it('that shows a finding is no longer than needed', () => {
    expect(spanThatShows(view(), NOW - 299_000)).toBeUndefined()
    expect(spanThatShows(view(), NOW - 301_000)).toBe('30')
    expect(spanThatShows(view(), NOW - 1_900_000)).toBe('session')
  })
})

describe('rows', () => {
  it('are by the second, and by ten beyond 30 minutes', () => {
    const known = view({ recent: columns(seconds(-100, 0)), session: columns([NOW - 20_000, NOW - 10_000]) })
    expect(frameOf(known, spanOf(known, '1')).times).toHaveLength(62)
    expect(frameOf(known, spanOf(known, 'session'))).toMatchObject({
      stepMs: 10_000,
      times: [NOW - 20_000, NOW - 10_000],
    })
  })

  it('are apart where none came for a while', () => {
    const known = view({ recent: columns([NOW - 9000, NOW - 8000, NOW - 2000]) })
    const { times, values } = frameOf(known, spanOf(known, '1'))
    expect(times).toEqual([NOW - 9000, NOW - 8000, NOW - 7999, NOW - 2000])
    expect(values.video).toEqual([9991, 9992, null, 9998])
  })

  it('are found by time, and their mean is of what is known', () => {
    const known = view({ recent: columns([NOW - 9000, NOW - 8000, NOW - 2000]) })
    const frame = frameOf(known, spanOf(known, '1'))
    expect(nearest(frame.times, NOW - 8400)).toBe(1)
    expect(nearest([], NOW)).toBe(-1)
    const within = { from: NOW - 8500, to: NOW }
    expect(meanWithin(frame, frame.values.video ?? [], within)).toBe(9995)
    expect(meanWithin(frame, frame.values.video ?? [], { from: 0, to: 1 })).toBeNull()
  })
})
