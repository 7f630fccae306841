import { describe, expect, it } from 'vitest'
import { ResendGuard } from './resend-guard.ts'

const PACKET = 1200

describe('ResendGuard', () => {
  it('sends a packet again when it may have been lost again', () => {
    const guard = new ResendGuard()
    guard.sent(10 * PACKET)
    expect(guard.allows(1, PACKET, 1000)).toBe(true)
    expect(guard.allows(1, PACKET, 1019)).toBe(false)
    expect(guard.allows(1, PACKET, 1020)).toBe(true)
    guard.roundTripMs = 90
    expect(guard.allows(1, PACKET, 1100)).toBe(false)
    expect(guard.allows(1, PACKET, 1110)).toBe(true)
  })

  it('sends no more than twice the media again, whatever is asked for', () => {
    const guard = new ResendGuard()
    let resent = 0
    for (let second = 0; second < 10; second++) {
      for (let packet = 0; packet < 100; packet++) guard.sent(PACKET)
      for (let asked = 0; asked < 5000; asked++) {
        if (guard.allows(asked % 1000, PACKET, second * 1000 + asked / 5)) resent += 1
      }
    }
    expect(resent).toBe(2 * 1000)
  })

  it('saves up a few seconds of it at most', () => {
    const guard = new ResendGuard()
    for (let packet = 0; packet < 100_000; packet++) guard.sent(PACKET)
    let resent = 0
    for (let number = 0; number < 100_000; number++) if (guard.allows(number, PACKET, 0)) resent += 1
    expect(resent * PACKET).toBeLessThan(5_000_000)
  })
})
