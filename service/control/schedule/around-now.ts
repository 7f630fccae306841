import type { ChannelId, SystemId } from '../../contract/ids.ts'
import { DAY } from '../../contract/units.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ScheduleRepository } from './repository.ts'
import type { Schedule } from './schedule.ts'

/** A schedule is waited for this long before its start, so that whoever tells that it is late knows in time. */
const AWAITED_BEFORE: Milliseconds = 10_000
const SOON: Milliseconds = 600_000
/** Most broadcasts end a little late. */
const OVERRUN_AFTER: Milliseconds = 15_000

export interface AroundNowParts {
  readonly clock: Pick<Clock, 'now'>
  readonly schedules: Pick<ScheduleRepository, 'eachBetween' | 'findUnseen' | 'firstAfter' | 'nextTurn'>
}

/** What of the planned broadcasts is due, comes next, or is over. */
export class SchedulesAroundNow {
  readonly #clock: AroundNowParts['clock']
  readonly #schedules: AroundNowParts['schedules']

  constructor({ clock, schedules }: AroundNowParts) {
    this.#clock = clock
    this.#schedules = schedules
  }

  /**
   * The schedule that has begun, or does within 10 s, and that no viewer could see yet; null where there is none. A
   * broadcast that was on air and broke off is not waited for. It follows from what is stored, so a restart of the
   * service changes nothing.
   */
  awaited(systemId: SystemId): Schedule | null {
    const now = this.#clock.now()
    return this.#schedules.findUnseen(systemId, now, now + AWAITED_BEFORE)
  }

  /** The first that starts after a moment; null where none does. */
  firstAfter(systemId: SystemId, after: EpochMilliseconds): Schedule | null {
    return this.#schedules.firstAfter(systemId, after)
  }

  /** When, after a moment, the first of any system has begun for so long, or ends; null where none does. */
  nextTurn(after: EpochMilliseconds, begunFor: Milliseconds): EpochMilliseconds | null {
    return this.#schedules.nextTurn(after, begunFor)
  }

  /** The first that starts within 10 minutes; null where none does. */
  soon(systemId: SystemId): Schedule | null {
    const now = this.#clock.now()
    const near = [...this.#schedules.eachBetween(systemId, now, now + SOON)]
    return near.find(({ startsAt }) => startsAt > now) ?? null
  }

  /**
   * Those whose time is over and that viewers still get, within a day, by start. One that went on air only after its
   * time is none.
   * @param onAirSince of a channel; null while it is off air
   */
  overrun(
    systemId: SystemId,
    onAirSince: (channelId: ChannelId) => EpochMilliseconds | null,
  ): readonly Schedule[] {
    const before = this.#clock.now() - OVERRUN_AFTER
    return [...this.#schedules.eachBetween(systemId, before - DAY, before)].filter(
      ({ channelId, endsAt }) => endsAt <= before && (onAirSince(channelId) ?? endsAt) < endsAt,
    )
  }
}
