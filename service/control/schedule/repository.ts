import type { ChannelId, ScheduleId, SystemId, UserId } from '../../contract/ids.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ListedSchedule, PlannedSchedule, Schedule, SchedulePeriod } from './schedule.ts'

/** What is remembered of schedules. */
export interface ScheduleRepository {
  insert(schedule: Schedule, createdBy: UserId): void
  find(scheduleId: string): Schedule | null
  /** By start. */
  list(systemId: SystemId): readonly Schedule[]
  /** The same. Nothing else may be asked of what is remembered before all of them were taken. */
  each(systemId: SystemId): Iterable<ListedSchedule>
  /** The same object as long as `each` gives the same. */
  revision(systemId: SystemId): object
  /** The same object as long as `eachBetween` gives the same. */
  plannedRevision(systemId: SystemId): object
  count(systemId: SystemId): number
  /**
   * Those that have some of `[from, to)`, by start, taken as with `each`. Relies on there being no overlap among those
   * that are remembered.
   */
  eachBetween(systemId: SystemId, from: EpochMilliseconds, to: EpochMilliseconds): Iterable<PlannedSchedule>
  /**
   * Those that have the text in their names, without regard to the case of ASCII letters, or as their id; the one that
   * starts nearest to `near` first.
   */
  search(
    systemId: SystemId,
    text: string,
    which: { readonly near: EpochMilliseconds; readonly limit: number },
  ): readonly PlannedSchedule[]
  /**
   * A schedule of the system that has part of this time, null when there is none. Relies on there being no
   * overlap among those that are remembered.
   * @param except one that does not count
   */
  findOverlap(
    systemId: SystemId,
    period: Pick<SchedulePeriod, 'startsAt' | 'endsAt'>,
    except: ScheduleId | null,
  ): Schedule | null
  /**
   * The first that has some of `[from, to)` and that nobody could see yet: since its start its channel had no
   * connection with a playlist and, where it has no renditions, no WebRTC client that sends. Relies on the same.
   */
  findUnseen(systemId: SystemId, from: EpochMilliseconds, to: EpochMilliseconds): Schedule | null
  /** The first that starts after a moment. */
  firstAfter(systemId: SystemId, after: EpochMilliseconds): Schedule | null
  /** When, after a moment, the first of any system has begun for so long, or ends; null where none does. */
  nextTurn(after: EpochMilliseconds, begunFor: Milliseconds): EpochMilliseconds | null
  update(scheduleId: ScheduleId, period: SchedulePeriod): void
  setChannel(scheduleId: ScheduleId, channelId: ChannelId): void
  /** Removes the schedule with its chat. */
  remove(scheduleId: ScheduleId): void
}
