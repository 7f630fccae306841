import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { optionDomain } from '../../../test/support/option-domain.ts'
import type { OptionDomain } from '../../../test/support/option-domain.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import type { Rendition } from '../../contract/rendition.ts'
import { newId } from '../../platform/ids.ts'
import type { User } from '../identity/user.ts'
import { connectionStore } from '../store/connections.ts'
import type { System } from '../system/system.ts'
import type { Schedule } from './schedule.ts'

const RENDITION: Rendition = { durationSeconds: 2, startTimeOffset: -2, audio: { bps: 96_000 } }
/** When the schedule starts and ends, in seconds from now. */
const [START, END] = [60, 120]

let clock: ManualClock
let domain: OptionDomain
let system: System
let master: User
let now: number

beforeEach(() => {
  clock = new ManualClock()
  now = clock.now()
  use(optionDomain(clock))
})

function use(next: OptionDomain): void {
  domain = next
  system = domain.addSystem()
  master = domain.addUser(system, { isMaster: true })
}

/** @param from and @param to, in seconds from now */
const plan = (from = START, to = END, renditions: readonly Rendition[] = [RENDITION]) =>
  domain.schedules.create(system.id, master, {
    ...{ name: `${from} to ${to}`, renditions },
    ...{ startsAt: now + from * 1000, endsAt: now + to * 1000 },
  })
/** @param second from now; time does not go back */
const goTo = (second: number) => clock.advance(now + second * 1000 - clock.now())
const awaited = (of = system) => domain.schedules.aroundNow.awaited(of.id)?.name ?? null
/** Names of the schedule that is awaited at each of these seconds. */
const awaitedAt = (...seconds: number[]) =>
  seconds.map((second) => {
    goTo(second)
    return awaited()
  })

/** A connection to the channel of a schedule, from now on. */
function connect({ channelId }: Schedule) {
  const store = connectionStore(domain.database)
  const connectionId = newId<ConnectionId>()
  const known = { connectionId, channelId, remoteAddress: '', encoder: '', createdAt: clock.now() }
  store.insert(known)
  return {
    playable: () => store.setPlaylistReady(connectionId, clock.now()),
    end: (reason: CloseReason = 'client-closed') => store.end(connectionId, clock.now(), reason),
    /** Wrote that it was there for so many minutes. */
    lasted: (minutes: number) => store.setUsage(connectionId, minutes, 0),
    /** As of a WebRTC client. */
    is: (role: string) =>
      void domain.database
        .prepare('UPDATE connections SET sfu_event = ? WHERE id = ?')
        .run(JSON.stringify({ role }), connectionId),
  }
}

describe('a schedule that nobody starts', () => {
  it('is awaited from 10 s before its start until its end', () => {
    plan()
    expect(awaitedAt(0, 50, 50.001, 60, 119.999, 120)).toEqual([
      null,
      null,
      ...Array<string>(3).fill('60 to 120'),
      null,
    ])
  })

  it('gives way to the next one at its end', () => {
    plan()
    plan(120, 180)
    expect(awaitedAt(115, 120, 180)).toEqual(['60 to 120', '120 to 180', null])
  })

  it('is of its own system', () => {
    const other = domain.addSystem()
    plan()
    goTo(START)
    expect(awaited(other)).toBeNull()
  })
})

describe('a schedule that is started', () => {
  it('is awaited until the first segment, not only until somebody sends', () => {
    const schedule = plan()
    goTo(START + 10)
    const connection = connect(schedule)
    expect(awaited()).toBe('60 to 120')
    connection.playable()
    expect(awaited()).toBeNull()
  })

  it('is not awaited any more once its broadcast broke off', () => {
    const schedule = plan()
    goTo(START + 10)
    const connection = connect(schedule)
    connection.playable()
    goTo(START + 20)
    connection.end()
    expect(awaitedAt(START + 20, START + 40)).toEqual([null, null])
  })

  it('is not awaited where it was on air before its start, and is where that ended before', () => {
    const rehearsed = connect(plan())
    const early = connect(plan(120, 180))
    rehearsed.playable()
    goTo(START - 5)
    rehearsed.end()
    early.playable()
    expect(awaitedAt(START, 119, 120)).toEqual(['60 to 120', '60 to 120', null])
  })

  it('is awaited again where it was moved beyond what viewers saw', () => {
    const schedule = plan()
    goTo(START)
    const connection = connect(schedule)
    connection.playable()
    goTo(START + 1)
    connection.end()
    const period = { name: 'moved', startsAt: now + 90_000, endsAt: now + 150_000 }
    domain.schedules.change(system.id, schedule.scheduleId, period)
    expect(awaitedAt(START + 2, 81)).toEqual([null, 'moved'])
  })

  it('is late from another start where it was moved, and no more before that', () => {
    const { scheduleId } = plan()
    goTo(START + 5)
    domain.schedules.change(system.id, scheduleId, {
      name: 'moved',
      startsAt: now + 80_000,
      endsAt: now + 140_000,
    })
    expect(awaited()).toBeNull()
    goTo(START + 15)
    expect(domain.schedules.aroundNow.awaited(system.id)?.startsAt).toBe(now + 80_000)
  })

  it('is awaited without HLS until a client sends', () => {
    const schedule = plan(START, END, [])
    goTo(START)
    connect(schedule).is('recvonly')
    expect(awaited()).toBe('60 to 120')
    connect(schedule).is('sendonly')
    expect(awaited()).toBeNull()
  })

  it('needs a playlist where it has HLS, however many clients send', () => {
    const schedule = plan()
    goTo(START)
    connect(schedule).is('sendrecv')
    expect(awaited()).toBe('60 to 120')
  })
})

describe('a broadcast that the service lost by a crash', () => {
  /** On air from before the start; the crash is told of when the service is there again. */
  function crash(minutes: number): void {
    const connection = connect(plan(90, 200))
    connection.playable()
    connection.lasted(minutes)
    goTo(150)
    connection.end('service-lost')
  }

  it('counts where it was there after the start', () => {
    crash(2)
    expect(awaited()).toBeNull()
  })

  it('does not where it may have ended before: nothing is said of the time that the service was away', () => {
    crash(1)
    expect(awaited()).toBe('90 to 200')
  })

  it('counts where its first segment came after the start', () => {
    const schedule = plan()
    goTo(START + 5)
    const connection = connect(schedule)
    connection.playable()
    goTo(START + 20)
    connection.end('service-lost')
    expect(awaited()).toBeNull()
  })
})

it('a restart of the service gives the same answers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-awaited-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const open = () => optionDomain(clock, openTestDatabase(join(folder, 'airdesk.db')))
  use(open())
  const started = plan()
  plan(120, 180)
  goTo(START)
  const connection = connect(started)
  connection.playable()
  goTo(START + 10)
  connection.end()
  domain.database.close()
  domain = open()
  expect(awaitedAt(START + 10, 130)).toEqual([null, '120 to 180'])
  domain.database.close()
  domain = open()
  expect(awaited()).toBe('120 to 180')
  domain.database.close()
})
