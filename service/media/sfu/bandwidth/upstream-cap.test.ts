import { describe, expect, it } from 'vitest'
import { upstreamCapBps } from './upstream-cap.ts'

describe('the limit told to a sender', () => {
  it('is none where nothing limits its video', () => {
    expect(upstreamCapBps({ configuredBps: null, changedBps: null, audioBps: 32_000 })).toBeNull()
  })

  it('leaves room for audio and headers beside the video', () => {
    const cap = upstreamCapBps({ configuredBps: 1_000_000, changedBps: null, audioBps: 32_000 })
    expect(cap).toBeGreaterThan(1_032_000)
    expect(cap).toBeLessThan(1_150_000)
  })

  it('follows a change up and down', () => {
    const of = (changedBps: number | null) =>
      upstreamCapBps({ configuredBps: 1_000_000, changedBps, audioBps: null }) ?? 0
    expect(of(300_000)).toBeLessThan(500_000)
    expect(of(3_000_000)).toBeGreaterThan(3_000_000)
  })
})
