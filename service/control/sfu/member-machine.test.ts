import { describe, expect, it } from 'vitest'
import { MEMBER_EVENTS, MEMBER_STATES, step } from './member-machine.ts'
import type { MemberState } from './member-machine.ts'

describe('the life of a WebRTC connection', () => {
  it('goes from its offer to its media', () => {
    let state: MemberState = 'opening'
    for (const event of ['offer-sent', 'answer-came', 'media-up', 'ended'] as const) {
      const next = step(state, event)
      if (next === 'ignored' || next === 'illegal') throw new Error(`${event} in ${state}: ${next}`)
      state = next
    }
    expect(state).toBe('over')
  })

  it.each(MEMBER_STATES.filter((state) => state !== 'over'))('can end while it is %s', (state) => {
    expect(step(state, 'ended')).toBe('over')
  })

  it('is over for good', () => {
    expect(MEMBER_EVENTS.map((event) => step('over', event))).toEqual(MEMBER_EVENTS.map(() => 'ignored'))
  })

  it('never goes back', () => {
    for (const [i, state] of MEMBER_STATES.entries()) {
      for (const event of MEMBER_EVENTS) {
        const next = step(state, event)
        if (next !== 'ignored' && next !== 'illegal') expect(MEMBER_STATES.indexOf(next)).toBeGreaterThan(i)
      }
    }
  })
})
