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
  sound: 'ok',
  elsewhere: null,
}
const failing = (count: number) => ({ failing: count, since: 0, waiting: 0, givenUp: 0 })
const tones = (looked: Looked) => Object.fromEntries(checks(looked).map(({ key, tone }) => [key, tone]))

test('nothing wrong: every sentence is fine', () => {
  expect(tones(fine)).toEqual({
    engine: 'ok',
    picture: 'ok',
    sound: 'ok',
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
  const all = checks({ ...fine, channel: taken, engine, sound: 'noMicrophone' })
  expect(all.filter(({ tone }) => tone === 'warn')).toEqual([
    { tone: 'warn', key: 'sound', state: 'noMicrophone' },
    { tone: 'warn', key: 'channelTaken', count: 1 },
    { tone: 'warn', key: 'sfuRestarts' },
    { tone: 'warn', key: 'disk', bytes: 1 },
    { tone: 'warn', key: 'webhooksFail', count: 2 },
    { tone: 'warn', key: 'noHls' },
  ])
  expect(mayGoLive(all)).toBe(true)
})

test('the worst is said first', () => {
  const all = checks({ ...fine, hasPicture: false, sound: 'silent' })
  expect(all.map(({ tone }) => tone)).toEqual(['fail', 'warn', 'ok', 'ok', 'ok', 'ok'])
})

test('sound that is not measured yet counts as unknown', () => {
  const all = checks({ ...fine, sound: 'notYet' })
  expect(all).toContainEqual({ tone: 'unknown', key: 'sound', state: 'notYet' })
  expect(passed(all)).toEqual({ fine: 5, all: 6 })
})

test.each([
  ['set and answering', true, engineView({ webhooks: failing(0) }), 'webhooks', [6, 6]],
  ['none set', false, engineView({ webhooks: failing(2) }), 'webhooksNone', [5, 5]],
  ['not told whether any are set', null, engineView({ webhooks: failing(0) }), 'webhooksUnknown', [5, 6]],
  ['not told whether they answer', true, { ...engineView(), webhooks: null }, 'webhooksUnknown', [5, 6]],
  ['before the first word of the engine', true, null, 'webhooksUnknown', [4, 5]],
] as const)('webhooks, %s', (_, isSet, engine, key, counted) => {
  const channel = { ...fine.channel, hasAuthWebhook: isSet, hasEventWebhook: isSet }
  const all = checks({ ...fine, channel, engine })
  expect(all.map((check) => check.key).filter((one) => one.startsWith('webhooks'))).toEqual([key])
  expect(passed(all)).toEqual({ fine: counted[0], all: counted[1] })
  expect(mayGoLive(all)).toBe(true)
})
