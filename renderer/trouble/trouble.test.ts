import { expect, test } from 'vitest'
import type { IncidentView } from '../../service/contract/console/incidents.ts'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { fieldCamera, refused, SCENE_NOW, townHall } from '../../test/support/console-scenes.ts'
import { engineView, failingOf } from '../../test/support/console-views.ts'
import { troubleList, type Known } from './trouble.ts'

const endpoint = {
  url: 'https://billing.example/hook',
  pending: 3,
  givenUp: 0,
  failingSince: SCENE_NOW - 231_000,
  lastAttemptAt: SCENE_NOW,
  lastStatus: 500,
  lastErrorClass: 'status',
  lastSuccessAt: null,
  pausedAt: null,
  pausedBy: null,
  deliveredOfDay: 300,
  failedOfDay: 11,
} as const
const destination = {
  id: 'D1',
  bucketUri: 's3://shows/',
  kind: 's3',
  createdAt: 0,
  settings: {},
  channels: [],
  unfinished: 1,
  pendingBytes: 5,
  trouble: null,
} as const
const fine: Known = { channels: [townHall], engine: engineView(), endpoints: [], destinations: [] }

test('has nothing while all is well', () => {
  const works = [{ ...endpoint, failingSince: null }]
  expect(troubleList({ ...fine, endpoints: works, destinations: [destination] })).toEqual([])
})

const trouble = {
  fault: { kind: 'offline', message: '', code: null, status: null },
  since: SCENE_NOW - 10_000,
  failures: 2,
  nextTryAt: SCENE_NOW,
} as never

test('puts failures first, then the newest', () => {
  const list = troubleList({
    channels: [fieldCamera, townHall],
    engine: engineView({ webhooks: failingOf([endpoint]), archive: { ...engineView().archive, failing: 1 } }),
    endpoints: [endpoint],
    destinations: [{ ...destination, trouble }],
  })
  expect(list.map(({ kind, severity }) => [kind, severity])).toEqual([
    ['uploads', 'fail'],
    ['webhook', 'fail'],
    ['finding', 'warn'],
    ['finding', 'warn'],
  ])
  expect(list.slice(2).map((entry) => (entry.kind === 'finding' ? entry.finding.code : ''))).toEqual([
    'keyframe-interval',
    'bitrate-above-top',
  ])
  expect(new Set(list.map(({ key }) => key)).size).toBe(4)
})

test('begins with this computer where that is too busy', () => {
  const load = { ...engineView().load, overload: { since: SCENE_NOW - 5000, of: 'cpu' as const } }
  const list = troubleList({ ...fine, channels: [fieldCamera], engine: engineView({ load }) })
  expect(list.map(({ kind }) => kind)).toEqual(['overload', 'finding', 'finding'])
})

test('tells of an encoder with a stream key of no channel', () => {
  const unknown = { remoteAddress: '192.0.2.7', encoder: '', tries: 3, since: SCENE_NOW - 9000 }
  const engine = engineView({ unknownKey: unknown })
  expect(troubleList({ ...fine, engine })).toEqual([
    { kind: 'unknownKey', key: 'unknown-key', severity: 'warn', since: SCENE_NOW - 9000, unknown },
  ])
})

test('tells of an encoder that is refused as long as it tries', () => {
  const close = refused.lastClose
  const told = (change: Partial<ChannelView>) =>
    troubleList({ ...fine, channels: [{ ...refused, ...change }] }).map(({ kind }) => kind)
  expect(troubleList({ ...fine, channels: [refused] })).toEqual([
    {
      ...{ kind: 'refused', key: `refused ${refused.channelId} denied`, severity: 'warn', since: null },
      ...{ channel: refused, close },
    },
  ])
  const at = close?.at ?? 0
  expect(told({ state: 'authorising', stateSince: at + 10_000 })).toEqual(['refused'])
  expect(told({ state: 'authorising', stateSince: at + 60_000 })).toEqual([])
  expect(told({ state: 'idle' })).toEqual([])
  const unsupported = { kind: 'video', codec: 'HEVC' } as const
  const codec = close && { ...close, reason: 'unsupported-codec' as const, said: null, unsupported }
  expect(told({ state: 'receiving', stateSince: at + 5000, lastClose: codec })).toEqual(['refused'])
  expect(told({ state: 'packaging', stateSince: at + 5000, lastClose: codec })).toEqual([])
  expect(told({ rtmp: null })).toEqual([])
})

test('leaves to an incident that goes on what it tells', () => {
  const silent = {
    ...{ code: 'no-audio' as const, severity: 'fail' as const, since: SCENE_NOW, values: { seconds: 14 } },
  }
  const incident = {
    ...{ id: 'I', kind: 'no-audio' as const, channelId: townHall.channelId, scheduleId: null, name: '' },
    ...{ encoder: '', viewers: 0, steps: [], acknowledged: null },
    ...{ beganAt: SCENE_NOW, overAt: null, outcome: null },
  }
  const channels = [{ ...townHall, findings: [silent] }]
  const count = (incidents: IncidentView[]) =>
    troubleList({ ...fine, channels, engine: engineView({ incidents }) }).length
  expect(count([])).toBe(1)
  expect(count([incident])).toBe(0)
  expect(count([{ ...incident, channelId: 'another' }])).toBe(1)
  expect(count([{ ...incident, overAt: SCENE_NOW, outcome: 'back' }])).toBe(1)
})

test('says how many fail to who may not see which', () => {
  const archive = { ...engineView().archive, failing: 2 }
  const list = troubleList({
    ...fine,
    engine: engineView({ webhooks: failingOf([endpoint]), archive }),
    endpoints: null,
    destinations: null,
  })
  expect(list).toMatchObject([
    { kind: 'webhooks', webhooks: { failing: 1 }, since: endpoint.failingSince, askOperator: true },
    { kind: 'destinations', count: 2, since: null, askOperator: true },
  ])
})

test('while destinations were read before the engine counted anew, its number holds', () => {
  const { archive } = engineView()
  const counted = (failing: number) => engineView({ archive: { ...archive, failing } })
  const destinations = [destination]
  expect(troubleList({ ...fine, engine: counted(1), destinations })).toMatchObject([
    { kind: 'destinations', count: 1, askOperator: false },
  ])
  expect(troubleList({ ...fine, engine: counted(0), destinations: [{ ...destination, trouble }] })).toEqual(
    [],
  )
})
