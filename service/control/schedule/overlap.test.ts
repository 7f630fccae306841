/** No sequence of calls ever leaves two schedules of one system that share time. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { optionDomain } from '../../../test/support/option-domain.ts'
import { Refusal } from '../../contract/refusal/refusal.ts'
import type { ChannelId, ScheduleId } from '../../contract/ids.ts'
import type { User } from '../identity/user.ts'
import type { System } from '../system/system.ts'
import type { SchedulePeriod } from './schedule.ts'

const HOUR_MS = 3_600_000

/** Which of the two systems, and which of its schedules, counted from the oldest. */
const where = { system: fc.nat(1), which: fc.nat(9) }
/** In hours, few enough to meet often. */
const time = { from: fc.integer({ min: -5, max: 40 }), hours: fc.integer({ min: 0, max: 8 }) }
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ call: fc.constant('create' as const), ...where, ...time }) },
  { weight: 3, arbitrary: fc.record({ call: fc.constant('change' as const), ...where, ...time }) },
  { weight: 2, arbitrary: fc.record({ call: fc.constant('remove' as const), ...where }) },
  { weight: 1, arbitrary: fc.record({ call: fc.constant('delete channel' as const), ...where }) },
  { weight: 1, arbitrary: fc.record({ call: fc.constant('wait' as const), hours: fc.nat(5) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Model {
  readonly scheduleId: ScheduleId
  readonly channelId: ChannelId
  startsAt: number
  endsAt: number
}

const clock = new ManualClock()
const domain = optionDomain(clock)
const { schedules, channels } = domain
const sharing = domain.database.prepare(
  `SELECT count(*) FROM schedules a JOIN schedules b ON b.system_id = a.system_id AND b.id > a.id
   WHERE a.starts_at < b.ends_at AND b.starts_at < a.ends_at`,
)

/** What the rules say of a time, in as few words as they have. */
function verdict(others: readonly Model[], { startsAt, endsAt }: Pick<Model, 'startsAt' | 'endsAt'>) {
  if (endsAt <= startsAt) return 'BAD_REQUEST'
  return others.some((o) => o.startsAt < endsAt && startsAt < o.endsAt) ? 'SCHEDULE_OVERLAP' : 'ok'
}

/** `ok`, or the code of the refusal. */
async function outcome(call: () => unknown): Promise<string> {
  try {
    await call()
    return 'ok'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

class Calendar {
  readonly #system: System = domain.addSystem()
  readonly #user: User = domain.addUser(this.#system, { isMaster: true })
  readonly #zero = clock.now()
  #model: Model[] = []

  async take(step: Exclude<Step, { call: 'wait' }>): Promise<void> {
    const { id } = this.#system
    const chosen = this.#model[step.which % Math.max(1, this.#model.length)]
    if (step.call === 'create') await this.#create(this.#period(step))
    else if (!chosen) return
    else if (step.call === 'change') await this.#change(chosen, this.#period(step))
    else if (step.call === 'remove') await this.#remove(chosen)
    else if (channels.listIds(id).includes(chosen.channelId)) await channels.delete(id, chosen.channelId)
  }

  check(): void {
    const found = schedules.list(this.#system.id)
    const picked = found.map(({ scheduleId, channelId, startsAt, endsAt }) => {
      return { scheduleId, channelId, startsAt, endsAt }
    })
    expect(picked).toEqual(this.#model.toSorted((a, b) => a.startsAt - b.startsAt))
  }

  async #create(period: SchedulePeriod): Promise<void> {
    const { id } = this.#system
    const expected = verdict(this.#model, period)
    const call = () => {
      const { scheduleId, channelId } = schedules.create(id, this.#user, { ...period, renditions: [] })
      const { startsAt, endsAt } = period
      this.#model.push({ scheduleId, channelId, startsAt, endsAt })
    }
    expect(await outcome(call)).toBe(expected)
  }

  async #change(chosen: Model, period: SchedulePeriod): Promise<void> {
    const others = this.#model.filter((one) => one !== chosen)
    const expected = verdict(others, period)
    const call = () => schedules.change(this.#system.id, chosen.scheduleId, period)
    expect(await outcome(call)).toBe(expected)
    if (expected === 'ok') ({ startsAt: chosen.startsAt, endsAt: chosen.endsAt } = period)
  }

  async #remove(chosen: Model): Promise<void> {
    const expected = chosen.startsAt <= clock.now() ? 'SCHEDULE_STARTED' : 'ok'
    const call = () => schedules.remove(this.#system.id, chosen.scheduleId)
    expect(await outcome(call)).toBe(expected)
    if (expected === 'ok') this.#model = this.#model.filter((one) => one !== chosen)
  }

  #period({ from, hours }: { from: number; hours: number }): SchedulePeriod {
    const startsAt = this.#zero + from * HOUR_MS
    return { name: 'x', startsAt, endsAt: startsAt + hours * HOUR_MS }
  }
}

it('agrees with the rules after every call', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const calendars = [new Calendar(), new Calendar()]
      for (const step of steps) {
        if (step.call === 'wait') clock.advance(step.hours * HOUR_MS)
        else await calendars[step.system]?.take(step)
        for (const calendar of calendars) calendar.check()
      }
      expect(sharing.pluck().get()).toBe(0)
      domain.database.prepare('DELETE FROM schedules').run()
    }),
    { numRuns: 150 },
  )
})
