import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { GatheredReads } from './gathered-reads.ts'

function gathered() {
  const clock = new ManualClock()
  const told: string[] = []
  const socket = { pause: () => told.push('pause'), resume: () => told.push('resume') }
  const reads = new GatheredReads(socket as never, clock)
  return { clock, told, reads }
}

/** 2 Mbit/s. */
const SLOW = 250_000

describe('reads that are gathered', () => {
  it('wait after each, from the first pace on, where media may', () => {
    const { clock, told, reads } = gathered()
    reads.taken(false)
    expect(told).toEqual([])
    reads.pace(SLOW, 1000, 500)
    reads.taken(false)
    clock.advance(99)
    expect(told).toEqual(['pause'])
    clock.advance(1)
    expect(told).toEqual(['pause', 'resume'])
    reads.taken(false)
    expect(told).toEqual(['pause', 'resume', 'pause'])
  })

  it.each([
    ['5 Mbit/s', 655_360, 100, 50],
    ['a shorter time that media may wait', SLOW, 60, 60],
  ])('wait shorter for %s', (_what, bytes, mayWait, wait) => {
    const { clock, told, reads } = gathered()
    reads.pace(bytes, 1000, mayWait)
    reads.taken(false)
    clock.advance(wait - 1)
    expect(told).toEqual(['pause'])
    clock.advance(1)
    expect(told).toEqual(['pause', 'resume'])
  })

  it.each([
    ['so much comes that a pause saves nothing', 2_000_000, 100],
    ['media may not wait', SLOW, 0],
  ])('do not wait where %s', (_where, bytes, mayWait) => {
    const { told, reads } = gathered()
    reads.pace(bytes, 1000, mayWait)
    reads.taken(false)
    expect(told).toEqual([])
  })

  it('do not wait until the next pace once more came than a read takes', () => {
    const { told, reads } = gathered()
    reads.pace(SLOW, 1000, 100)
    reads.taken(true)
    reads.taken(false)
    expect(told).toEqual([])
    reads.pace(SLOW, 1000, 100)
    reads.taken(false)
    expect(told).toEqual(['pause'])
  })

  it('are over at the end: nothing resumes a socket that somebody else has', () => {
    const { clock, told, reads } = gathered()
    reads.pace(SLOW, 1000, 100)
    reads.taken(false)
    reads.stop()
    clock.advance(1000)
    reads.taken(false)
    expect(told).toEqual(['pause'])
  })
})
