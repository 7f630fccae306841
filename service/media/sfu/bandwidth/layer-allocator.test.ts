import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rid } from '../../../contract/sfu-api.ts'
import { allocateLayers, costOf, usableLayers } from './layer-allocator.ts'
import type { LayerWish } from './layer-allocator.ts'

const RIDS = ['r0', 'r1', 'r2'] as const

function simulcast(id: string, kbps: readonly (number | null)[], more: Partial<LayerWish> = {}): LayerWish {
  const layers = kbps.map((rate, i) => ({
    rid: RIDS[i] ?? 'r2',
    bitRateBps: (rate ?? 0) * 1000,
    active: rate !== null,
  }))
  return { id, layers, wanted: null, current: null, priority: 0, audio: false, ...more }
}

function single(id: string, kbps: number, more: Partial<LayerWish> = {}): LayerWish {
  const layers = [{ rid: null, bitRateBps: kbps * 1000, active: true }]
  return { id, layers, wanted: null, current: null, priority: 0, audio: false, ...more }
}

const rids = (kbps: number, wishes: readonly LayerWish[]) =>
  allocateLayers(kbps * 1000, wishes).map((allocation) => allocation.rid)

describe('layers within a budget', () => {
  const camera = (id: string, more: Partial<LayerWish> = {}) => simulcast(id, [100, 400, 1500], more)

  it.each([
    [49, 'none'],
    [50, 'r0'],
    [399, 'r0'],
    [400, 'r1'],
    [1499, 'r1'],
    [1500, 'r2'],
  ])('%i kbit/s give a camera %s', (kbps, rid) => {
    expect(rids(kbps, [camera('a')])).toEqual([rid])
  })

  it.each([
    [100, ['r0', 'none', 'none']],
    [300, ['r0', 'r0', 'r0']],
    [600, ['r1', 'r0', 'r0']],
    [1200, ['r1', 'r1', 'r1']],
    [2300, ['r2', 'r1', 'r1']],
    [4500, ['r2', 'r2', 'r2']],
  ])('%i kbit/s are shared round by round', (kbps, expected) => {
    expect(rids(kbps, [camera('a'), camera('b'), camera('c')])).toEqual(expected)
  })

  it('goes by priority', () => {
    expect(rids(600, [camera('a'), camera('b', { priority: 2 }), camera('c', { priority: 1 })])).toEqual([
      'r0',
      'r1',
      'r0',
    ])
  })

  it('always gives audio, before all video', () => {
    const audio = single('voice', 40, { audio: true })
    expect(rids(0, [audio, camera('a')])).toEqual([null, 'none'])
    expect(rids(439, [camera('a'), audio])).toEqual(['r0', null])
    expect(rids(440, [camera('a'), audio])).toEqual(['r1', null])
  })

  it.each([
    ['r0', 'r0'],
    ['r1', 'r1'],
    ['r2', 'r2'],
    ['none', 'none'],
    [null, 'r2'],
  ] as const)('gives no more than was asked for: %s', (wanted, rid) => {
    expect(rids(10_000, [camera('a', { wanted })])).toEqual([rid])
  })

  it('leaves what one does not ask for to the others', () => {
    expect(rids(1600, [camera('a', { wanted: 'r0' }), camera('b')])).toEqual(['r0', 'r2'])
  })

  it('gives a smaller one what is too little for a bigger one', () => {
    expect(rids(1100, [simulcast('screen', [100, 3000]), camera('a')])).toEqual(['r0', 'r1'])
  })

  it('passes over layers that do not arrive', () => {
    expect(rids(10_000, [simulcast('a', [100, 400, null])])).toEqual(['r1'])
    expect(rids(10_000, [simulcast('a', [null, 400, 1500], { wanted: 'r0' })])).toEqual(['r1'])
    expect(rids(10_000, [simulcast('a', [null, null, null])])).toEqual(['r0'])
  })

  it('stops a video of one layer only when less than half of it fits', () => {
    expect(rids(500, [single('a', 1000)])).toEqual([null])
    expect(rids(499, [single('a', 1000)])).toEqual(['none'])
  })

  describe('of any wishes', () => {
    const wish = fc
      .record({
        kbps: fc.array(fc.option(fc.integer({ min: 20, max: 3000 }), { freq: 5 }), {
          minLength: 1,
          maxLength: 3,
        }),
        wanted: fc.constantFrom<Rid | 'none' | null>(null, null, 'r0', 'r1', 'r2', 'none'),
        priority: fc.nat(3),
        kind: fc.constantFrom('simulcast', 'simulcast', 'single', 'audio'),
      })
      .map(({ kbps, wanted, priority, kind }) => (id: string) => {
        const sorted = kbps.toSorted((a, b) => (a ?? 0) - (b ?? 0))
        if (kind === 'simulcast') return simulcast(id, sorted, { wanted, priority })
        return single(id, sorted[0] ?? 30, { priority, audio: kind === 'audio' })
      })
    const wishes = fc.array(wish, { maxLength: 10 }).map((makes) => makes.map((make, i) => make(`w${i}`)))
    const budget = fc.integer({ min: 0, max: 20_000_000 })
    // Of the layers that may be given: one that does not arrive is no step.
    const heights = (of: readonly LayerWish[], budgetBps: number) =>
      allocateLayers(budgetBps, of).map(({ rid }, i) => {
        const wish = of[i]
        return wish ? usableLayers(wish).findIndex((layer) => layer.rid === rid) + 1 : 0
      })

    it('never takes more than the budget but for lowest layers', () => {
      fc.assert(
        fc.property(wishes, budget, (of, budgetBps) => {
          const given = allocateLayers(budgetBps, of)
          const sum = of.reduce((total, each, i) => total + costOf(each, given[i]?.rid ?? null), 0)
          const lowest = of.every((each, i) => {
            const first = each.layers.find((layer) => layer.active)
            return each.audio || given[i]?.rid === 'none' || !first || given[i]?.rid === first.rid
          })
          expect(sum <= budgetBps || lowest).toBe(true)
        }),
      )
    })

    it('never takes from one of higher priority, and never gives a lone one less, with more budget', () => {
      fc.assert(
        fc.property(wishes, budget, budget, (of, a, b) => {
          const less = heights(of, Math.min(a, b))
          const more = heights(of, Math.max(a, b))
          // Round by round, in the order of priority, the first difference is a gain.
          const order = of.map((_, i) => i).sort((x, y) => (of[y]?.priority ?? 0) - (of[x]?.priority ?? 0))
          const steps = [1, 2, 3].flatMap((height) => order.map((i) => [i, height] as const))
          const first = steps.find(([i, height]) => less[i]! >= height !== more[i]! >= height)
          if (first) expect(more[first[0]]).toBeGreaterThanOrEqual(first[1])
        }),
      )
    })

    it('gives everyone what it asks for where the budget is large', () => {
      fc.assert(
        fc.property(wishes, (of) => {
          allocateLayers(1e9, of).forEach(({ rid }, i) => {
            const each = of[i]
            if (each?.audio !== false || each.wanted === 'none') return
            const active = each.layers.filter((layer) => layer.active)
            const allowed = active.filter((layer) => !layer.rid || layer.rid <= (each.wanted ?? 'r2'))
            const best = allowed.at(-1) ?? active[0] ?? each.layers[0]
            expect(rid).toBe(best?.rid)
          })
        }),
      )
    })
  })
})
