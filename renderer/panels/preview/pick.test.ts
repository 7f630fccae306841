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
  ['it, too, once it has ended', [broken, idle], undefined, 'idle', 'idle'],
  ['it, too, where nothing is on air any more', [idle, coming], undefined, 'idle', 'idle'],
  ['none in the place of one that was deleted', [fine], undefined, 'gone', undefined],
  ['what comes where one was deleted and nothing is on air', [coming, idle], undefined, 'gone', 'coming'],
  ['the chosen one, also off air', [fine, idle], 'idle', null, 'idle'],
  ['none that is gone', [fine], 'gone', null, 'fine'],
  ['what is about to be on air', [idle, coming], undefined, null, 'coming'],
  ['nothing where nothing sends', [idle], undefined, null, undefined],
])('picks %s', (_what, channels, chosen, before, picked) => {
  expect(pickChannel(channels, chosen, before, NOW).channel?.channelId).toBe(picked)
})

it('picks nothing that has no playlist', () => {
  const { webrtc } = withoutHls
  const channel = { ...withoutHls, rtmp: null, webrtc: webrtc && { ...webrtc, hls: null } }
  expect(pickChannel([channel], channel.channelId, null, NOW).channel).toBeNull()
})

it.each([
  ['what is on air', [fine], undefined, null, 'fine'],
  ['it still, once it has ended', [broken, idle], undefined, 'idle', 'idle'],
  ['it still, while one is chosen that shows nothing', [fine, idle], 'idle', 'fine', 'fine'],
  ['nothing that only comes, as that has no picture', [coming], undefined, null, null],
  ['one that was deleted, while another picture could take its place', [fine], undefined, 'gone', 'gone'],
  ['it no more where nothing is on air', [coming], undefined, 'gone', null],
])('remembers as shown %s', (_what, channels, chosen, before, shown) => {
  expect(pickChannel(channels, chosen, before, NOW).shown).toBe(shown)
})
