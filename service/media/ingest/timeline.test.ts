import { describe, expect, it } from 'vitest'
import type { Kind } from './source.ts'
import { Timeline } from './timeline.ts'

const run = (timestamps: number[]) => {
  const timeline = new Timeline()
  return timestamps.map((t) => timeline.at('video', t))
}

describe('Timeline', () => {
  it('starts at 0 whatever the encoder starts at', () => {
    expect(run([5000, 5033, 5067])).toEqual([0, 33, 67])
  })

  it('keeps what is out of order by a little', () => {
    expect(run([1000, 1040, 1020, 1060])).toEqual([0, 40, 20, 60])
  })

  it('goes on over the 32-bit wrap, stragglers included', () => {
    expect(run([2 ** 32 - 20, 2 ** 32 - 10, 5, 2 ** 32 - 1, 15])).toEqual([0, 10, 25, 19, 35])
  })

  it('closes a jump forward', () => {
    let jumps = 0
    const timeline = new Timeline(() => (jumps += 1))
    timeline.at('video', 0)
    timeline.at('video', 100)
    expect(timeline.at('video', 100_100)).toBe(120)
    expect(timeline.at('video', 100_133)).toBe(153)
    expect(jumps).toBe(1)
  })

  it('closes a jump back', () => {
    expect(run([10_000, 12_000, 8_000, 8_040])).toEqual([0, 2000, 2020, 2060])
  })

  it('never gives a negative time', () => {
    expect(run([1000, 900])).toEqual([0, 0])
  })
})

/** Frames of both kinds, each 20 ms long. */
const FRAME = 20

/** A publisher: what comes of a kind, `late` behind the other, as its clock shows it. */
class Publisher {
  readonly times: Record<Kind, number[]> = { video: [], audio: [] }
  jumps = 0
  readonly #timeline = new Timeline(() => (this.jumps += 1))
  #now = 0

  /** @param shown what the clock shows at a time of capture, ms */
  send(seconds: number, late: Partial<Record<Kind, number>>, shown: (captured: number) => number): void {
    const end = this.#now + seconds * 1000
    for (; this.#now < end; this.#now += FRAME) {
      for (const kind of ['audio', 'video'] as const) {
        const captured = this.#now - (late[kind] ?? Infinity)
        if (captured >= 0) this.times[kind].push(this.#timeline.at(kind, shown(captured)))
      }
    }
  }

  last(kind: Kind): number {
    return this.times[kind].at(-1) ?? Number.NaN
  }

  /** Steps of both kinds that are no frame's. */
  get otherSteps(): number[] {
    const steps = (times: number[]) => times.slice(1).map((time, i) => time - (times[i] ?? 0))
    return [...steps(this.times.video), ...steps(this.times.audio)].filter((step) => step !== FRAME)
  }
}

describe('both kinds on one timeline', () => {
  it.each<[string, Record<Kind, number>]>([
    ['pictures 1.8 s', { audio: 0, video: 1800 }],
    ['pictures 4 s', { audio: 0, video: 4000 }],
    ['sound 2.5 s', { audio: 2500, video: 0 }],
  ])('go on as they were captured where %s behind', (_what, late) => {
    const publisher = new Publisher()
    publisher.send(30, late, (captured) => 7000 + captured)
    expect(publisher.jumps).toBe(0)
    expect(publisher.otherSteps).toEqual([])
    expect(publisher.last('audio')).toBe(30_000 - FRAME - late.audio)
    expect(publisher.last('video')).toBe(30_000 - FRAME - late.video)
  })

  it.each<[string, number]>([
    ['forward', 3_600_000],
    ['forward by little more than a jump is', 3100],
    ['back to 0', -30_000],
    ['back by little more than a jump is', -1600],
  ])('stay in step where the clock is set %s, though pictures are 1.8 s behind', (_what, by) => {
    const publisher = new Publisher()
    const shown = (captured: number) => (captured < 30_000 ? captured : captured + by)
    publisher.send(60, { audio: 0, video: 1800 }, shown)
    expect(publisher.jumps).toBe(1)
    expect(publisher.otherSteps).toEqual([])
    expect(publisher.last('audio') - publisher.last('video')).toBe(1800)
    expect(publisher.last('audio')).toBe(60_000 - FRAME)
  })

  it('go on over the wrap of 32 bits, each at its own time', () => {
    const publisher = new Publisher()
    publisher.send(60, { audio: 0, video: 1800 }, (captured) => (2 ** 32 - 30_000 + captured) % 2 ** 32)
    expect(publisher.jumps).toBe(0)
    expect(publisher.otherSteps).toEqual([])
    expect(publisher.last('video')).toBe(60_000 - FRAME - 1800)
  })

  it('are in step where one begins late, or was silent for long', () => {
    const publisher = new Publisher()
    const shown = (captured: number) => 500 + captured
    publisher.send(60, { audio: 0 }, shown)
    publisher.send(1, { audio: 0, video: 1800 }, shown)
    publisher.send(60, { audio: 0 }, shown)
    publisher.send(1, { audio: 0, video: 1800 }, shown)
    expect(publisher.jumps).toBe(0)
    expect(publisher.times.video[0]).toBe(60_000 - 1800)
    expect(publisher.last('video')).toBe(122_000 - FRAME - 1800)
  })

  it.each([-3_600_000, -20_000, 20_000])(
    'are in step where the clock was set by %d ms while one was silent',
    (by) => {
      const publisher = new Publisher()
      const base = 4_000_000
      publisher.send(10, { audio: 0, video: 0 }, (captured) => base + captured)
      publisher.send(10, { audio: 0 }, (captured) => base + captured)
      publisher.send(40, { audio: 0 }, (captured) => base + captured + by)
      publisher.send(10, { audio: 0, video: 0 }, (captured) => base + captured + by)
      expect(publisher.jumps).toBe(1)
      expect(publisher.last('audio')).toBe(70_000 - FRAME)
      expect(publisher.last('video')).toBe(70_000 - FRAME)
    },
  )

  it('go on side by side where their clocks have nothing in common', () => {
    const timeline = new Timeline()
    const times = Array.from({ length: 500 }, (_, i) => [
      timeline.at('audio', i * FRAME),
      timeline.at('video', 1e6 + i * FRAME),
    ])
    expect(times.at(-1)).toEqual([499 * FRAME, 499 * FRAME])
  })

  it('come together again where the clock of one was hours off and is set right', () => {
    let jumps = 0
    const timeline = new Timeline(() => (jumps += 1))
    const last = { audio: 0, video: 0 }
    for (let now = 0; now < 30_000; now += FRAME) {
      const isOff = now >= 10_000 && now < 20_000
      last.audio = timeline.at('audio', isOff ? now + 3_600_000 : now)
      last.video = timeline.at('video', now)
    }
    expect(last).toEqual({ audio: 30_000 - FRAME, video: 30_000 - FRAME })
    expect(jumps).toBe(1)
  })
})
