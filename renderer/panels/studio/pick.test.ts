import { expect, test } from 'vitest'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { channelView, webrtcChannelView } from '../../../test/support/console-views.ts'
import { pick, targets } from './pick.ts'

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

test('a schedule that ended no longer counts', () => {
  expect(targets([webrtc('a')], [schedule('a', 100)], 110)[0]?.schedule).toBeNull()
  expect(targets([webrtc('a')], [schedule('a', 100)], 109)[0]?.schedule).not.toBeNull()
})

test('what was chosen is picked while it is there', () => {
  const known = targets([webrtc('a', 2), webrtc('b', 1)], [], 0)
  expect(pick(known, 'b')?.channel.channelId).toBe('b')
  expect(pick(known, 'gone')?.channel.channelId).toBe('a')
  expect(pick([], 'a')).toBeNull()
})
