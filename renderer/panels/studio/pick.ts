/** What can be broadcast from here: WebRTC channels, by the schedule that they were made for. Pure. */
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'

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
  return channels
    .filter(({ webrtc }) => webrtc !== null)
    .map((channel) => ({
      channel,
      schedule:
        schedules
          .filter(({ channelId, endsAt }) => channelId === channel.channelId && endsAt > now)
          .sort((a, b) => a.startsAt - b.startsAt)[0] ?? null,
    }))
    .sort((a, b) => (start(a) === start(b) ? b.channel.createdAt - a.channel.createdAt : start(a) - start(b)))
}

/** The chosen one, else the first; null where there is none. */
export function pick(known: readonly Target[], chosen: string | undefined): Target | null {
  return known.find(({ channel }) => channel.channelId === chosen) ?? known[0] ?? null
}
