import { describe, expect, test } from 'vitest'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { channelView, webrtcChannelView } from '../../../test/support/console-views.ts'
import { dueElsewhere, pick, targets } from './pick.ts'

const webrtc = (channelId: string, createdAt = 1) => webrtcChannelView({ channelId, createdAt })
const schedule = (channelId: string, startsAt: number): ScheduleView => ({
  scheduleId: `of-${channelId}`,
  name: channelId,
  startsAt,
  endsAt: startsAt + 10,
  channelId,
  renditions: [],
  createdAt: 0,
  createdByName: '',
})
const ids = (known: ReturnType<typeof targets>) => known.map(({ channel }) => channel.channelId)

test('scheduled channels come by their start, the others newest first; RTMP channels do not', () => {
  const channels = [
    webrtc('old', 1),
    channelView({ channelId: 'rtmp' }),
    webrtc('late'),
    webrtc('new', 2),
    webrtc('soon'),
  ]
  const known = targets(channels, [schedule('late', 300), schedule('soon', 200), schedule('rtmp', 100)], 95)
  expect(ids(known)).toEqual(['soon', 'late', 'new', 'old'])
  expect(known[0]?.schedule?.name).toBe('soon')
})

test('of several schedules on a channel the first that has not ended counts', () => {
  const one = (startsAt: number) => schedule('a', startsAt)
  expect(targets([webrtc('a')], [one(300), one(100), one(200)], 150)[0]?.schedule?.startsAt).toBe(200)
})

test('a schedule that ended no longer counts', () => {
  expect(targets([webrtc('a')], [schedule('a', 100)], 110)[0]?.schedule).toBeNull()
  expect(targets([webrtc('a')], [schedule('a', 100)], 109)[0]?.schedule).not.toBeNull()
})

describe('pick', () => {
  const known = targets([webrtc('a', 2), webrtc('b', 1)], [], 0)
  const picked = (onAir?: string, named?: string) => pick(known, onAir, named)?.channel.channelId

  test('the first, as long as none is named', () => {
    expect(picked()).toBe('a')
    expect(pick([], undefined, undefined)).toBeNull()
  })

  test('the named one, and no other where it is gone', () => {
    expect(picked(undefined, 'b')).toBe('b')
    expect(picked(undefined, 'gone')).toBeUndefined()
  })

  test('before it the one on air; one that is not known yet, as that of a rehearsal, changes nothing', () => {
    expect(picked('b', 'a')).toBe('b')
    expect(picked('new', 'a')).toBe('a')
    expect(picked('gone', 'gone')).toBeUndefined()
  })
})

describe('due elsewhere', () => {
  const MINUTE = 60_000
  const plan = (id: string, startsAt: number) => ({
    ...schedule(id, startsAt),
    endsAt: startsAt + 30 * MINUTE,
  })
  const channels = [webrtc('last'), webrtc('next'), webrtc('free')]
  const plans = [plan('last', 0), plan('next', 35 * MINUTE)]
  const due = (shown: string, now: number) =>
    dueElsewhere(targets(channels, plans, now), shown, now)?.channel.channelId

  test('from 10 minutes before it starts, where what is shown is over, until its end', () => {
    expect(due('last', 24 * MINUTE)).toBeUndefined()
    expect(due('last', 30 * MINUTE)).toBe('next')
    expect(due('last', 64 * MINUTE)).toBe('next')
    expect(due('last', 65 * MINUTE)).toBeUndefined()
  })

  test('not more than 10 minutes before', () => {
    expect(due('free', 31 * MINUTE)).toBe('next')
    expect(dueElsewhere(targets(channels, plans.slice(1), 0), 'free', 24 * MINUTE)).toBeNull()
  })

  test('not while the one that is shown runs or is due itself', () => {
    expect(due('last', 29 * MINUTE)).toBeUndefined()
    expect(due('next', 29 * MINUTE)).toBeUndefined()
    expect(due('next', 40 * MINUTE)).toBeUndefined()
  })
})
