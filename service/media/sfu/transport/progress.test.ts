import { beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../../../test/support/manual-clock.ts'
import { Progress } from './progress.ts'

let clock: ManualClock
let told: string[]
let progress: Progress

beforeEach(() => {
  clock = new ManualClock()
  told = []
  progress = new Progress(clock, {
    opened: (took) => told.push(`opened after ${took}`),
    slow: () => told.push('slow'),
    ended: (cause) => told.push(cause),
  })
})

function open(): void {
  progress.iceState('connected')
  progress.open()
  told.length = 0
}

describe('a transport that is to open', () => {
  it('opens once and tells how long it took', () => {
    clock.advance(40)
    progress.iceState('connected')
    progress.open()
    progress.open()
    expect(told).toEqual(['opened after 40'])
    expect(progress.isOpen).toBe(true)
  })

  it('is slow after 1.5 s and may still open', () => {
    clock.advance(1_500)
    progress.open()
    clock.advance(60_000)
    expect(told).toEqual(['slow', 'opened after 1500'])
  })

  it('ends after 5 s without ICE', () => {
    progress.iceState('checking')
    clock.advance(4_999)
    expect(told).toEqual(['slow'])
    clock.advance(1)
    expect(told).toEqual(['slow', 'ice-timeout'])
  })

  it('ends after 5 s for want of DTLS where ICE was connected', () => {
    progress.iceState('connected')
    clock.advance(5_000)
    expect(told).toEqual(['slow', 'dtls-failed'])
  })

  it.each([
    ['ice-failed', 'checking'],
    ['dtls-failed', 'connected'],
  ])('fails by %s where ICE was %s', (cause, state) => {
    progress.iceState(state)
    progress.state('failed')
    progress.state('closed')
    clock.advance(60_000)
    expect(told).toEqual([cause])
  })
})

describe('a transport that is open', () => {
  it('ends when the client closes it', () => {
    open()
    progress.state('disconnected')
    progress.state('closed')
    expect(told).toEqual(['closed-by-peer'])
    expect(progress.isOpen).toBe(false)
  })

  it('is disconnected when the client consents no more', () => {
    open()
    progress.iceState('failed')
    progress.state('failed')
    progress.state('closed')
    expect(told).toEqual(['disconnected'])
  })
})

describe('a transport that was stopped', () => {
  it('tells nothing any more', () => {
    progress.iceState('disconnected')
    progress.stop()
    progress.open()
    progress.iceState('disconnected')
    progress.state('failed')
    clock.advance(60_000)
    expect(told).toEqual([])
    expect(progress.isOpen).toBe(false)
  })
})
