import { expect, it } from 'vitest'
import { channelView, connectionView, webrtcChannelView } from '../../../test/support/console-views.ts'
import { pickChannel } from './pick.ts'

const NOW = 1_000_000
const live = { state: 'playable' as const, onAirSince: NOW - 5000 }
const fine = channelView({ channelId: 'fine', ...live })
const broken = channelView({
  ...{ channelId: 'broken', ...live },
  findings: [{ code: 'keyframe-interval', severity: 'fail', since: NOW, values: { interval: 8, target: 2 } }],
})
const coming = channelView({ channelId: 'coming', state: 'packaging', connections: [connectionView({})] })
const idle = channelView({ channelId: 'idle', state: 'idle', onAirSince: null, connections: [] })
const withoutHls = webrtcChannelView({ channelId: 'no-hls', kind: 'webrtc', onAirSince: NOW })

it.each([
  ['the most urgent on air', [fine, broken, coming, idle], undefined, null, 'broken'],
  ['the one picked before while it is on air', [fine, broken], undefined, 'fine', 'fine'],
  ['another once that has ended', [broken, idle], undefined, 'idle', 'broken'],
  ['the chosen one, also off air', [fine, idle], 'idle', null, 'idle'],
  ['none that is gone', [fine], 'gone', null, 'fine'],
  ['what is about to be on air', [idle, coming], undefined, null, 'coming'],
  ['nothing where nothing sends', [idle], undefined, null, undefined],
])('picks %s', (_what, channels, chosen, before, picked) => {
  expect(pickChannel(channels, chosen, before, NOW)?.channelId).toBe(picked)
})

it('picks nothing that has no playlist', () => {
  const { webrtc } = withoutHls
  const channel = { ...withoutHls, rtmp: null, webrtc: webrtc && { ...webrtc, hls: null } }
  expect(pickChannel([channel], channel.channelId, null, NOW)).toBeNull()
})
