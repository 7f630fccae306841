import { beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { optionDomain } from '../../../test/support/option-domain.ts'
import type { OptionDomain } from '../../../test/support/option-domain.ts'
import { ID_PATTERN } from '../../contract/ids.ts'
import { problem } from '../../contract/refusal/rules.ts'
import type { User } from '../identity/user.ts'
import type { Schedule } from '../schedule/schedule.ts'
import type { System } from '../system/system.ts'
import type { Chat } from './chat.ts'

const UNKNOWN_AFTER = [problem('after', 'knownMessage')]

let clock: ManualClock
let domain: OptionDomain
let chat: Chat
let system: System
let ann: User
let bob: User
let morning: Schedule
let evening: Schedule

beforeEach(() => {
  clock = new ManualClock()
  domain = optionDomain(clock)
  chat = domain.chat
  system = domain.addSystem()
  ann = domain.addUser(system, { name: 'Ann', isMaster: true })
  bob = domain.addUser(system, { name: 'Bob' })
  const plan = (startsAt: number) =>
    domain.schedules.create(system.id, ann, { name: 'x', startsAt, endsAt: startsAt + 1, renditions: [] })
  morning = plan(clock.now() + 10)
  evening = plan(clock.now() + 20)
})

const bodies = (schedule: Schedule, options?: { after?: string; limit?: number }) =>
  chat.list(schedule.scheduleId, options).map(({ body }) => body)

describe('send', () => {
  it('remembers who said what, when and where', () => {
    clock.advance(5)
    const message = chat.send(morning, bob, 'こんにちは 😀')
    expect(message).toEqual({
      messageId: expect.stringMatching(ID_PATTERN) as string,
      scheduleId: morning.scheduleId,
      userId: bob.id,
      userName: 'Bob',
      body: 'こんにちは 😀',
      createdAt: clock.now(),
    })
    expect(chat.list(morning.scheduleId)).toEqual([message])
    expect(chat.list(evening.scheduleId)).toEqual([])
  })

  it('keeps the name of then, through renaming and deletion', async () => {
    const first = chat.send(morning, bob, 'a')
    const { token } = domain.identity.sessions.open(ann, 'option')
    await domain.identity.users.change(ann, token, system, bob.id, { name: 'Robert' })
    const second = chat.send(morning, domain.identity.users.list(system.id)[1] ?? bob, 'b')
    domain.identity.users.remove(ann, system.id, bob.id)
    expect(second).toMatchObject({ userId: bob.id, userName: 'Robert' })
    expect(chat.list(morning.scheduleId)).toEqual([first, second])
  })

  it('is undone with the transaction of the caller', () => {
    const inVain = () =>
      domain.database.transaction(() => {
        chat.send(morning, bob, 'a')
        throw new Error('in vain')
      })
    expect(inVain).toThrow('in vain')
    expect(bodies(morning)).toEqual([])
  })
})

describe('list', () => {
  it('goes by the order of sending, also within one millisecond and when the clock is set back', () => {
    chat.send(morning, ann, '1')
    chat.send(morning, bob, '2')
    chat.send(evening, bob, 'elsewhere')
    clock.advance(-5000)
    chat.send(morning, ann, '3')
    expect(bodies(morning)).toEqual(['1', '2', '3'])
  })

  it('goes on after a message, a page at a time', () => {
    const sent = ['1', '2', '3', '4', '5'].map((body) => chat.send(morning, ann, body))
    const after = sent[1]?.messageId ?? ''
    expect(bodies(morning, { limit: 2 })).toEqual(['1', '2'])
    expect(bodies(morning, { after, limit: 2 })).toEqual(['3', '4'])
    expect(bodies(morning, { after })).toEqual(['3', '4', '5'])
    expect(bodies(morning, { after: sent[4]?.messageId ?? '' })).toEqual([])
    expect(bodies(morning, { limit: 1000 })).toHaveLength(5)
  })

  it('refuses to go on after what this schedule has not', () => {
    const { messageId } = chat.send(evening, ann, 'x')
    for (const after of [messageId, 'unknown', '', messageId.toLowerCase()]) {
      expect(() => bodies(morning, { after })).toThrow(
        expect.objectContaining({ name: 'Refusal', code: 'BAD_REQUEST', problems: UNKNOWN_AFTER }),
      )
    }
  })

  it('shows a thousand and more when no limit is given', () => {
    domain.database.transaction(() => {
      for (let i = 0; i < 1100; i++) chat.send(morning, ann, String(i))
    })
    expect(bodies(morning)).toHaveLength(1100)
  })
})
