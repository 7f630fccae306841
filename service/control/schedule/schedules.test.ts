import { beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { KNOWN_DESTINATION, optionDomain } from '../../../test/support/option-domain.ts'
import type { OptionDomain } from '../../../test/support/option-domain.ts'
import { ID_PATTERN } from '../../contract/ids.ts'
import type { Rendition } from '../../contract/rendition.ts'
import { problem } from '../../contract/refusal/rules.ts'
import type { User } from '../identity/user.ts'
import type { System } from '../system/system.ts'
import type { NewSchedule, Schedules } from './schedules.ts'

const RENDITION: Rendition = { durationSeconds: 2, startTimeOffset: -2, audio: { bps: 96_000 } }
const archived = (id: string): Rendition => ({ ...RENDITION, archive: { archive_destination_id: id } })

let clock: ManualClock
let domain: OptionDomain
let schedules: Schedules
let system: System
let other: System
let master: User
let stranger: User
let now: number

beforeEach(() => {
  clock = new ManualClock()
  now = clock.now()
  domain = optionDomain(clock)
  schedules = domain.schedules
  system = domain.addSystem()
  other = domain.addSystem()
  master = domain.addUser(system, { name: 'Master', isMaster: true })
  stranger = domain.addUser(other, { isMaster: true })
})

/** @param from and @param to, in seconds from now */
const at = (from: number, to: number, given: Partial<NewSchedule> = {}): NewSchedule => ({
  name: `${from} to ${to}`,
  startsAt: now + from * 1000,
  endsAt: now + to * 1000,
  renditions: [],
  ...given,
})
const create = (from: number, to: number, given: Partial<NewSchedule> = {}) =>
  schedules.create(system.id, master, at(from, to, given))
const names = (of = system) => schedules.list(of.id).map(({ name }) => name)
const channelIds = (of = system) => domain.channels.listIds(of.id)
const rows = () =>
  ['schedules', 'channels', 'chat_messages'].map((table) =>
    domain.database.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all(),
  )
/** What a refused call must leave as it is. */
const refusal = async (code: string, call: () => unknown, problems: object[] = []) => {
  const before = rows()
  await expect((async () => call())()).rejects.toMatchObject({ name: 'Refusal', code, problems })
  expect(rows()).toEqual(before)
}
const UNKNOWN = [problem('schedule_id', 'knownSchedule')]
const overlap = (name: string) => [problem('start_datetime', 'overlap', { name })]

describe('listBetween', () => {
  const between = (from: number, to: number, of = system) =>
    schedules.listBetween(of.id, now + from * 1000, now + to * 1000).map(({ name }) => name)
  beforeEach(() => {
    for (const from of [30, 10, 20]) create(from, from + 5)
    create(35, 100)
    schedules.create(other.id, stranger, at(10, 20, { name: 'elsewhere' }))
  })

  it('gives those of the system that have some of a span, by start', () => {
    expect(between(0, 200)).toEqual(['10 to 15', '20 to 25', '30 to 35', '35 to 100'])
    expect(between(12, 21)).toEqual(['10 to 15', '20 to 25'])
    expect(between(0, 15, other)).toEqual(['elsewhere'])
  })

  it('takes an end as no part of a schedule, nor of the span', () => {
    expect(between(15, 20)).toEqual([])
    expect(between(10, 30)).toEqual(['10 to 15', '20 to 25'])
    expect(between(25, 25.001)).toEqual([])
    expect(between(100, 200)).toEqual([])
  })

  it('finds the one that began long before and goes on', () => {
    expect(between(98, 99)).toEqual(['35 to 100'])
    expect(between(34, 36)).toEqual(['30 to 35', '35 to 100'])
  })
})

describe('search', () => {
  const found = (text: string, of = system) => schedules.search(of.id, text).map(({ name }) => name)

  it('finds names by any part of them, those nearest to now first', () => {
    const days = 86_400
    create(-3 * days, -2 * days, { name: 'Board meeting, last' })
    create(200 * days, 201 * days, { name: 'board 100 %_' })
    create(days, 2 * days, { name: 'Another' })
    schedules.create(other.id, stranger, at(10, 20, { name: 'Board elsewhere' }))
    expect(found('BOARD')).toEqual(['Board meeting, last', 'board 100 %_'])
    expect(found('0 %_')).toEqual(['board 100 %_'])
    expect(found('%')).toEqual(['board 100 %_'])
    expect(found('nothing')).toEqual([])
  })

  it('finds an id as a whole', () => {
    const { scheduleId } = create(10, 20)
    expect(found(scheduleId)).toEqual(['10 to 20'])
    expect(found(scheduleId.slice(1))).toEqual([])
    expect(found(scheduleId, other)).toEqual([])
  })

  it('gives twelve at most', () => {
    for (let i = 0; i < 20; i++) create(i * 10, i * 10 + 5, { name: `Show ${i}` })
    expect(found('show')).toEqual(Array.from({ length: 12 }, (_, i) => `Show ${i}`))
  })
})

describe('create', () => {
  it('makes a schedule with a channel of its own', () => {
    clock.advance(5)
    const renditions = [RENDITION, archived(KNOWN_DESTINATION)]
    const schedule = create(10, 20, { name: 'Morning show', renditions })
    expect(schedule).toEqual({
      scheduleId: expect.stringMatching(ID_PATTERN) as string,
      systemId: system.id,
      name: 'Morning show',
      startsAt: now + 10_000,
      endsAt: now + 20_000,
      channelId: channelIds()[0],
      renditions,
      createdAt: clock.now(),
      createdByName: 'Master',
    })
    expect(schedules.find(system.id, schedule.scheduleId)).toEqual(schedule)
    expect(schedules.list(system.id)).toEqual([schedule])
    const channel = domain.channels.get(system.id, schedule.channelId)
    expect(channel).toMatchObject({ madeVia: 'schedule', settings: { hls: renditions } })
  })

  it.each([
    ['in the past', -100, -50],
    ['that has begun', -100, 100],
    ['of one second', 0, 1],
    ['before 1970', -1e10, -1e10 + 1],
  ])('takes a schedule %s', (_, from, to) => {
    create(from, to)
    expect(names()).toEqual([`${from} to ${to}`])
  })

  it.each([0, -1])('refuses an end that is %i s after the start', (seconds) =>
    refusal('BAD_REQUEST', () => create(10, 10 + seconds), [problem('end_datetime', 'laterThanStart')]),
  )

  it.each([
    ['the same time', 10, 20],
    ['the first millisecond', 0, 10.001],
    ['the last millisecond', 19.999, 30],
    ['a part of it', 12, 13],
    ['all of it and more', 0, 100],
    ['its start', 10, 11],
    ['its end', 19, 20],
  ])('refuses %s of another', async (_, from, to) => {
    create(-20, -10)
    create(10, 20)
    create(200, 210)
    await refusal('SCHEDULE_OVERLAP', () => create(from, to), overlap('10 to 20'))
  })

  it('takes back to back, and the time of another system', () => {
    create(10, 20)
    create(20, 30)
    create(0, 10)
    schedules.create(other.id, stranger, at(5, 25))
    expect(names()).toEqual(['0 to 10', '10 to 20', '20 to 30'])
    expect(names(other)).toEqual(['5 to 25'])
  })

  it('names each archive destination that is unknown as the request does', () =>
    refusal(
      'BAD_REQUEST',
      () => create(0, 1, { renditions: [archived('hls'), archived(KNOWN_DESTINATION), archived('x')] }),
      [0, 2].map((i) => problem(`service_params[${i}].archive.archive_destination_id`, 'knownDestination')),
    ))

  it('is undone with the transaction of the caller, channel and all', () => {
    const before = rows()
    const inVain = () =>
      domain.database.transaction(() => {
        create(0, 1)
        throw new Error('in vain')
      })
    expect(inVain).toThrow('in vain')
    expect(rows()).toEqual(before)
  })
})

describe('list and find', () => {
  it('order by start, whatever the order of making', () => {
    for (const [from, to] of [
      [50, 60],
      [-10, 0],
      [20, 30],
    ] as const) {
      create(from, to)
      clock.advance(1)
    }
    expect(names()).toEqual(['-10 to 0', '20 to 30', '50 to 60'])
  })

  it('know nothing of other systems', async () => {
    const { scheduleId } = create(0, 1)
    expect(schedules.list(other.id)).toEqual([])
    for (const id of [scheduleId, 'unknown', '', '__proto__']) {
      await refusal('NOT_FOUND', () => schedules.find(other.id, id), UNKNOWN)
    }
  })

  it('name who made it as they are called now, and once deleted as they were last', async () => {
    const maker = domain.addUser(system, { name: 'Ann' })
    schedules.create(system.id, maker, at(0, 1))
    const creator = () => schedules.list(system.id)[0]?.createdByName
    expect(creator()).toBe('Ann')
    const { token } = domain.identity.sessions.open(master, 'option')
    await domain.identity.users.change(master, token, system, maker.id, { name: 'Ann B' })
    expect(creator()).toBe('Ann B')
    domain.identity.users.remove(master, system.id, maker.id)
    expect(creator()).toBe('Ann B')
  })
})

describe('a list that may be kept', () => {
  it('has the same revision until something that it is made of changes', async () => {
    const maker = domain.addUser(system, { name: 'Ann' })
    const { scheduleId } = schedules.create(system.id, maker, at(1, 2))
    let before = schedules.revision(system.id)
    const isNew = () => {
      const now = schedules.revision(system.id)
      const found = now !== before
      before = now
      return found
    }
    expect(isNew()).toBe(false)
    schedules.change(system.id, scheduleId, at(1, 3))
    expect([isNew(), isNew()]).toEqual([true, false])
    const { token } = domain.identity.sessions.open(master, 'option')
    await domain.identity.users.change(master, token, system, maker.id, { name: 'Ann B' })
    expect([isNew(), isNew()]).toEqual([true, false])
    await schedules.remove(system.id, scheduleId)
    expect([isNew(), isNew()]).toEqual([true, false])
  })

  it('is given one by one, and nothing is held by who takes no more', () => {
    create(1, 2)
    create(2, 3)
    for (const { startsAt } of schedules.each(system.id)) {
      expect(startsAt).toBe(at(1, 2).startsAt)
      break
    }
    expect(create(3, 4).startsAt).toBe(at(3, 4).startsAt)
  })
})

it('firstAfter is the next one of the system', () => {
  create(3, 4)
  create(1, 2)
  const after = (hour: number) =>
    schedules.aroundNow.firstAfter(system.id, at(hour, hour + 1).startsAt)?.startsAt
  expect([after(0), after(1), after(3)]).toEqual([at(1, 2).startsAt, at(3, 4).startsAt, undefined])
})

describe('change', () => {
  it('changes name and time, and nothing else', () => {
    const schedule = create(10, 20, { renditions: [RENDITION] })
    const period = { name: 'New', startsAt: now + 15_000, endsAt: now + 25_000 }
    schedules.change(system.id, schedule.scheduleId, period)
    expect(schedules.list(system.id)).toEqual([{ ...schedule, ...period }])
    schedules.change(system.id, schedule.scheduleId, period)
    expect(schedules.list(system.id)).toEqual([{ ...schedule, ...period }])
  })

  it.each([
    ['has started', -10, 10],
    ['is over', -20, -10],
  ])('takes one that %s, also to another time', (_, from, to) => {
    const { scheduleId } = create(from, to)
    schedules.change(system.id, scheduleId, at(100, 110))
    schedules.change(system.id, scheduleId, at(-50, -40))
    expect(names()).toEqual(['-50 to -40'])
  })

  it('refuses the time of another, not its own and not what touches', async () => {
    const { scheduleId } = create(10, 20)
    create(30, 40)
    create(50, 60)
    const change = (from: number, to: number) => schedules.change(system.id, scheduleId, at(from, to))
    await refusal('SCHEDULE_OVERLAP', () => change(20, 31), overlap('30 to 40'))
    await refusal('SCHEDULE_OVERLAP', () => change(39.999, 50), overlap('30 to 40'))
    await refusal('SCHEDULE_OVERLAP', () => change(0, 100), overlap('50 to 60'))
    change(0, 30)
    change(40, 50)
    expect(names()).toEqual(['30 to 40', '40 to 50', '50 to 60'])
  })

  it('refuses an end that is not later than the start', async () => {
    const { scheduleId } = create(10, 20)
    await refusal('BAD_REQUEST', () => schedules.change(system.id, scheduleId, at(5, 5)), [
      problem('end_datetime', 'laterThanStart'),
    ])
  })

  it('knows no schedule that is unknown or of another system', async () => {
    const { scheduleId } = create(10, 20)
    await refusal('NOT_FOUND', () => schedules.change(other.id, scheduleId, at(0, 1)), UNKNOWN)
    await refusal('NOT_FOUND', () => schedules.change(system.id, 'unknown', at(0, 1)), UNKNOWN)
  })
})

describe('remove', () => {
  it('deletes the schedule with its chat and its channel', async () => {
    const [doomed, kept] = [create(10, 20), create(20, 30)]
    domain.chat.send(doomed, master, 'gone')
    const message = domain.chat.send(kept, master, 'kept')
    await schedules.remove(system.id, doomed.scheduleId)
    expect(schedules.list(system.id)).toEqual([kept])
    expect(channelIds()).toEqual([kept.channelId])
    const left = domain.database.prepare('SELECT id FROM chat_messages').pluck().all()
    expect(left).toEqual([message.messageId])
    create(10, 20)
  })

  it('is possible until the last millisecond before the start', async () => {
    const [first, second] = [create(10, 20), create(20, 30)]
    clock.advance(9_999)
    await schedules.remove(system.id, first.scheduleId)
    clock.advance(10_001)
    await refusal('SCHEDULE_STARTED', () => schedules.remove(system.id, second.scheduleId))
    clock.advance(1_000_000)
    await refusal('SCHEDULE_STARTED', () => schedules.remove(system.id, second.scheduleId))
  })

  it('goes by the start as it was changed', async () => {
    const { scheduleId } = create(-10, 20)
    await refusal('SCHEDULE_STARTED', () => schedules.remove(system.id, scheduleId))
    schedules.change(system.id, scheduleId, at(1, 20))
    await schedules.remove(system.id, scheduleId)
    expect(names()).toEqual([])
  })

  it('removes the channel that took the place of a deleted one', async () => {
    const { scheduleId, channelId } = create(10, 20)
    await domain.channels.delete(system.id, channelId)
    schedules.withChannel(system.id, scheduleId)
    await schedules.remove(system.id, scheduleId)
    expect(channelIds()).toEqual([])
  })

  it('works when the channel was deleted before', async () => {
    const { scheduleId, channelId } = create(10, 20)
    await domain.channels.delete(system.id, channelId)
    expect(names()).toEqual(['10 to 20'])
    await schedules.remove(system.id, scheduleId)
    expect(names()).toEqual([])
  })

  it('deletes everything or nothing', async () => {
    const { scheduleId } = create(10, 20)
    domain.database
      .prepare("CREATE TRIGGER full BEFORE DELETE ON schedules BEGIN SELECT RAISE(ABORT, 'full'); END")
      .run()
    const before = rows()
    await expect(schedules.remove(system.id, scheduleId)).rejects.toThrow('full')
    expect(rows()).toEqual(before)
  })

  it('knows no schedule that is unknown, removed or of another system', async () => {
    const { scheduleId } = create(10, 20)
    await refusal('NOT_FOUND', () => schedules.remove(other.id, scheduleId), UNKNOWN)
    await schedules.remove(system.id, scheduleId)
    await refusal('NOT_FOUND', () => schedules.remove(system.id, scheduleId), UNKNOWN)
    await refusal('NOT_FOUND', () => schedules.remove(system.id, 'unknown'), UNKNOWN)
  })

  it('does it once when asked twice at the same time', async () => {
    const { scheduleId } = create(10, 20)
    const remove = () => schedules.remove(system.id, scheduleId)
    const [first, second] = await Promise.allSettled([remove(), remove()])
    expect(first.status).toBe('fulfilled')
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND' } })
  })
})

describe('withChannel', () => {
  it('gives the schedule as it is while its channel exists', () => {
    const schedule = create(10, 20, { renditions: [RENDITION] })
    expect(schedules.withChannel(system.id, schedule.scheduleId)).toEqual(schedule)
    expect(channelIds()).toEqual([schedule.channelId])
  })

  it('makes a new channel with the same renditions where it was deleted, once', async () => {
    const renditions = [RENDITION, archived(KNOWN_DESTINATION)]
    const { scheduleId, channelId } = create(10, 20, { renditions })
    await domain.channels.delete(system.id, channelId)
    const made = schedules.withChannel(system.id, scheduleId)
    expect(made.channelId).not.toBe(channelId)
    expect(domain.channels.get(system.id, made.channelId)).toMatchObject({
      kind: 'webrtc-hls',
      madeVia: 'schedule',
      settings: { hls: renditions },
    })
    expect(schedules.withChannel(system.id, scheduleId)).toEqual(made)
    expect(schedules.list(system.id)).toEqual([made])
    expect(channelIds()).toEqual([made.channelId])
  })

  it('refuses where a destination of the renditions is gone too', async () => {
    const { scheduleId, channelId } = create(10, 20, { renditions: [archived(KNOWN_DESTINATION)] })
    await domain.channels.delete(system.id, channelId)
    domain.destinations.delete(KNOWN_DESTINATION)
    await refusal('CHANNEL_DELETED', () => schedules.withChannel(system.id, scheduleId))
  })

  it('knows no schedule that is unknown or of another system', async () => {
    const { scheduleId } = create(10, 20)
    await refusal('NOT_FOUND', () => schedules.withChannel(other.id, scheduleId), UNKNOWN)
    await refusal('NOT_FOUND', () => schedules.withChannel(system.id, 'unknown'), UNKNOWN)
  })
})

describe('the channel of a schedule', () => {
  const channel = () => domain.channels.list(system.id).map(({ name }) => name)

  it('is called as the schedule, until it is named itself; who listens is told of either', () => {
    const told: string[] = []
    domain.channels.onChange((channelId) => told.push(channelId))
    const { scheduleId, channelId } = create(0, 60, { name: 'Town hall' })
    expect(channel()).toEqual(['Town hall'])
    schedules.change(system.id, scheduleId, at(0, 60, { name: 'All hands' }))
    expect(channel()).toEqual(['All hands'])
    domain.channels.rename(system.id, channelId, 'Stage 2')
    schedules.change(system.id, scheduleId, at(0, 60, { name: 'Town hall' }))
    expect(channel()).toEqual(['Stage 2'])
    expect(told).toEqual([channelId, channelId, channelId, channelId])
  })
})
