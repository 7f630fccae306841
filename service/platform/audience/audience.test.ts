import { expect, it, vi } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { ChannelId } from '../../contract/ids.ts'
import { newId } from '../ids.ts'
import { Audience } from './audience.ts'
import { ViewerCount } from './viewer-count.ts'

const channelId = newId<ChannelId>()
const other = newId<ChannelId>()

it('a bounded number of viewers is held per channel', () => {
  const clock = new ManualClock()
  const viewers = new ViewerCount(() => clock.now())
  for (let i = 0; i < 20_100; i++) viewers.saw(channelId, `192.0.2.${i}`)
  expect(viewers.count(channelId)).toBe(20_000)
  clock.advance(10_001)
  viewers.saw(channelId, '192.0.2.1')
  expect(viewers.count(channelId)).toBe(1)
})

it('a viewer that two processes served counts once, in the channel and by its address', () => {
  const clock = new ManualClock()
  const audience = new Audience(() => clock.now())
  const turnedAway = {
    channelId,
    subject: 'press',
    why: 'address-ended',
    remoteAddress: '192.0.2.1',
    player: 'x',
  } as const
  const seen = { channelId, subject: null, viewers: ['a', 'b'] }
  audience.add({ seen: [seen, { channelId, subject: 'press', viewers: ['c'] }], turnedAway: [turnedAway] })
  audience.add({
    seen: [
      { channelId, subject: 'press', viewers: ['a', 'c'] },
      { channelId: other, subject: null, viewers: ['a'] },
    ],
    turnedAway: [turnedAway],
  })
  expect(audience.take()).toEqual({
    viewers: [
      { channelId, count: 3 },
      { channelId: other, count: 1 },
    ],
    bySubject: [{ channelId, subject: 'press', count: 2 }],
    turnedAway: [turnedAway],
  })
  clock.advance(9_000)
  audience.add({ seen: [seen], turnedAway: [] })
  clock.advance(1_001)
  expect(audience.take()).toEqual({ viewers: [{ channelId, count: 2 }], bySubject: [], turnedAway: [] })
  clock.advance(10_001)
  expect(audience.take().viewers).toEqual([])
})

it('who has left is not counted for longer where the clock of the computer is set back', () => {
  const audience = new Audience()
  audience.add({ seen: [{ channelId, subject: null, viewers: ['a'] }], turnedAway: [] })
  const passed = performance.now() + 10_001
  const set = [vi.spyOn(Date, 'now').mockReturnValue(0), vi.spyOn(performance, 'now').mockReturnValue(passed)]
  expect(audience.take().viewers).toEqual([])
  for (const spy of set) spy.mockRestore()
})
