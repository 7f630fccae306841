import { describe, expect, it } from 'vitest'
import { channelView } from '../../../test/support/console-views.ts'
import { hadSignal, steps } from './signal.ts'

const close = (reason: 'denied' | 'client-closed') => ({ reason, said: null, failure: null, at: 1 })

describe('hadSignal', () => {
  it.each([
    ['a new channel', channelView(), false],
    ['the first packaging', channelView({ state: 'packaging' }), false],
    ['a refused encoder', channelView({ state: 'denied', lastClose: close('denied') }), false],
    ['on air', channelView({ state: 'playable', onAirSince: 5 }), true],
    ['an earlier broadcast', channelView({ lastClose: close('client-closed') }), true],
    ['packaging again', channelView({ state: 'packaging', lastClose: close('client-closed') }), true],
  ])('%s', (_name, channel, expected) => expect(hadSignal(channel)).toBe(expected))
})

describe('steps', () => {
  it('goes on with what the encoder does', () => {
    expect(Object.values(steps(channelView()))).toEqual(['now', 'later', 'later'])
    expect(Object.values(steps(channelView({ state: 'authorising' })))).toEqual(['done', 'now', 'later'])
    expect(Object.values(steps(channelView({ state: 'packaging' })))).toEqual(['done', 'done', 'now'])
  })
})
