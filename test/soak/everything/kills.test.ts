import { afterEach, expect, test, vi } from 'vitest'
import { Kills } from './kills.ts'

afterEach(() => void vi.restoreAllMocks())

/** Milliseconds; a part of it has one kill, at its beginning. */
const DURATION = 100
const COUNT = 10
const PART = (DURATION * 0.95) / COUNT

test('kills that the computer fell behind with are left out', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const service = {
    processes: [{ pid: 0, kind: 'service' }],
    // The first start takes until the last kill but one.
    kill: () => Promise.resolve(void clock.mockReturnValue(8.5 * PART)),
  }
  const chance = {
    uint32: () => 0,
    pick: <T>(of: readonly T[]) => of[0] as T,
    once: () => false,
    below: () => 0,
  }
  const kills = new Kills(service, chance, COUNT, DURATION)
  await kills.run(() => false)
  expect([kills.done.length, kills.late]).toEqual([3, 7])
})
