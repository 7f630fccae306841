/** What the desktop shows outside its window, read from the same places as the console's events. */
import type { ChannelOnAir, PlannedEnd, PlannedStart, ServiceStatus } from '../../contract/host-protocol.ts'
import type { ChannelId, SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { RecordingViews } from '../archive/recording-store.ts'
import { renditionsOf } from '../channel/channel.ts'
import type { Channels } from '../channel/channels.ts'
import type { Broadcasts } from '../connection/broadcasts.ts'
import { channelState } from '../connection/channel-state.ts'
import type { Schedule } from '../schedule/schedule.ts'
import type { Schedules } from '../schedule/schedules.ts'
import type { WebhookLog } from '../webhook/webhook-log.ts'
import type { SystemRepository } from '../system/repository.ts'

/** A publisher falls silent by time alone, so everything is looked at again and again. */
const INTERVAL: Milliseconds = 1000

export interface StatusWatch {
  readonly read: () => ServiceStatus
  readonly clock: Clock
  readonly listener: (status: ServiceStatus) => void
}

/** Tells the status now, then whenever it is different; returns how to stop. */
export function watchStatus({ read, clock, listener }: StatusWatch): () => void {
  let told = ''
  const look = () => {
    const status = read()
    const text = JSON.stringify(status)
    if (text === told) return
    told = text
    listener(status)
  }
  look()
  const timer = clock.every(INTERVAL, look)
  return () => timer.cancel()
}

/** What the status is read from. */
export interface StatusSources {
  readonly systems: Pick<SystemRepository, 'list'>
  readonly channels: Pick<Channels, 'list'>
  readonly broadcasts: Pick<Broadcasts, 'activity'>
  readonly webhookLog: Pick<WebhookLog, 'failing'>
  readonly recordings: Pick<RecordingViews, 'summary'>
  readonly schedules: Pick<Schedules, 'aroundNow'>
}

/** @param ahead how far the clock of rules is ahead of the real one, by which media is measured */
export function serviceStatus(
  sources: StatusSources,
  now: EpochMilliseconds,
  ahead: Milliseconds = 0,
): ServiceStatus {
  const { webhookLog, recordings, schedules } = sources
  const systems = sources.systems.list().map(({ id }) => id)
  const archives = systems.map((systemId) => recordings.summary(systemId))
  return {
    onAir: systems
      .flatMap((systemId) => onAir(sources, systemId, now - ahead))
      .sort((a, b) => a.since - b.since),
    webhooksFailing: sum(systems.map((systemId) => webhookLog.failing(systemId).failing)),
    uploadsFailing: sum(archives.map(({ failing }) => failing)),
    pendingBytes: sum(archives.map(({ pendingBytes }) => pendingBytes)),
    nextSchedule: firstOf((id) => schedules.aroundNow.firstAfter(id, now)),
    awaited: firstOf((id) => schedules.aroundNow.awaited(id)),
    overrun: firstOverrun(sources, systems, ahead),
  }

  function firstOf(find: (systemId: SystemId) => Schedule | null): PlannedStart | null {
    const [first] = systems.flatMap((id) => find(id) ?? []).sort((a, b) => a.startsAt - b.startsAt)
    return first ? { scheduleId: first.scheduleId, name: first.name, startsAt: first.startsAt } : null
  }
}

function firstOverrun(
  { schedules, broadcasts }: StatusSources,
  systems: readonly SystemId[],
  ahead: Milliseconds,
): PlannedEnd | null {
  const onAirSince = (channelId: ChannelId) => {
    const since = broadcasts.activity(channelId).onAirSince
    return since === null ? null : since + ahead
  }
  const all = systems.flatMap((id) => schedules.aroundNow.overrun(id, onAirSince))
  const [first] = all.sort((a, b) => a.endsAt - b.endsAt)
  return first ? { scheduleId: first.scheduleId, name: first.name, endsAt: first.endsAt } : null
}

function onAir(
  { channels, broadcasts }: StatusSources,
  systemId: SystemId,
  now: EpochMilliseconds,
): ChannelOnAir[] {
  return channels.list(systemId).flatMap((channel) => {
    const activity = broadcasts.activity(channel.channelId)
    if (activity.onAirSince === null) return []
    const longest = Math.max(0, ...renditionsOf(channel).map(({ durationSeconds }) => durationSeconds))
    const { state } = channelState(activity, now, longest)
    const { channelId, name } = channel
    return [{ channelId, name, since: activity.onAirSince, state, viewers: activity.viewers }]
  })
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
