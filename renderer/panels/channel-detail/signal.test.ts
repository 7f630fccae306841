import { describe, expect, it } from 'vitest'
import { channelView } from '../../../test/support/console-views.ts'
import { en } from '../../i18n/en.ts'
import { arrival, hadSignal, STEPS } from './signal.ts'

const close = (reason: 'denied' | 'client-closed') => ({
  reason,
  said: null,
  failure: null,
  unsupported: null,
  at: 1,
})

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

describe('what has come of an encoder', () => {
  const lastClose = close('denied')
  it.each([
    ['a new channel', channelView(), 'nothing'],
    ['one that is asked about', channelView({ state: 'authorising' }), 'knocking'],
    ['one that is refused', channelView({ state: 'denied', lastClose }), 'refused'],
    ['one that was refused a while ago', channelView({ state: 'idle', lastClose }), 'refused'],
    ['one that tries again', channelView({ state: 'authorising', lastClose }), 'knocking'],
    ['the first packaging', channelView({ state: 'packaging', lastClose }), 'sending'],
  ] as const)('%s', (_name, channel, expected) => expect(arrival(channel)).toBe(expected))

  it('is said to be nothing where nothing came, and nowhere else', () => {
    const { lead, help } = en.waiting
    for (const came of Object.keys(STEPS) as (keyof typeof STEPS)[]) {
      const nothing = /nothing has/i.test(`${lead[came]} ${help[came]}`)
      expect(nothing, came).toBe(came === 'nothing')
    }
  })

  it('is how far the steps are', () => {
    const states = Object.values(STEPS).map((step) => Object.values(step))
    expect(states).toEqual([
      ['now', 'later', 'later'],
      ['now', 'later', 'later'],
      ['done', 'now', 'later'],
      ['done', 'done', 'now'],
    ])
  })
})
