import type { HealthEvent, PastSession } from '../../contract/console/health.ts'
import type { ScheduleSession } from '../../contract/console/schedules.ts'
import type { ChannelId, SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'

/** Sessions of channels with what happened in them, beyond the run of the service. */
export interface HealthJournal {
  /** Of the channel the newest 100 are kept. @returns its number */
  begin(channelId: ChannelId, at: EpochMilliseconds): number
  /** Of a session the newest 500 are kept. */
  add(session: number, event: HealthEvent): void
  end(session: number, at: EpochMilliseconds): void
  /** Those that an earlier run of the service left open end with the last that happened in them. */
  endOpen(): void
  /** Newest first. */
  list(channelId: ChannelId): readonly PastSession[]
  /** Those of channels of schedules that have some of `[from, to)`, oldest first; one that runs has all that comes. */
  ofSchedules(systemId: SystemId, from: EpochMilliseconds, to: EpochMilliseconds): readonly ScheduleSession[]
  /** Oldest first; empty where the channel has no such session. */
  events(channelId: ChannelId, session: number): readonly HealthEvent[]
}
