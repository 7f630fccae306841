import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from './clock.ts'

const DAY_MS = 86_400_000

describe('systemClock', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('waits longer than a timer of Node can', () => {
    const run = vi.fn()
    systemClock.after(100 * DAY_MS, run)
    vi.advanceTimersByTime(100 * DAY_MS - 1)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(run).toHaveBeenCalledOnce()
  })

  it('cancels such a wait at any time', () => {
    const run = vi.fn()
    const timer = systemClock.after(100 * DAY_MS, run)
    vi.advanceTimersByTime(60 * DAY_MS)
    timer.cancel()
    vi.advanceTimersByTime(60 * DAY_MS)
    expect(run).not.toHaveBeenCalled()
  })
})
