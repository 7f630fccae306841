import { describe, expect, it } from 'vitest'
import { SoundLag, TranscodingLag } from './lag.ts'

const START = 1_700_000_000_000

describe('sound', () => {
  /** Pictures in time, and sound whose timestamps are `behind` those of the pictures that come with it. */
  function seconds(lag: SoundLag, from: number, to: number, behind: (ms: number) => number): void {
    for (let ms = from * 1000; ms < to * 1000; ms += 40) {
      lag.add('video', ms, START + ms)
      lag.add('audio', ms - behind(ms), START + ms)
    }
  }

  it('in step is not behind, and is known after 5 s', () => {
    const lag = new SoundLag()
    seconds(lag, 0, 5, () => 0)
    expect(lag.behindMs(START + 4999)).toBeNull()
    expect(lag.behindMs(START + 5000)).toBe(0)
  })

  it('that falls behind is, by the least of the last 5 s; a hitch is none', () => {
    const lag = new SoundLag()
    seconds(lag, 0, 20, (ms) => (ms > 8000 && ms < 10_000 ? 900 : 60))
    expect(lag.behindMs(START + 20_000)).toBe(60)
    seconds(lag, 20, 30, () => 700)
    expect(lag.behindMs(START + 30_000)).toBe(700)
  })

  it('that comes before its picture is not behind', () => {
    const lag = new SoundLag()
    seconds(lag, 0, 10, () => -400)
    expect(lag.behindMs(START + 10_000)).toBe(0)
  })

  it('that does not come any more, or after a jump, is not known', () => {
    const lag = new SoundLag()
    seconds(lag, 0, 10, () => 300)
    expect(lag.behindMs(START + 12_000)).toBe(300)
    expect(lag.behindMs(START + 16_000)).toBeNull()
    seconds(lag, 16, 22, () => 300)
    lag.jumped()
    expect(lag.behindMs(START + 22_000)).toBeNull()
  })
})

describe('transcoding', () => {
  /** Pictures come in time; what is made of them is `behind`. */
  function seconds(lag: TranscodingLag, from: number, to: number, behind: (ms: number) => number): void {
    for (let ms = from * 1000; ms < to * 1000; ms += 40) {
      lag.came(ms, START + ms)
      lag.made(0, ms - 200, START + ms)
      lag.made(1, ms - behind(ms), START + ms)
    }
  }

  it('is as late as the latest of what it makes', () => {
    const lag = new TranscodingLag()
    seconds(lag, 0, 20, () => 700)
    expect(lag.behindMs(START + 20_000)).toBe(700)
  })

  it('slower than it comes falls ever further behind', () => {
    const lag = new TranscodingLag()
    seconds(lag, 0, 30, (ms) => 200 + ms * 0.2)
    const behind = lag.behindMs(START + 30_000) ?? 0
    expect(behind).toBeGreaterThan(5000)
    expect(behind).toBeLessThan(6200)
  })

  it('that stands still is behind by all that came since', () => {
    const lag = new TranscodingLag()
    seconds(lag, 0, 10, () => 200)
    for (let ms = 10_000; ms < 20_000; ms += 40) lag.came(ms, START + ms)
    expect(lag.behindMs(START + 20_000)).toBeGreaterThan(5000)
  })

  it('is not known before it has made something, nor of one that has just begun', () => {
    const lag = new TranscodingLag()
    for (let ms = 0; ms < 10_000; ms += 40) lag.came(ms, START + ms)
    expect(lag.behindMs(START + 10_000)).toBeNull()
    seconds(lag, 10, 20, () => 4000)
    lag.restarted()
    expect(lag.behindMs(START + 20_000)).toBeNull()
  })
})
