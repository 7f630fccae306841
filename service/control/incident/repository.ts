import type { IncidentKind, IncidentStep, IncidentView } from '../../contract/console/incidents.ts'
import type { ChannelId, IncidentId, ScheduleId, SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'

export interface NewIncident {
  readonly id: IncidentId
  readonly systemId: SystemId
  readonly kind: IncidentKind
  readonly channelId: ChannelId | null
  readonly scheduleId: ScheduleId | null
  readonly name: string
  readonly encoder: string
  readonly beganAt: EpochMilliseconds
  readonly viewers: number
  readonly steps: readonly IncidentStep[]
}

export type Outcome = NonNullable<IncidentView['outcome']>

/** A broadcast that viewers saw, and that an earlier run of the service left open. */
export interface BrokenOff {
  readonly systemId: SystemId
  readonly channelId: ChannelId
  readonly name: string
  readonly encoder: string
  /** The last that was written of it: at most a minute before its end. */
  readonly lastKnownAt: EpochMilliseconds
}

export interface IncidentRepository {
  insert(incident: NewIncident): void
  setSteps(id: IncidentId, steps: readonly IncidentStep[]): void
  end(id: IncidentId, at: EpochMilliseconds, outcome: Outcome): void
  remove(id: IncidentId): void
  /** What was acknowledged stays as it was. @returns whether the system has such an incident */
  acknowledge(systemId: SystemId, id: string, note: { at: EpochMilliseconds; by: string }): boolean
  /** Those that go on, of all systems. */
  open(): readonly NewIncident[]
  /**
   * Those that go on or that nobody has taken note of, 50 at most: who has more has not looked for long. Those
   * that go on first, of these the newest first.
   */
  listed(systemId: SystemId): readonly IncidentView[]
  /** One for each channel, without those whose playlist nobody could see; of channels without HLS those that sent. */
  brokenOff(): readonly BrokenOff[]
  countOver(systemId: SystemId): number
  /** Removes those that are over. @returns how many */
  clearOver(systemId: SystemId): number
  /** Removes what is over, acknowledged and began before then. */
  removeOld(before: EpochMilliseconds): void
}
