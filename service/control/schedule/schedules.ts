import type { ChannelId, ScheduleId, SystemId } from '../../contract/ids.ts'
import type { Rendition } from '../../contract/rendition.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { badRequest, isRefusal, refusal } from '../../contract/refusal/refusal.ts'
import type { Refusal } from '../../contract/refusal/refusal.ts'
import { problem } from '../../contract/refusal/rules.ts'
import type { Problem } from '../../contract/refusal/rules.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { writeAct } from '../audit/acts.ts'
import type { User } from '../identity/user.ts'
import type { Quota } from '../system/quotas.ts'
import type { Transactions } from '../transactions.ts'
import { SchedulesAroundNow } from './around-now.ts'
import type { ScheduleRepository } from './repository.ts'
import type { ListedSchedule, PlannedSchedule, Schedule, SchedulePeriod } from './schedule.ts'

/** As many as are looked through at a glance. */
const FOUND = 12

/** Channels as schedules need them. */
export interface ScheduleChannels {
  /**
   * Makes a channel, in the open transaction.
   * @throws Refusal `UNKNOWN_DESTINATIONS` naming each member of `hls` that holds an unknown id
   */
  create(systemId: SystemId, settings: { readonly renditions: readonly Rendition[] }): ChannelId
  /**
   * Deletes a channel and disconnects its clients.
   * @param alongside runs in the transaction that deletes it
   */
  remove(systemId: SystemId, channelId: ChannelId, alongside: () => void): Promise<void>
  /** The schedule that a channel is called by has another name, once that is on disk. */
  renamed(channelId: ChannelId): void
  /** False when it was deleted meanwhile. */
  exists(systemId: SystemId, channelId: ChannelId): boolean
}

export interface ScheduleParts {
  readonly clock: Clock
  readonly transactions: Transactions
  readonly schedules: ScheduleRepository
  readonly channels: ScheduleChannels
  /** Everything is allowed where it is left out. */
  readonly quota?: Quota | undefined
}

export type NewSchedule = SchedulePeriod & { readonly renditions: readonly Rendition[] }

/** Plans broadcasts. Schedules of other systems do not exist for a caller. */
export class Schedules {
  /** What the clock makes of them. */
  readonly aroundNow: SchedulesAroundNow
  readonly #parts: ScheduleParts

  constructor(parts: ScheduleParts) {
    this.#parts = parts
    this.aroundNow = new SchedulesAroundNow(parts)
  }

  /** By start. */
  list(systemId: SystemId): readonly Schedule[] {
    return this.#parts.schedules.list(systemId)
  }

  /**
   * The same, as listings have them, one after the other. Nothing else may be asked of the database before all of them
   * were taken.
   */
  each(systemId: SystemId): Iterable<ListedSchedule> {
    return this.#parts.schedules.each(systemId)
  }

  /** The same object as long as `each` gives the same. */
  revision(systemId: SystemId): object {
    return this.#parts.schedules.revision(systemId)
  }

  /** The same object as long as `eachBetween` gives the same. */
  plannedRevision(systemId: SystemId): object {
    return this.#parts.schedules.plannedRevision(systemId)
  }

  count(systemId: SystemId): number {
    return this.#parts.schedules.count(systemId)
  }

  /** Those that have some of `[from, to)`, by start. */
  listBetween(
    systemId: SystemId,
    from: EpochMilliseconds,
    to: EpochMilliseconds,
  ): readonly PlannedSchedule[] {
    return [...this.eachBetween(systemId, from, to)]
  }

  /** The same, one after the other, as with `each`. */
  eachBetween(systemId: SystemId, from: EpochMilliseconds, to: EpochMilliseconds): Iterable<PlannedSchedule> {
    return this.#parts.schedules.eachBetween(systemId, from, to)
  }

  /** The 12 nearest to now that have the text in their names, without regard to the case of ASCII letters, or as their id. */
  search(systemId: SystemId, text: string): readonly PlannedSchedule[] {
    const { schedules, clock } = this.#parts
    return schedules.search(systemId, text, { near: clock.now(), limit: FOUND })
  }

  /** @throws Refusal `NOT_FOUND` */
  find(systemId: SystemId, scheduleId: string): Schedule {
    const schedule = this.#parts.schedules.find(scheduleId)
    if (schedule?.systemId !== systemId) {
      throw refusal('NOT_FOUND', {}, { problems: [problem('schedule_id', 'knownSchedule')] })
    }
    return schedule
  }

  /**
   * A schedule with a channel that exists: where it was deleted, a new one with the same renditions takes
   * its place.
   * @throws Refusal `NOT_FOUND`; `CHANNEL_DELETED` where the renditions are archived to a destination
   *   that was deleted too
   */
  withChannel(systemId: SystemId, scheduleId: string): Schedule {
    const { transactions, schedules, channels } = this.#parts
    const schedule = this.find(systemId, scheduleId)
    if (channels.exists(systemId, schedule.channelId)) return schedule
    return transactions.transaction(() => {
      const refuse = () => refusal('CHANNEL_DELETED')
      const channelId = this.#createChannel(systemId, schedule.renditions, refuse)
      schedules.setChannel(schedule.scheduleId, channelId)
      return { ...schedule, channelId }
    })
  }

  /**
   * Makes a schedule and its channel. It may lie in the past.
   * @throws Refusal `SCHEDULE_OVERLAP`; `BAD_REQUEST` for an end that is not later than the start, and
   *   for unknown archive destinations
   */
  create(systemId: SystemId, creator: User, { name, startsAt, endsAt, renditions }: NewSchedule): Schedule {
    const { clock, transactions, schedules, quota } = this.#parts
    return transactions.transaction(() => {
      quota?.demand(systemId, 'schedules')
      this.#checkPeriod(systemId, { startsAt, endsAt }, null)
      const schedule = {
        scheduleId: newId<ScheduleId>('schedule'),
        systemId,
        name,
        startsAt,
        endsAt,
        channelId: this.#createChannel(systemId, renditions, (problems) => badRequest(...problems)),
        renditions,
        createdAt: clock.now(),
        createdByName: creator.name,
      }
      schedules.insert(schedule, creator.id)
      return schedule
    })
  }

  /**
   * One that has started may be changed too.
   * @throws Refusal `NOT_FOUND`, `SCHEDULE_OVERLAP`, `BAD_REQUEST` for an end that is not later than the
   *   start
   */
  change(systemId: SystemId, scheduleId: string, period: SchedulePeriod): void {
    const { transactions, schedules } = this.#parts
    transactions.transaction(() => {
      const schedule = this.find(systemId, scheduleId)
      this.#checkPeriod(systemId, period, schedule.scheduleId)
      schedules.update(schedule.scheduleId, period)
      this.#parts.channels.renamed(schedule.channelId)
    })
  }

  /**
   * Deletes a schedule with its chat and its channel; resolves when the channel's clients are gone.
   * @throws Refusal `NOT_FOUND`, `SCHEDULE_STARTED`
   */
  async remove(systemId: SystemId, scheduleId: string): Promise<void> {
    const schedule = this.find(systemId, scheduleId)
    if (schedule.startsAt <= this.#parts.clock.now()) throw refusal('SCHEDULE_STARTED')
    await this.#remove(schedule, writeAct)
  }

  /** Deletes all of the system, also those that have started. @returns how many */
  async clear(systemId: SystemId): Promise<number> {
    const all = this.list(systemId)
    for (const schedule of all) await this.#remove(schedule)
    return all.length
  }

  async #remove({ systemId, scheduleId, channelId }: Schedule, alongside?: () => void): Promise<void> {
    const { schedules, channels, transactions } = this.#parts
    const remove = () => {
      schedules.remove(scheduleId)
      alongside?.()
    }
    if (channels.exists(systemId, channelId)) await channels.remove(systemId, channelId, remove)
    else transactions.transaction(remove)
  }

  #checkPeriod(
    systemId: SystemId,
    period: Pick<Schedule, 'startsAt' | 'endsAt'>,
    except: ScheduleId | null,
  ): void {
    if (period.endsAt <= period.startsAt) {
      throw badRequest(problem('end_datetime', 'laterThanStart'))
    }
    const other = this.#parts.schedules.findOverlap(systemId, period, except)
    if (!other) return
    const problems = [problem('start_datetime', 'overlap', { name: other.name })]
    throw refusal('SCHEDULE_OVERLAP', {}, { problems })
  }

  /**
   * @param refuse makes the refusal of the members of `service_params` that hold unknown ids
   * @throws Refusal that `refuse` made
   */
  #createChannel(
    systemId: SystemId,
    renditions: readonly Rendition[],
    refuse: (problems: readonly Problem[]) => Refusal,
  ): ChannelId {
    try {
      return this.#parts.channels.create(systemId, { renditions })
    } catch (error) {
      if (!isRefusal(error, 'UNKNOWN_DESTINATIONS')) throw error
      const named = (path: string) => path.replace(/^hls\b/, 'service_params')
      throw refuse(error.problems.map((broken) => ({ ...broken, path: named(broken.path) })))
    }
  }
}
