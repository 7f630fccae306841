import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { optionDomain } from '../../../test/support/option-domain.ts'
import type { OptionDomain } from '../../../test/support/option-domain.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import { newId } from '../../platform/ids.ts'
import type { User } from '../identity/user.ts'
import type { Schedule } from '../schedule/schedule.ts'
import { channelRepository } from '../store/channels.ts'
import { connectionStore } from '../store/connections.ts'
import { incidentRepository } from '../store/incidents.ts'
import type { System } from '../system/system.ts'
import { Incidents } from './incidents.ts'
import { watchLateStarts } from './late-starts.ts'

const logger = { error: vi.fn() }
let clock: ManualClock
let domain: OptionDomain
let system: System
let master: User
let incidents: Incidents
let now: number
let schedule: Schedule
let stop: () => void

beforeEach(() => {
  clock = new ManualClock()
  now = clock.now()
  domain = optionDomain(clock)
  system = domain.addSystem()
  master = domain.addUser(system, { isMaster: true })
  schedule = domain.schedules.create(system.id, master, {
    ...{ name: 'Town hall', startsAt: now + 60_000, endsAt: now + 120_000 },
    renditions: [{ durationSeconds: 2, startTimeOffset: -2, audio: { bps: 96_000 } }],
  })
  watch()
})

afterEach(() => stop())

/** As the service does when it starts; the one before has ended. */
function watch(): void {
  const { database, identity, schedules, channels } = domain
  incidents = new Incidents({
    incidents: incidentRepository(database),
    connections: connectionStore(database),
    channels: channelRepository(database),
    transactions: database,
    // Nothing is told of channels.
    broadcasts: { activity: vi.fn(), onChange: () => () => undefined },
    clock,
  })
  const { systems } = identity.store
  stop = watchLateStarts({ incidents, systems, schedules, channels, clock, logger })
}
/** @param second from the beginning of the test; time does not go back */
const goTo = (second: number) => clock.advance(now + second * 1000 - clock.now())
const listed = () => incidents.listed(system.id)
/** A viewer can see it from now on. */
function seen(): void {
  const store = connectionStore(domain.database)
  const connectionId = newId<ConnectionId>()
  const { channelId } = schedule
  store.insert({ connectionId, channelId, remoteAddress: '', encoder: '', createdAt: clock.now() })
  store.setPlaylistReady(connectionId, clock.now())
}
const move = (from: number, to: number) =>
  domain.schedules.change(system.id, schedule.scheduleId, {
    ...{ name: 'Town hall', startsAt: now + from * 1000, endsAt: now + to * 1000 },
  })

it('is an incident 5 s after its start, since its start', () => {
  goTo(64)
  expect(listed()).toEqual([])
  goTo(65)
  const { scheduleId, channelId } = schedule
  expect(listed()).toMatchObject([
    {
      ...{ kind: 'late-start', scheduleId, channelId, name: 'Town hall' },
      ...{ beganAt: now + 60_000, overAt: null, acknowledged: null },
    },
  ])
})

it('is told as soon as it can be written, where the disk is full at its start', () => {
  const { database } = domain
  database
    .prepare("CREATE TRIGGER full BEFORE INSERT ON incidents BEGIN SELECT raise(FAIL, 'full'); END")
    .run()
  goTo(70)
  expect(logger.error).toHaveBeenCalled()
  database.prepare('DROP TRIGGER full').run()
  goTo(71)
  expect(listed()).toMatchObject([{ kind: 'late-start', beganAt: now + 60_000 }])
})

it('is over once viewers see it, and stays listed until somebody takes note', () => {
  goTo(70)
  seen()
  goTo(71)
  expect(listed()).toMatchObject([{ overAt: now + 71_000, outcome: 'back' }])
  incidents.acknowledge(system.id, listed()[0]?.id ?? '', 'Aiko')
  expect(listed()).toEqual([])
})

it('did not take place where its time is over', () => {
  goTo(121)
  expect(listed()).toMatchObject([{ overAt: now + 120_000, outcome: 'ended' }])
})

it('is withdrawn where it is moved or deleted; moved to another time that is past, it is one anew', async () => {
  goTo(70)
  move(90, 150)
  goTo(71)
  expect(listed()).toEqual([])
  goTo(95)
  expect(listed()).toMatchObject([{ beganAt: now + 90_000 }])
  move(80, 150)
  goTo(96)
  expect(listed()).toMatchObject([{ beganAt: now + 80_000, overAt: null }])
  await domain.schedules.clear(system.id)
  goTo(97)
  expect(listed()).toEqual([])
})

it('is the same one after the service was started again', () => {
  goTo(70)
  const [before] = listed()
  stop()
  watch()
  incidents.recover()
  goTo(72)
  expect(listed()).toEqual([before])
  seen()
  goTo(73)
  expect(listed()).toMatchObject([{ id: before?.id, outcome: 'back' }])
})
