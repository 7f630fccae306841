import { expect, it } from 'vitest'
import { broadcastStats } from '../../../test/support/broadcast-stats.ts'
import { RENDITION_360 } from '../../../test/support/live-client.ts'
import type { ConnectionId, ChannelId } from '../../contract/ids.ts'
import type { Rendition } from '../../contract/rendition.ts'
import type { ListedLate } from '../../contract/worker-protocol.ts'
import type { ChannelActivity, LiveConnection } from './channel-activity.ts'
import { pictureAge } from './picture-age.ts'

const T = Date.parse('2026-01-01T00:00:00Z')
const rendition = { ...RENDITION_360, durationSeconds: 2, startTimeOffset: -6 } as Rendition

function onAir(listed: ListedLate | null, change: Partial<LiveConnection> = {}): ChannelActivity {
  const connection: LiveConnection = {
    ...{ connectionId: 'N' as ConnectionId, channelId: 'C' as ChannelId, kind: 'rtmp' },
    ...{ remoteAddress: '', encoder: '', connectedAt: T, playlistReadyAt: T, endedAt: null },
    ...{ lowLatency: false, stats: broadcastStats({ listed }), ...change },
  }
  return {
    ...{ connections: [connection], authorisingSince: null, denied: null, lastEnd: null },
    ...{ sendingSince: null, onAirSince: T, viewers: 0 },
  }
}
const listed = (change: Partial<ListedLate> = {}) => ({ until: T, afterMs: 100, growthMs: 0, ...change })
const age = (activity: ChannelActivity, now: number, made = rendition) => pictureAge(activity, [made], now)

it('is not known before the first segment, off air and without HLS', () => {
  expect(age(onAir(null), T)).toBeNull()
  expect(age({ ...onAir(listed()), onAirSince: null }, T)).toBeNull()
  expect(age({ ...onAir(listed()), connections: [] }, T)).toBeNull()
  expect(pictureAge(onAir(listed()), [], T)).toBeNull()
})

it('is where players begin, half a segment, and what lies between its arrival and the playlist', () => {
  const fine = { ms: 7100, rising: false, tooOld: false }
  for (const after of [100, 1000, 2100]) expect(age(onAir(listed()), T + after)).toEqual(fine)
  expect(age(onAir(listed({ afterMs: 900 })), T + 900)?.ms).toBe(7900)
  expect(age(onAir(listed()), T, { ...rendition, startTimeOffset: -2 })?.ms).toBe(3100)
  expect(age(onAir(listed()), T, { ...rendition, startTimeOffset: 0 })?.ms).toBe(7100)
  const longer = { ...rendition, durationSeconds: 3 }
  expect(pictureAge(onAir(listed()), [{ ...rendition, startTimeOffset: 0 }, longer], T)?.ms).toBe(10_100)
})

it('with low latency is three parts and a half and what lies between, wherever EXT-X-START points', () => {
  const low = (change: Partial<ListedLate> = {}) => onAir(listed(change), { lowLatency: true })
  const fine = { ms: 1272, rising: false, tooOld: false }
  for (const startTimeOffset of [-6, 0]) {
    // Also while the next segment, which is reported as a whole, is under way or a little late.
    for (const after of [100, 2100, 5099])
      expect(age(low(), T + after, { ...rendition, startTimeOffset })).toEqual(fine)
  }
  expect(age(low({ afterMs: 1172 }), T + 1172)).toEqual({ ms: 2344, rising: false, tooOld: true })
  expect(age(low(), T + 5100)).toEqual({ ms: 4272, rising: true, tooOld: true })
})

it('rises with each second that the next segment is overdue, from 3 s on', () => {
  expect(age(onAir(listed()), T + 5000)).toEqual({ ms: 10_000, rising: false, tooOld: false })
  expect(age(onAir(listed()), T + 5100)).toEqual({ ms: 10_100, rising: true, tooOld: true })
})

it('rises where each segment comes later than the one before', () => {
  expect(age(onAir(listed({ afterMs: 1000, growthMs: 900 })), T + 1000)).toMatchObject({ rising: false })
  expect(age(onAir(listed({ afterMs: 1100, growthMs: 1000 })), T + 1100)).toMatchObject({ rising: true })
})

it('is too old at twice what the renditions mean', () => {
  expect(age(onAir(listed({ afterMs: 6999 })), T + 7000)?.tooOld).toBe(false)
  expect(age(onAir(listed({ afterMs: 7000 })), T + 7000)).toEqual({ ms: 14_000, rising: false, tooOld: true })
})

it('goes on while an encoder is awaited back', () => {
  expect(age(onAir(listed(), { endedAt: T + 1000 }), T + 9100)).toEqual({
    ms: 14_100,
    rising: true,
    tooOld: true,
  })
})
