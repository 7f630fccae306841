import { expect, test } from 'vitest'
import { engineView, webrtcChannelView, webrtcConnectionView } from '../../../test/support/console-views.ts'
import { checks, mayGoLive, passed, type Looked } from './checks.ts'

const fine: Looked = {
  channel: webrtcChannelView(
    { channelId: 'C', hasEventWebhook: true },
    { hls: { playlistUrl: 'p', previewUrl: 'p' } },
  ),
  engine: engineView({ diskFreeBytes: 400_000_000_000 }),
  isConnected: true,
  hasPicture: true,
  isMuted: false,
  isSoundLost: false,
}
const failing = (count: number) => ({ failing: count, since: 0, waiting: 0, givenUp: 0 })
const tones = (looked: Looked) => Object.fromEntries(checks(looked).map(({ key, tone }) => [key, tone]))

test('nothing wrong: every sentence is fine', () => {
  expect(tones(fine)).toEqual({
    engine: 'ok',
    picture: 'ok',
    channelFree: 'ok',
    disk: 'ok',
    webhooks: 'ok',
  })
})

test.each([
  ['no contact', { isConnected: false }],
  ['no picture', { hasPicture: false }],
])('%s blocks', (_, change) => expect(mayGoLive(checks({ ...fine, ...change }))).toBe(false))

test('warnings do not block', () => {
  const taken = webrtcChannelView(
    { channelId: 'C', hasEventWebhook: true },
    {
      hls: null,
      connections: [webrtcConnectionView({ role: 'sendonly' }), webrtcConnectionView({ role: 'recvonly' })],
    },
  )
  const engine = engineView({ diskFreeBytes: 1, webhooks: failing(2), sfu: ['restarting', 'stopped'] })
  const all = checks({ ...fine, channel: taken, engine, isMuted: true, isSoundLost: true })
  expect(all.filter(({ tone }) => tone === 'warn')).toEqual([
    { tone: 'warn', key: 'channelTaken', count: 1 },
    { tone: 'warn', key: 'sfuRestarts' },
    { tone: 'warn', key: 'disk', bytes: 1 },
    { tone: 'warn', key: 'webhooksFail', count: 2 },
    { tone: 'warn', key: 'noHls' },
    { tone: 'warn', key: 'soundLost' },
    { tone: 'warn', key: 'muted' },
  ])
  expect(mayGoLive(all)).toBe(true)
})

test.each([
  ['set and answering', true, engineView({ webhooks: failing(0) }), 'webhooks', [5, 5]],
  ['none set', false, engineView({ webhooks: failing(2) }), 'webhooksNone', [4, 4]],
  ['not told whether any are set', null, engineView({ webhooks: failing(0) }), 'webhooksUnknown', [4, 5]],
  ['not told whether they answer', true, { ...engineView(), webhooks: null }, 'webhooksUnknown', [4, 5]],
  ['before the first word of the engine', true, null, 'webhooksUnknown', [3, 4]],
] as const)('webhooks, %s', (_, isSet, engine, key, counted) => {
  const channel = { ...fine.channel, hasAuthWebhook: isSet, hasEventWebhook: isSet }
  const all = checks({ ...fine, channel, engine })
  expect(all.map((check) => check.key).filter((one) => one.startsWith('webhooks'))).toEqual([key])
  expect(passed(all)).toEqual({ fine: counted[0], all: counted[1] })
  expect(mayGoLive(all)).toBe(true)
})
