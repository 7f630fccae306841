import type { Channels } from '../control/channel/channels.ts'
import type { Identity } from '../control/identity/identity.ts'
import { scheduleChannels } from '../control/schedule/schedule-channels.ts'
import { Schedules } from '../control/schedule/schedules.ts'
import type { Database } from '../control/store/database.ts'
import { scheduleRepository } from '../control/store/schedules.ts'
import type { Quotas } from '../control/system/quotas.ts'
import type { Clock } from '../platform/clock.ts'

interface ScheduleNeeds {
  readonly clock: Clock
  readonly database: Database
  readonly channels: Channels
  readonly identity: Identity
  readonly quota: Quotas
}

export function openSchedules({ clock, database, channels, identity, quota }: ScheduleNeeds): Schedules {
  const { accessTokens } = identity
  return new Schedules({
    ...{ clock, quota },
    transactions: database,
    schedules: scheduleRepository(database),
    channels: scheduleChannels(channels, (systemId) => accessTokens.ofConsole(systemId)),
  })
}
