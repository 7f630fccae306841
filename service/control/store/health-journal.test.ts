import { beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { optionDomain } from '../../../test/support/option-domain.ts'
import type { OptionDomain } from '../../../test/support/option-domain.ts'
import type { HealthEvent } from '../../contract/console/health.ts'
import { createRtmpChannelRequest } from '../../contract/live-api.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { HealthJournal } from '../health/journal.ts'
import { connectionStore } from './connections.ts'
import { healthJournal } from './health-journal.ts'

let domain: OptionDomain
let journal: HealthJournal
let channelId: ChannelId
let other: ChannelId
let clock: ManualClock

beforeEach(() => {
  domain = optionDomain((clock = new ManualClock()))
  const system = domain.addSystem()
  const tokenId = domain.identity.accessTokens.ofConsole(system.id)
  const settings = createRtmpChannelRequest.parse({
    hls: [{ durationSeconds: 2, startTimeOffset: -2, audio: { bps: 96_000 } }],
  })
  const make = () =>
    domain.channels.create({ systemId: system.id, tokenId }, { kind: 'rtmp', settings }).channelId
  ;[channelId, other] = [make(), make()]
  journal = healthJournal(domain.database)
})

const opened = (id: number, at: number, connectionId: string): HealthEvent => ({
  ...{ id, at, kind: 'connection-opened', connectionId, remoteAddress: '10.0.0.1:5000' },
})
const state = (id: number, at: number): HealthEvent => ({ id, at, kind: 'state', state: 'playable' })
const found = (id: number, at: number): HealthEvent => ({
  ...{ id, at, kind: 'finding-raised' },
  finding: { code: 'black', severity: 'fail', since: at, values: { seconds: 3 } },
})
function connect(connectionId: string, encoder: string, bytes: number): void {
  const store = connectionStore(domain.database)
  const known = { channelId, remoteAddress: '', encoder, createdAt: 0 }
  store.insert({ connectionId: connectionId as ConnectionId, ...known })
  store.setUsage(connectionId as ConnectionId, 1, bytes)
}

it('lists sessions newest first, with who sent, how much and how many findings', () => {
  connect('A', 'OBS', 3000)
  connect('B', 'vMix', 500)
  const first = journal.begin(channelId, 1000)
  for (const event of [opened(1, 1000, 'A'), state(2, 2000), found(3, 3000), opened(4, 4000, 'B')])
    journal.add(first, event)
  journal.end(first, 9000)
  const second = journal.begin(channelId, 20_000)
  expect(journal.list(channelId)).toEqual([
    ...[
      {
        id: second,
        startedAt: 20_000,
        endedAt: null,
        encoder: '',
        connections: 0,
        receivedBytes: 0,
        findings: 0,
      },
    ],
    ...[
      {
        id: first,
        startedAt: 1000,
        endedAt: 9000,
        encoder: 'OBS',
        connections: 2,
        receivedBytes: 3500,
        findings: 1,
      },
    ],
  ])
  expect(journal.list(other)).toEqual([])
  expect(journal.events(channelId, first)).toEqual([
    ...[opened(1, 1000, 'A'), state(2, 2000), found(3, 3000), opened(4, 4000, 'B')],
  ])
  expect(journal.events(other, first), 'of another channel').toEqual([])
})

it('ends what an earlier run left open with the last that is known of it', () => {
  const known = journal.begin(channelId, 1000)
  journal.add(known, state(1, 2000))
  journal.add(known, state(2, 7000))
  journal.begin(other, 5000)
  const again = healthJournal(domain.database)
  again.endOpen()
  expect([again.list(channelId)[0]?.endedAt, again.list(other)[0]?.endedAt]).toEqual([7000, 5000])
})

it('keeps the newest 100 sessions of a channel and the newest 500 events of a session', () => {
  const numbers = Array.from({ length: 102 }, (_, i) => journal.begin(channelId, i))
  journal.begin(other, 0)
  expect(journal.list(channelId).map(({ startedAt }) => startedAt)).toEqual(
    Array.from({ length: 100 }, (_, i) => 101 - i),
  )
  expect(journal.list(other)).toHaveLength(1)
  const session = numbers.at(-1) ?? 0
  for (let id = 1; id <= 503; id++) journal.add(session, state(id, id))
  const kept = journal.events(channelId, session).map(({ id }) => id)
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([500, 4, 503])
})

it('what still comes of a session that is gone is dropped', () => {
  const session = journal.begin(channelId, 0)
  domain.database.prepare('DELETE FROM health_sessions WHERE id = ?').run(session)
  expect(() => journal.add(session, state(1, 1))).not.toThrow()
  expect(journal.events(channelId, session)).toEqual([])
})

it('lists sessions of the channels of schedules within a time, oldest first, of one system', () => {
  const now = clock.now()
  const schedule = () => {
    const system = domain.addSystem()
    const period = { startsAt: now + 60_000, endsAt: now + 120_000 }
    return domain.schedules.create(system.id, domain.addUser(system), {
      name: 'A',
      ...period,
      renditions: [],
    })
  }
  const [ours, theirs] = [schedule(), schedule()]
  const session = (channel: ChannelId, from: number, to: number | null) => {
    const id = journal.begin(channel, from)
    if (to !== null) journal.end(id, to)
    return id
  }
  session(ours.channelId, 100, 1000)
  const across = session(ours.channelId, 900, 1001)
  const running = session(ours.channelId, 1500, null)
  session(ours.channelId, 2000, 2500)
  session(theirs.channelId, 1200, 1300)
  session(channelId, 1200, 1300)
  expect(journal.ofSchedules(ours.systemId, 1000, 2000)).toEqual([
    { id: across, scheduleId: ours.scheduleId, startedAt: 900, endedAt: 1001 },
    { id: running, scheduleId: ours.scheduleId, startedAt: 1500, endedAt: null },
  ])
})
