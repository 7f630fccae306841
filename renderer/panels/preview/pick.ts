/** Which channel the room shows. Pure. */
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { byUrgency } from '../../ui/state.ts'
import { playlistOf } from '../channels/channel-kind.ts'

/** Channels that a player can show, the most urgent first. */
export function playable(channels: readonly ChannelView[], now: number): readonly ChannelView[] {
  return channels.filter((channel) => playlistOf(channel) !== null).sort(byUrgency(now))
}

/**
 * The chosen channel; else the one that was picked before while it has something to show; else the most
 * urgent on air, else one that is about to be.
 * @param chosen of the operator; one that does not exist any more counts as none
 */
export function pickChannel(
  channels: readonly ChannelView[],
  chosen: string | undefined,
  before: string | null,
  now: number,
): ChannelView | null {
  const known = playable(channels, now)
  const live = known.filter(({ onAirSince }) => onAirSince !== null)
  const coming = known.filter(({ connections, testPicture }) => connections.length > 0 || testPicture)
  return (
    known.find(({ channelId }) => channelId === chosen) ??
    live.find(({ channelId }) => channelId === before) ??
    live[0] ??
    coming[0] ??
    null
  )
}
