import type { SystemId } from '../../contract/ids.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Channel } from '../channel/channel.ts'
import type { Schedule } from '../schedule/schedule.ts'
import type { Schedules } from '../schedule/schedules.ts'
import type { SystemRepository } from '../system/repository.ts'
import type { Incidents } from './incidents.ts'
import type { NewIncident } from './repository.ts'

const INTERVAL: Milliseconds = 1000
/** Every broadcast begins a little late. */
const TOLERATED: Milliseconds = 5000

export interface LateStartParts {
  readonly incidents: Pick<Incidents, 'begin' | 'end' | 'withdraw' | 'ongoing'>
  readonly systems: Pick<SystemRepository, 'list'>
  readonly schedules: Pick<Schedules, 'aroundNow' | 'listBetween'>
  readonly channels: { find(systemId: SystemId, channelId: string): Channel | null }
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
}

/** Makes an incident of each schedule that no viewer can see 5 s after its start. Returns how to stop. */
export function watchLateStarts(parts: LateStartParts): () => void {
  const { incidents, systems, schedules, clock } = parts
  const look = () => {
    const late = systems.list().flatMap(({ id }) => {
      const schedule = schedules.aroundNow.awaited(id)
      return schedule && clock.now() - schedule.startsAt >= TOLERATED ? [schedule] : []
    })
    const known = incidents.ongoing('late-start')
    for (const incident of known) if (!late.some((one) => isOf(incident, one))) settle(parts, incident)
    for (const one of late) if (!known.some((incident) => isOf(incident, one))) begin(parts, one)
  }
  /** What could not be written is looked at again. */
  const tick = () => {
    try {
      look()
    } catch (error) {
      parts.logger.error({ err: error }, 'late starts could not be looked for')
    }
  }
  const quietUntil = () => schedules.aroundNow.nextTurn(clock.now() - INTERVAL, TOLERATED) ?? Infinity
  const timer = clock.every(INTERVAL, tick, quietUntil)
  return () => timer.cancel()
}

/** One that was moved is late anew, or not any more. */
const isOf = (incident: NewIncident, { scheduleId, startsAt }: Schedule): boolean =>
  incident.scheduleId === scheduleId && incident.beganAt === startsAt

function begin({ incidents, channels }: LateStartParts, schedule: Schedule): void {
  const { systemId, scheduleId, name, startsAt } = schedule
  const channelId = channels.find(systemId, schedule.channelId)?.channelId ?? null
  incidents.begin({
    ...{ systemId, kind: 'late-start', channelId, scheduleId, name, encoder: '', viewers: 0 },
    ...{ beganAt: startsAt, steps: [{ kind: 'due', at: startsAt, reason: null }] },
  })
}

/** It began after all, its time is over, or it is not planned for that time any more. */
function settle({ incidents, schedules, clock }: LateStartParts, incident: NewIncident): void {
  const { systemId, beganAt } = incident
  const schedule = schedules.listBetween(systemId, beganAt, beganAt + 1).find((one) => isOf(incident, one))
  if (schedule === undefined) incidents.withdraw(incident)
  else incidents.end(incident, clock.now() >= schedule.endsAt ? 'ended' : 'back')
}
