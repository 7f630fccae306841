import { expect, test } from 'vitest'
import { townHall, waiting, webRtcHls } from '../../../test/support/console-scenes.ts'
import { engineView, rendition720 } from '../../../test/support/console-views.ts'
import { preflight, worstOf, type Known } from './preflight.ts'

const HOUR = 3_600_000
const channel = { ...waiting, hasEventWebhook: true }
const known: Known = {
  schedule: { channelId: channel.channelId, renditions: [rendition720], startsAt: 0, endsAt: HOUR },
  channel,
  engine: engineView(),
  destinations: null,
}
const words = (change: Partial<Known>) =>
  preflight({ ...known, ...change }).map(({ id, tone, words: said }) => [id, tone, said.key])
const engineWith = (archive: Partial<ReturnType<typeof engineView>['archive']>, rest = {}) =>
  engineView({ archive: { ...engineView().archive, ...archive }, ...rest })
const destination = {
  id: 'D1',
  bucketUri: 's3://shows/',
  kind: 's3',
  createdAt: 0,
  settings: {},
  channels: [{ channelId: channel.channelId, name: '' }],
  unfinished: 0,
  pendingBytes: 0,
  trouble: null,
} as const

test('all there but the encoder', () => {
  expect(words({})).toEqual([
    ['archive', 'ok', 'archiveOk'],
    ['webhooks', 'ok', 'webhooksOk'],
    ['disk', 'ok', 'diskHours'],
    ['sender', 'idle', 'encoderNone'],
  ])
})

test('nothing is known without contact', () => {
  expect(new Set(words({ engine: null }).map(([, , key]) => key))).toEqual(new Set(['unknown']))
})

test('the archive of its channel counts, not another one', () => {
  expect(words({ destinations: [] })[0]).toEqual(['archive', 'idle', 'archiveNone'])
  expect(words({ destinations: [destination] })[0]).toEqual(['archive', 'ok', 'archiveOk'])
  expect(words({ destinations: [{ ...destination, channels: [] }] })[0]?.[2]).toBe('archiveUnused')
  const trouble = { since: 0, failures: 1, nextTryAt: 0, fault: {} } as never
  expect(words({ destinations: [{ ...destination, trouble }] })[0]).toEqual([
    'archive',
    'fail',
    'archiveFails',
  ])
  expect(words({ engine: engineWith({ failing: 1 }) })[0]?.[2]).toBe('archiveFails')
})

test('webhooks that nobody set are no failure', () => {
  expect(
    words({ engine: engineWith({}, { webhooks: { failing: 2, since: 0, waiting: 0, givenUp: 0 } }) })[1],
  ).toEqual(['webhooks', 'fail', 'webhooksFail'])
  expect(
    words({
      channel: waiting,
      engine: engineWith({}, { webhooks: { failing: 2, since: 0, waiting: 0, givenUp: 0 } }),
    })[1]?.[2],
  ).toBe('webhooksNone')
})

test('the disk has to take the whole broadcast', () => {
  const free = (bytes: number) => engineWith({ reserveBytes: 0 }, { diskFreeBytes: bytes })
  // 2,628,000 bit/s for an hour are 1,182,600,000 bytes.
  expect(words({ engine: free(1_200_000_000) })[2]).toEqual(['disk', 'ok', 'diskMinutes'])
  expect(words({ engine: free(1_100_000_000) })[2]).toEqual(['disk', 'warn', 'diskMinutes'])
  expect(words({ engine: free(0) })[2]).toEqual(['disk', 'fail', 'diskFull'])
  expect(preflight(known)[2]?.words).toEqual({ key: 'diskHours', number: 347 })
})

test('who sends is an encoder or a client', () => {
  expect(words({ channel: townHall })[3]).toEqual(['sender', 'ok', 'encoderOk'])
  expect(words({ channel: webRtcHls })[3]).toEqual(['sender', 'idle', 'clientNone'])
  expect(words({ channel: null })[3]).toEqual(['sender', 'fail', 'channelGone'])
})

test('of all checks the worst is told: a failure, a warning, what is waited for; else whether somebody sends', () => {
  const worst = (change: Partial<Known>) => worstOf(preflight({ ...known, ...change })).words.key
  const failing = engineWith({}, { webhooks: { failing: 2, since: 0, waiting: 0, givenUp: 0 } })
  expect(worst({ engine: failing })).toBe('webhooksFail')
  expect(worst({ engine: engineWith({ reserveBytes: 0 }, { diskFreeBytes: 1_100_000_000 }) })).toBe(
    'diskMinutes',
  )
  expect(worst({})).toBe('encoderNone')
  expect(worst({ channel: townHall })).toBe('encoderOk')
})
