import { describe, expect, it } from 'vitest'
import { broadcastStats } from '../../../test/support/broadcast-stats.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import { channelState } from './channel-state.ts'
import { NO_DRIFT } from './drift.ts'
import type { ChannelActivity, LiveConnection } from './channel-activity.ts'

/** Times below are seconds since the connection began. */
const T = Date.parse('2026-01-01T00:00:00Z')
const at = (seconds: number) => T + seconds * 1000

const NOTHING: ChannelActivity = {
  connections: [],
  authorisingSince: null,
  denied: null,
  lastEnd: null,
  sendingSince: null,
  onAirSince: null,
  viewers: 0,
}
const connection = (change: Partial<LiveConnection> = {}): LiveConnection => ({
  connectionId: 'N' as ConnectionId,
  channelId: 'C' as ChannelId,
  kind: 'rtmp',
  remoteAddress: '127.0.0.1',
  encoder: '',
  connectedAt: at(0),
  playlistReadyAt: null,
  lowLatency: false,
  endedAt: null,
  stats: null,
  ...change,
})
/** A connection whose media came last at `seconds`. */
const media = (seconds: number, change: Partial<LiveConnection> = {}) =>
  connection({ stats: broadcastStats({ lastMediaAt: at(seconds) }), ...change })
const observed = {
  tracksKnownAt: at(1),
  lastVideoAt: null,
  lastAudioAt: null,
  videoReports: 0,
  meanVideoBps: null,
  meanFrameRate: null,
  drift: NO_DRIFT,
  restartedAt: null,
  findingsSince: {},
}
const denied = (seconds: number) =>
  ({ at: at(seconds), reason: 'denied', said: 'no', failure: null, unsupported: null }) as const
const hevc = (seconds: number) =>
  ({
    ...denied(seconds),
    reason: 'unsupported-codec',
    unsupported: { kind: 'video', codec: 'HEVC' },
  }) as const
const ended = (seconds: number, playlist?: number): ChannelActivity['lastEnd'] => ({
  at: at(seconds),
  reason: 'client-closed',
  ...(playlist !== undefined && { playlistEndedAt: at(playlist) }),
})
/** Without HLS, on air, and media came last at `seconds`. */
const relayed = (seconds: number): Partial<ChannelActivity> => ({
  ...{ sendingSince: at(4), onAirSince: at(5) },
  relayed: { lastMediaAt: at(seconds), client: '' },
})
const playing = (seconds: number) => media(seconds, { playlistReadyAt: at(3) })

describe('state of a channel', () => {
  it.each<[string, Partial<ChannelActivity>, number, string, number | null, number | null]>([
    // what is known, seconds now → state, since, until
    ['nothing ever', {}, 5, 'idle', null, null],
    ['the webhook is asked', { authorisingSince: at(1) }, 3, 'authorising', 1, null],
    ['refused', { denied: denied(1) }, 1, 'denied', 1, 31],
    ['refused 29.999 s ago', { denied: denied(1) }, 30.999, 'denied', 1, 31],
    ['refused 30 s ago', { denied: denied(1) }, 31, 'idle', 31, null],
    ['refused, asked again', { denied: denied(1), authorisingSince: at(2) }, 3, 'authorising', 2, null],
    ['refused while another sends', { denied: denied(9), connections: [playing(9)] }, 9, 'playable', 3, 12],
    ['connected', { connections: [connection()] }, 1, 'receiving', 0, 3],
    [
      'media without a known track',
      {
        connections: [
          connection({ stats: broadcastStats({ lastMediaAt: at(4), video: null, audio: null }) }),
        ],
      },
      4.5,
      'receiving',
      0,
      7,
    ],
    ['tracks known', { connections: [media(1.5, { observed })] }, 2, 'packaging', 1, 4.5],
    [
      'only audio known',
      { connections: [connection({ stats: broadcastStats({ lastMediaAt: at(1), video: null }) })] },
      2,
      'packaging',
      0,
      4,
    ],
    ['each rendition has a segment', { connections: [playing(9.5)] }, 10, 'playable', 3, 12.5],
    ['no media for 2.999 s', { connections: [playing(9)] }, 11.999, 'playable', 3, 12],
    ['no media for 3 s', { connections: [playing(9)] }, 12, 'starving', 12, 21],
    ['no media for 11.999 s', { connections: [playing(9)] }, 20.999, 'starving', 12, 21],
    ['no media for 12 s', { connections: [playing(9)] }, 21, 'no-signal', 21, null],
    ['no media ever', { connections: [connection()] }, 3, 'starving', 3, 12],
    ['media again', { connections: [playing(21.5)] }, 22, 'playable', 3, 24.5],
    [
      'measured before it was accepted',
      { connections: [connection({ connectedAt: at(2), stats: broadcastStats({ lastMediaAt: 0 }) })] },
      2.5,
      'packaging',
      2,
      5,
    ],
    [
      'the publisher is gone',
      { connections: [playing(9)].map((c) => ({ ...c, endedAt: at(10) })), lastEnd: ended(10) },
      11,
      'reconnecting',
      10,
      null,
    ],
    [
      'gone, and asking again',
      { connections: [connection({ endedAt: at(10) })], authorisingSince: at(11) },
      12,
      'reconnecting',
      10,
      null,
    ],
    [
      'back within the grace',
      { connections: [connection({ connectedAt: at(12) }), connection({ endedAt: at(10) })] },
      13,
      'receiving',
      12,
      15,
    ],
    [
      'the newer of two is gone',
      { connections: [connection({ endedAt: at(10) }), playing(9.5)] },
      10,
      'playable',
      3,
      12.5,
    ],
    [
      'the newest of two starves',
      { connections: [connection({ connectedAt: at(5) }), playing(9)] },
      9,
      'starving',
      8,
      17,
    ],
    ['without HLS, nothing of who sends has come', { sendingSince: at(4) }, 5, 'receiving', 4, null],
    ['without HLS, it has', { sendingSince: at(4), onAirSince: at(5) }, 90, 'playable', 5, null],
    ['without HLS, it still does', relayed(90), 92.9, 'playable', 5, 93],
    ['without HLS, nothing for 3 s', relayed(90), 93, 'starving', 93, 102],
    ['without HLS, nothing for 12 s', relayed(90), 102, 'no-signal', 102, null],
    ['over', { lastEnd: ended(10, 20) }, 20, 'ended', 20, 80],
    ['over for 59.999 s', { lastEnd: ended(10, 20) }, 79.999, 'ended', 20, 80],
    ['over for 60 s', { lastEnd: ended(10, 20) }, 80, 'idle', 80, null],
    ['over without a grace', { lastEnd: ended(10) }, 11, 'ended', 10, 70],
    ['over, then refused', { lastEnd: ended(10, 20), denied: denied(25) }, 26, 'denied', 25, 55],
    ['over, refused 30 s ago', { lastEnd: ended(10, 20), denied: denied(25) }, 55, 'ended', 20, 80],
    ['refused, then over', { lastEnd: ended(10, 20), denied: denied(15) }, 21, 'ended', 20, 80],
    ['refused for its codec', { lastEnd: ended(15, 16), denied: hevc(15) }, 17, 'denied', 15, 45],
    ['refused for its codec, then over', { lastEnd: ended(20, 30), denied: hevc(15) }, 31, 'ended', 30, 90],
    ['both long ago', { lastEnd: ended(10, 20), denied: denied(60) }, 200, 'idle', 90, null],
  ])('%s', (_name, activity, now, state, since, until) => {
    const derived = channelState({ ...NOTHING, ...activity }, at(now), 2)
    expect(derived).toMatchObject({
      state,
      since: since === null ? null : at(since),
      until: until === null ? null : at(until),
    })
  })

  it.each([
    [1, 2],
    [1.5, 2],
    [2, 1],
    [2.9, 1],
    [3, 0],
    [4, 0],
  ])('at %s s the first segment is %s s away', (now, left) => {
    const activity = { ...NOTHING, connections: [media(3, { observed })] }
    expect(channelState(activity, at(now), 2).firstSegmentInSeconds).toBe(left)
  })

  it('changes by time only when it says so', () => {
    const activities = [
      { ...NOTHING, connections: [playing(9)] },
      { ...NOTHING, denied: denied(2), lastEnd: ended(1, 4) },
      { ...NOTHING, connections: [connection()] },
    ]
    for (const activity of activities) {
      let before = channelState(activity, at(9), 2)
      for (let now = at(9); now < at(120); now += 100) {
        const { state, since, until } = channelState(activity, now, 2)
        const due = before.until !== null && now >= before.until
        if (!due) expect({ state, since }).toEqual({ state: before.state, since: before.since })
        else expect(state).not.toBe(before.state)
        before = { ...before, state, since, until }
      }
    }
  })

  it('shows a frozen encoder within 5 s and 15 s although it is measured once a second', () => {
    const frozen = at(100)
    for (let phase = 0; phase < 1000; phase += 50) {
      const shownAt = (state: string) => {
        for (let tick = frozen - 1000 + phase; ; tick += 1000) {
          // A measurement tells the last media as it was then; the console asks when it gets one.
          const lastMediaAt = Math.min(tick, frozen)
          const stats = broadcastStats({ lastMediaAt })
          const activity = { ...NOTHING, connections: [connection({ stats, playlistReadyAt: at(3) })] }
          if (channelState(activity, tick, 2).state === state) return tick - frozen
        }
      }
      expect(shownAt('starving')).toBeLessThanOrEqual(5000)
      expect(shownAt('no-signal')).toBeLessThanOrEqual(15_000)
    }
  })
})
