import type { ChannelId, ScheduleId, SystemId } from '../../contract/ids.ts'
import type { Rendition } from '../../contract/rendition.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'

/** A planned broadcast with the channel that was made for it. No two of a system share any time. */
export interface Schedule {
  readonly scheduleId: ScheduleId
  readonly systemId: SystemId
  readonly name: string
  readonly startsAt: EpochMilliseconds
  /** The first moment that is no longer part of it. */
  readonly endsAt: EpochMilliseconds
  readonly channelId: ChannelId
  /** `service_params` as registered, with defaults filled in. */
  readonly renditions: readonly Rendition[]
  readonly createdAt: EpochMilliseconds
  /** Name of the user who made it: the current one, or the last one when that user was deleted. */
  readonly createdByName: string
}

/** One within a time, with whether its channel is still there. */
export type PlannedSchedule = Schedule & { readonly hasChannel: boolean }

/** What a listing of thousands has of each. */
export type ListedSchedule = Omit<Schedule, 'systemId' | 'channelId' | 'renditions'>

/** Name and time of a schedule. */
export type SchedulePeriod = Pick<Schedule, 'name' | 'startsAt' | 'endsAt'>
