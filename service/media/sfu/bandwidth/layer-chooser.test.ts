import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../test/support/webrtc/link.ts'
import type { Allocation, LayerWish } from './layer-allocator.ts'
import { LayerChooser } from './layer-chooser.ts'

const RIDS = ['r0', 'r1', 'r2'] as const
const TICK_MS = 100

function camera(more: Partial<LayerWish> = {}, kbps: readonly number[] = [100, 400, 1500]): LayerWish {
  const layers = kbps.map((rate, i) => ({ rid: RIDS[i] ?? 'r2', bitRateBps: rate * 1000, active: rate > 0 }))
  return { id: 'a', layers, wanted: null, current: null, priority: 0, audio: false, ...more }
}

/** Rid at each tick of a camera whose budget is given in kbit/s. */
function choices(
  chooser: LayerChooser,
  fromMs: number,
  untilMs: number,
  kbps: (nowMs: number) => number,
  wish: (nowMs: number) => LayerWish = () => camera(),
): Allocation['rid'][] {
  const rids: Allocation['rid'][] = []
  for (let now = fromMs; now < untilMs; now += TICK_MS) {
    rids.push(chooser.choose(kbps(now) * 1000, [wish(now)], now)[0]?.rid ?? null)
  }
  return rids
}

const switches = (rids: readonly Allocation['rid'][]) =>
  rids.filter((rid, i) => i > 0 && rid !== rids[i - 1]).length

describe('the choice of layers', () => {
  it('begins with what the budget has ample room for', () => {
    expect(choices(new LayerChooser(), 0, 100, () => 2000)).toEqual(['r2'])
    expect(choices(new LayerChooser(), 0, 100, () => 1550)).toEqual(['r1'])
    expect(choices(new LayerChooser(), 0, 100, () => 60)).toEqual(['r0'])
    expect(choices(new LayerChooser(), 0, 100, () => 40)).toEqual(['none'])
  })

  it('begins with what is forwarded already, if that fits', () => {
    const wish = () => camera({ current: 'r2' })
    expect(choices(new LayerChooser(), 0, 100, () => 1550, wish)).toEqual(['r2'])
    expect(choices(new LayerChooser(), 0, 100, () => 1450, wish)).toEqual(['r1'])
  })

  it('goes down at once', () => {
    const chooser = new LayerChooser()
    choices(chooser, 0, 1000, () => 2000)
    expect(choices(chooser, 1000, 1100, () => 1499)).toEqual(['r1'])
  })

  it('goes up when there is room with a margin for some time, and not within it', () => {
    const chooser = new LayerChooser()
    choices(chooser, 0, 1000, () => 500)
    expect(new Set(choices(chooser, 1000, 20_000, () => 1700))).toEqual(new Set(['r1']))
    const rids = choices(chooser, 20_000, 23_000, () => 1730)
    expect(rids.indexOf('r2')).toBe(2000 / TICK_MS)
  })

  it('rests after a downgrade', () => {
    const chooser = new LayerChooser()
    choices(chooser, 0, 1000, () => 2000)
    choices(chooser, 1000, 1100, () => 1000)
    expect(choices(chooser, 1100, 20_000, () => 2000).indexOf('r2')).toBe((11_000 - 1100) / TICK_MS)
  })

  it('rests longer after each upgrade that failed', () => {
    const chooser = new LayerChooser()
    const ups: number[] = []
    let up = false
    // As soon as it is up, the link shows that it can't.
    choices(chooser, 0, 1000, () => 500)
    for (let now = 1000; now < 400_000; now += TICK_MS) {
      const [rid] = choices(chooser, now, now + TICK_MS, () => (up ? 1400 : 2000))
      if (rid === 'r2' && !up) ups.push(now)
      up = rid === 'r2'
    }
    const pauses = ups.slice(1).map((at, i) => at - (ups[i] ?? 0))
    expect(pauses.map((pause) => Math.round(pause / 1000))).toEqual([20, 40, 80, 160])
  })

  it('does what a client asks for without waiting', () => {
    const chooser = new LayerChooser()
    choices(
      chooser,
      0,
      5000,
      () => 5000,
      () => camera({ wanted: 'r0' }),
    )
    const asked = choices(
      chooser,
      5000,
      5100,
      () => 5000,
      () => camera({ wanted: 'r2' }),
    )
    expect(asked).toEqual(['r2'])
    const stopped = choices(
      chooser,
      5100,
      5200,
      () => 5000,
      () => camera({ wanted: 'none' }),
    )
    expect(stopped).toEqual(['none'])
  })

  it('comes back soon to a layer that its sender stopped for a while', () => {
    const chooser = new LayerChooser()
    choices(chooser, 0, 5000, () => 5000)
    const without = choices(
      chooser,
      5000,
      10_000,
      () => 5000,
      () => camera({}, [100, 400, 0]),
    )
    expect(new Set(without)).toEqual(new Set(['r1']))
    expect(choices(chooser, 10_000, 13_000, () => 5000).indexOf('r2')).toBe(2000 / TICK_MS)
  })

  it('stops a video of one layer only far below it, and takes it up when all of it fits', () => {
    const single: LayerWish = { ...camera(), layers: [{ rid: null, bitRateBps: 1_000_000, active: true }] }
    const chooser = new LayerChooser()
    const at = (now: number, kbps: number) => chooser.choose(kbps * 1000, [single], now)[0]?.rid
    expect(at(0, 600)).toBeNull()
    expect(at(1000, 500)).toBeNull()
    expect(at(2000, 490)).toBe('none')
    for (let now = 3000; now < 30_000; now += 100) expect(at(now, 1100)).toBe('none')
    at(30_000, 1200)
    expect(at(32_000, 1200)).toBeNull()
  })

  it('says what the next upgrade needs, unless it rests', () => {
    const chooser = new LayerChooser()
    choices(chooser, 0, 100, () => 500)
    expect(chooser.neededBps).toBeCloseTo(1_500_000 * 1.15)
    choices(chooser, 100, 200, () => 2000)
    choices(chooser, 200, 300, () => 300)
    expect(chooser.neededBps).toBeNull()
    choices(chooser, 300, 20_000, () => 5000)
    expect(chooser.neededBps).toBeNull()
  })

  it.each([0.1, 0.3, 0.6])('does not flap where the budget is at a threshold, noise %d', (noise) => {
    for (const seed of [1, 2, 3]) {
      for (const periodMs of [100, 1000, 5000]) {
        const random = seededRandom(seed)
        let factor = 1
        const rids = choices(new LayerChooser(), 0, 300_000, (now) => {
          if (now % periodMs === 0) factor = 1 + noise * (2 * random() - 1)
          return 1500 * factor
        })
        expect(switches(rids)).toBeLessThanOrEqual(300_000 / 10_000)
      }
    }
  })

  it('never takes more than the budget but for lowest layers, whatever came before', () => {
    const budgets = fc.array(fc.integer({ min: 0, max: 6_000_000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(budgets, (each) => {
        const chooser = new LayerChooser()
        const wishes = ['a', 'b', 'c'].map((id, priority) => camera({ id, priority }))
        each.forEach((budgetBps, i) => {
          const chosen = chooser.choose(budgetBps, wishes, i * 1500)
          const rates = chosen.map(({ rid }) => ({ none: 0, r0: 1e5, r1: 4e5, r2: 15e5 })[rid ?? 'none'])
          const sum = rates.reduce((total, rate) => total + rate, 0)
          expect(sum <= budgetBps || rates.every((rate) => rate <= 1e5)).toBe(true)
        })
      }),
    )
  })
})
