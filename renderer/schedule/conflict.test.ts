import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAtNext, nextFree, overlaps, type Period } from './conflict.ts'

const HOUR = 3_600_000
const at = (from: number, to: number): Period => ({ startsAt: from * HOUR, endsAt: to * HOUR })

const wanted = fc
  .record({ from: fc.integer({ min: 0, max: 40 }), hours: fc.integer({ min: 1, max: 9 }) })
  .map(({ from, hours }) => at(from, from + hours))
/** Any that share no time, as the service keeps them; in no order. */
const kept = fc
  .array(wanted, { maxLength: 12 })
  .map((all) =>
    all.reduce<Period[]>((free, one) => (overlaps(one, free).length === 0 ? [one, ...free] : free), []),
  )

describe('overlaps', () => {
  it('says what is shared', () => {
    const match = at(13, 15.5)
    const shared = { startsAt: 13 * HOUR, endsAt: 13 * HOUR + 20 * 60_000 }
    expect(overlaps({ startsAt: 12 * HOUR, endsAt: shared.endsAt }, [match])).toEqual([
      { other: match, shared },
    ])
  })

  it('allows edges that touch', () => {
    expect(overlaps(at(2, 3), [at(1, 2), at(3, 4)])).toEqual([])
  })
})

describe('what is offered', () => {
  it('never overlaps, is no earlier and as long; nothing before it was free', () => {
    fc.assert(
      fc.property(wanted, kept, (period, others) => {
        const moved = nextFree(period, others)
        expect(overlaps(moved, others)).toEqual([])
        expect(moved.endsAt - moved.startsAt).toBe(period.endsAt - period.startsAt)
        for (let start = period.startsAt; start < moved.startsAt; start += HOUR) {
          const earlier = { startsAt: start, endsAt: start + (period.endsAt - period.startsAt) }
          expect(overlaps(earlier, others)).not.toEqual([])
        }
      }),
    )
  })

  it('ends at the next one where there is time before it', () => {
    fc.assert(
      fc.property(wanted, kept, (period, others) => {
        const cut = cutAtNext(period, others)
        const begun = others.some((o) => o.startsAt <= period.startsAt && period.startsAt < o.endsAt)
        expect(cut === null).toBe(begun)
        if (cut) expect(overlaps(cut, others)).toEqual([])
      }),
    )
  })
})
