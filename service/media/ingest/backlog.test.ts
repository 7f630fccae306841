import { describe, expect, it } from 'vitest'
import { Backlog } from './backlog.ts'
import type { SourceUnit } from './source.ts'

const unit = (kind: 'video' | 'audio', dts: number, key = kind === 'audio', size = 10): SourceUnit => ({
  kind,
  dts,
  pts: dts,
  key,
  data: new Uint8Array(size),
  decoderConfig: new Uint8Array(),
})
/** Rises a little with each call. */
function rising(from: number): () => number {
  let value = from
  return () => (value += 0.01)
}
const times = (backlog: Backlog) => backlog.units.map((u) => u.dts)

describe('Backlog', () => {
  it('keeps everything until somebody consumes it', () => {
    const backlog = new Backlog(30_000, () => Infinity)
    for (const dts of [0, 2000, 4000]) backlog.add(unit('video', dts, true))
    expect(times(backlog)).toEqual([0, 2000, 4000])
  })

  it('then keeps what came since the last key frame, audio included', () => {
    const backlog = new Backlog(30_000, () => Infinity)
    backlog.consumed = true
    backlog.add(unit('video', 0, true))
    backlog.add(unit('audio', 10))
    backlog.add(unit('video', 40))
    backlog.add(unit('video', 2000, true))
    backlog.add(unit('audio', 2010))
    expect(times(backlog)).toEqual([2000, 2010])
  })

  it('goes back to the key frame before what is not packaged yet', () => {
    let packagedUntil = -Infinity
    const backlog = new Backlog(30_000, () => packagedUntil)
    backlog.consumed = true
    for (const dts of [0, 1000, 2000]) backlog.add(unit('video', dts, true))
    expect(times(backlog)).toEqual([0, 1000, 2000])
    packagedUntil = 1500
    backlog.add(unit('audio', 2010))
    backlog.add(unit('video', 3000, true))
    expect(times(backlog)).toEqual([1000, 2000, 2010, 3000])
  })

  it('of what nobody packages keeps the newest groups of pictures', () => {
    const backlog = new Backlog(5_000, () => -Infinity)
    backlog.consumed = true
    for (let dts = 0; dts <= 20_000; dts += 500) backlog.add(unit('video', dts, dts % 2000 === 0))
    expect(times(backlog)).toEqual([16_000, 16_500, 17_000, 17_500, 18_000, 18_500, 19_000, 19_500, 20_000])
  })

  it('keeps one block of a publisher that sends audio only', () => {
    const backlog = new Backlog(30_000, () => Infinity)
    backlog.consumed = true
    for (const dts of [0, 21, 43]) backlog.add(unit('audio', dts))
    expect(times(backlog)).toEqual([43])
  })

  it('is bounded in time where nobody consumes it', () => {
    const backlog = new Backlog(30_000, () => Infinity)
    for (let dts = 0; dts <= 60_000; dts += 2000) backlog.add(unit('video', dts, true))
    const first = backlog.units[0]?.dts ?? 0
    expect(60_000 - first).toBeLessThanOrEqual(20_000)
  })

  it('is bounded in bytes where no key frame comes', () => {
    const backlog = new Backlog(30_000, () => Infinity)
    backlog.add(unit('video', 0, true))
    for (let dts = 40; dts < 10_000; dts += 40) backlog.add(unit('video', dts, false, 1024 * 1024))
    const bytes = backlog.units.reduce((sum, u) => sum + u.data.length, 0)
    expect(bytes).toBeLessThanOrEqual(64 * 1024 * 1024)
  })

  it('is bounded in units too, where they have next to no bytes and their time stands still', () => {
    const backlog = new Backlog(30_000, () => -Infinity)
    backlog.consumed = true
    backlog.add(unit('video', 0, true, 1))
    for (let i = 0; i < 270_000; i++) backlog.add(unit('audio', 0, true, 1))
    expect(backlog.units.length).toBeLessThan(20_000)
  })

  it.each<[string, (n: number) => boolean, () => () => number]>([
    ['that are all key frames', () => true, () => () => -Infinity],
    ['that are all key frames while packaging goes on', () => true, () => rising(-1e6)],
    ['of which the first half has no key frame', (n) => n === 0 || n > 15_000, () => () => -Infinity],
  ])('looks at few units for each that comes, also of many at one time %s', (_name, isKey, packaged) => {
    const backlog = new Backlog(30_000, packaged())
    backlog.consumed = true
    let looks = 0
    const counted = (n: number): SourceUnit => ({
      ...unit('video', 0, isKey(n), 4_096),
      get kind() {
        looks += 1
        return 'video' as const
      },
    })
    // So many that it forgets in front too.
    for (let n = 0; n < 30_000; n++) backlog.add(counted(n))
    expect(backlog.units.length).toBeLessThan(16_000)
    expect(looks / 30_000).toBeLessThan(10)
  })

  it('forgets pictures whose key frame is too far back, and waits for the next one', () => {
    const backlog = new Backlog(5_000, () => Infinity)
    backlog.consumed = true
    backlog.add(unit('video', 0, true))
    for (let dts = 40; dts <= 6_000; dts += 40) {
      backlog.add(unit('video', dts))
      backlog.add(unit('audio', dts))
    }
    expect(backlog.units.map(({ kind, dts }) => [kind, dts])).toEqual([['audio', 6_000]])
    backlog.add(unit('video', 6_040, true))
    backlog.add(unit('video', 6_080))
    expect(times(backlog)).toEqual([6_040, 6_080])
  })
})
