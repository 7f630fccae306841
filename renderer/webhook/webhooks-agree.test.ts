import { expect, test } from 'vitest'
import { consoleTexts } from '../../test/support/console-texts.ts'
import { fieldCamera, waiting } from '../../test/support/console-scenes.ts'
import { engineView, failingOf, rendition720, webrtcChannelView } from '../../test/support/console-views.ts'
import { webhookEndpoints } from '../../test/support/console-webhook-scenes.ts'
import { failingText, messagesText } from './failing-webhooks.ts'
import { checks } from '../panels/studio/checks.ts'
import { preflight } from '../panels/control-room/preflight.ts'
import { troubleList } from '../trouble/trouble.ts'

const t = consoleTexts('en')

/** How many fail, as each place counts them. */
function counts(engine = engineView(), endpoints: typeof webhookEndpoints | null = webhookEndpoints) {
  const found = troubleList({ channels: [fieldCamera], engine, endpoints, destinations: [] }).flatMap(
    (entry) => (entry.kind === 'webhook' ? 1 : entry.kind === 'webhooks' ? entry.webhooks.failing : []),
  )
  const start = preflight({
    schedule: { channelId: waiting.channelId, renditions: [rendition720], startsAt: 0, endsAt: 1 },
    channel: { ...waiting, hasEventWebhook: true },
    engine,
    destinations: null,
  }).flatMap(({ words }) => (words.key === 'webhooksFail' ? words.count : []))
  const studio = checks({
    ...{ channel: webrtcChannelView({ channelId: 'C', hasEventWebhook: true }), engine },
    ...{ isConnected: true, hasPicture: true, sound: 'ok' as const, elsewhere: null },
  }).flatMap((check) => (check.key === 'webhooksFail' ? check.count : []))
  const frame = failingText(t, engine.webhooks)
  return {
    findings: found.reduce((all, count) => all + count, 0),
    start: start[0] ?? 0,
    studio: studio[0] ?? 0,
    frame: frame === null ? 0 : Number.parseInt(frame, 10),
  }
}
const each = (count: number) => ({ findings: count, start: count, studio: count, frame: count })

test('every place counts the endpoints that fail alike, also where nothing waits for them', () => {
  const quiet = webhookEndpoints.map((endpoint) => ({ ...endpoint, pending: 0 }))
  for (const endpoints of [webhookEndpoints, quiet]) {
    const engine = engineView({ webhooks: failingOf(endpoints) })
    expect(counts(engine, endpoints)).toEqual(each(2))
    // Who may not see which they are.
    expect(counts(engine, null)).toEqual(each(2))
  }
})

test('while the endpoints were read before the engine counted anew, its number holds', () => {
  const { webhooks } = engineView()
  expect(counts(engineView({ webhooks }))).toEqual(each(0))
  const three = { failing: 3, since: 5, waiting: 4, givenUp: 1 }
  const engine = engineView({ webhooks: three })
  expect(counts(engine)).toEqual(each(3))
  expect(troubleList({ channels: [], engine, endpoints: [], destinations: [] })).toMatchObject([
    { kind: 'webhooks', webhooks: three, since: 5, askOperator: false },
  ])
})

test('nobody is said to be sent again where nothing waits', () => {
  const said = (waitingCount: number, givenUp: number) => messagesText(t, { waiting: waitingCount, givenUp })
  expect(said(0, 0)).toBe('No message waits to be sent again.')
  expect(said(0, 2)).toBe('No message waits to be sent again. 2 were given up; redeliver them by hand.')
  expect(said(1, 0)).toBe('1 message waits and is sent again by itself.')
  expect(said(3, 1)).toBe(
    '3 messages wait and are sent again by themselves. 1 was given up; redeliver it by hand.',
  )
  expect(messagesText(consoleTexts('ja'), { waiting: 0, givenUp: 2 })).toBe(
    '再送を待つメッセージはありません。2 件は再送を終了しました。手動で再送できます。',
  )
})
