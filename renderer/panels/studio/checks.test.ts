import { expect, test } from 'vitest'
import { engineView, webrtcChannelView, webrtcConnectionView } from '../../../test/support/console-views.ts'
import { checks, mayGoLive, type Looked } from './checks.ts'

const fine: Looked = {
  channel: webrtcChannelView({ channelId: 'C' }, { hls: { playlistUrl: 'p', previewUrl: 'p' } }),
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
    { channelId: 'C' },
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
