import { beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { optionDomain } from '../../../test/support/option-domain.ts'
import type { OptionDomain } from '../../../test/support/option-domain.ts'
import type { ChannelId } from '../../contract/ids.ts'
import type { User } from '../identity/user.ts'
import type { System } from '../system/system.ts'

const MINUTE = 60_000

let clock: ManualClock
let domain: OptionDomain
let system: System
let master: User
let start: number

beforeEach(() => {
  clock = new ManualClock()
  start = clock.now()
  domain = optionDomain(clock)
  system = domain.addSystem()
  master = domain.addUser(system, { isMaster: true })
})

/** @param from @param to minutes from the beginning */
const plan = (name: string, from: number, to: number) =>
  domain.schedules.create(system.id, master, {
    ...{ name, renditions: [] },
    ...{ startsAt: start + from * MINUTE, endsAt: start + to * MINUTE },
  })

it('a schedule starts soon from 10 minutes before its start until it starts', () => {
  plan('runs', -5, 11)
  plan('next', 11, 20)
  plan('later', 20, 30)
  const soonAt = (ms: number) => {
    clock.advance(start + ms - clock.now())
    return domain.schedules.aroundNow.soon(system.id)?.name ?? null
  }
  expect([MINUTE, MINUTE + 1, 11 * MINUTE - 1, 11 * MINUTE].map(soonAt)).toEqual([
    ...[null, 'next', 'next', 'later'],
  ])
  expect(domain.schedules.aroundNow.soon(domain.addSystem().id)).toBeNull()
})

it('a schedule runs over 15 s after its end, while its broadcast from before its end is on air', () => {
  const { channelId } = plan('morning', 0, 10)
  plan('noon', 10, 20)
  const overrun = (since: number | null, of = channelId) =>
    domain.schedules.aroundNow
      .overrun(system.id, (id: ChannelId) => (id === of ? since : null))
      .map(({ name }) => name)
  clock.advance(10 * MINUTE + 14_999)
  expect(overrun(start)).toEqual([])
  clock.advance(1)
  expect(overrun(start)).toEqual(['morning'])
  // Off air, and of whom it is not.
  expect(overrun(null)).toEqual([])
  expect(overrun(start, 'other' as ChannelId)).toEqual([])
  // Who went on air after its time means something else.
  expect(overrun(start + 10 * MINUTE)).toEqual([])
  clock.advance(24 * 60 * MINUTE + 1)
  expect(overrun(start)).toEqual([])
})
