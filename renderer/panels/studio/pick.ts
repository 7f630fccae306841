/** What can be broadcast from here: WebRTC channels, by the schedule that they were made for. Pure. */
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { MINUTE_MS } from '../../time.ts'

export interface Target {
  readonly channel: ChannelView
  /** The schedule that runs or comes on this channel; null where it has none. */
  readonly schedule: ScheduleView | null
}

/**
 * Scheduled ones by their start, then the rest, newest first.
 * @param now milliseconds since 1970; schedules that ended no longer count
 */
export function targets(
  channels: readonly ChannelView[],
  schedules: readonly ScheduleView[],
  now: number,
): readonly Target[] {
  const start = ({ schedule }: Target) => schedule?.startsAt ?? Infinity
  const first = new Map<string | null, ScheduleView>()
  for (const schedule of schedules) {
    const { channelId, startsAt, endsAt } = schedule
    if (endsAt > now && startsAt < (first.get(channelId)?.startsAt ?? Infinity))
      first.set(channelId, schedule)
  }
  return channels
    .filter(({ webrtc }) => webrtc !== null)
    .map((channel) => ({ channel, schedule: first.get(channel.channelId) ?? null }))
    .sort((a, b) => (start(a) === start(b) ? b.channel.createdAt - a.channel.createdAt : start(a) - start(b)))
}

/** How long before its start a schedule is due. */
const SOON_MS = 10 * MINUTE_MS

/**
 * What runs or soon begins elsewhere, while nothing does on the channel that the room shows; null where nothing does.
 * @param shown id of that channel
 * @param now milliseconds since 1970
 */
export function dueElsewhere(known: readonly Target[], shown: string, now: number): Target | null {
  const due = known.filter(({ schedule }) => schedule !== null && schedule.startsAt - SOON_MS <= now)
  return due.some(({ channel }) => channel.channelId === shown) ? null : (due[0] ?? null)
}

/**
 * What the room shows; null where there is none.
 * @param onAir the channel that this window broadcasts on
 * @param named the channel that was chosen or picked before; no other takes its place where it is gone
 */
export function pick(
  known: readonly Target[],
  onAir: string | undefined,
  named: string | undefined,
): Target | null {
  const find = (id: string | undefined) => known.find(({ channel }) => channel.channelId === id)
  return find(onAir) ?? (named === undefined ? known[0] : find(named)) ?? null
}
