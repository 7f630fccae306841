import { describe, expect, it } from 'vitest'
import { channelView, engineView } from '../../../test/support/console-views.ts'
import { applyMessage, type LiveState, type NumberedMessage } from './reducer.ts'

const engine = engineView({ now: 5000 })
const snapshot: NumberedMessage = {
  type: 'snapshot',
  seq: 7,
  state: { engine, channels: [channelView({ channelId: 'A' }), channelView({ channelId: 'B' })] },
}

function take(state: LiveState | null, message: NumberedMessage): LiveState {
  const outcome = applyMessage(state, message, 4000)
  if (outcome.kind !== 'state') throw new Error(outcome.kind)
  return outcome.state
}

describe('applyMessage', () => {
  it('takes a snapshot whole, at any time', () => {
    const state = take(null, snapshot)
    expect([...state.channels.keys()]).toEqual(['A', 'B'])
    expect(state.clock).toEqual({ engineAt: 5000, hereAt: 4000, rate: 1 })
    expect(take(state, { ...snapshot, seq: 1, state: { engine, channels: [] } }).channels.size).toBe(0)
  })

  it('takes deltas in order and leaves what did not change as it is', () => {
    const before = take(null, snapshot)
    const after = take(before, {
      type: 'delta',
      seq: 8,
      channels: [channelView({ channelId: 'B', viewers: 3 }), channelView({ channelId: 'C' })],
      removed: ['A'],
    })
    expect([...after.channels.keys()]).toEqual(['B', 'C'])
    expect(after.channels.get('B')?.viewers).toBe(3)
    expect(before.channels.get('B')?.viewers).toBe(0)
    const idle = take(after, { type: 'delta', seq: 9, engine: engineView({ now: 9000 }) })
    expect(idle.channels).toBe(after.channels)
    expect(idle.clock.engineAt).toBe(9000)
  })

  it.each([7, 9, 3])('asks for a new snapshot when delta %i follows 7', (seq) => {
    expect(applyMessage(take(null, snapshot), { type: 'delta', seq }, 0).kind).toBe(
      seq === 8 ? 'state' : 'gap',
    )
  })

  it('asks for a snapshot when a delta comes first', () => {
    expect(applyMessage(null, { type: 'delta', seq: 1 }, 0).kind).toBe('gap')
  })

  it('says when the session ended', () => {
    expect(applyMessage(null, { type: 'signed-out' }, 0).kind).toBe('signed-out')
  })
})
