/** Which channel the room shows. Pure. */
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { byUrgency } from '../../channel/state.ts'
import { playlistOf } from '../../channel/channel-kind.ts'

/** Channels that a player can show, the most urgent first. */
export function playable(channels: readonly ChannelView[], now: number): readonly ChannelView[] {
  return channels.filter((channel) => playlistOf(channel) !== null).sort(byUrgency(now))
}

export interface Picked {
  readonly channel: ChannelView | null
  /** The last one whose picture was shown, `before` of the next call; without a channel, it was deleted. */
  readonly shown: string | null
}

/**
 * The chosen channel; else the one whose picture was shown before, also once its broadcast has ended: a picture must
 * not change by itself; else the most urgent on air, else one that is about to be.
 * @param chosen of the operator; one that does not exist any more counts as none
 * @param before the one whose picture was shown last; null for none yet
 */
export function pickChannel(
  channels: readonly ChannelView[],
  chosen: string | undefined,
  before: string | null,
  now: number,
): Picked {
  const known = playable(channels, now)
  const find = (id: string | null | undefined) => known.find(({ channelId }) => channelId === id)
  const channel = find(chosen) ?? find(before)
  if (channel) return { channel, shown: isLive(channel) ? channel.channelId : before }
  const live = known.find(isLive)
  // Another picture does not take the place of one whose channel was deleted.
  if (before !== null && live) return { channel: null, shown: before }
  const coming = known.find(({ connections, testPicture }) => connections.length > 0 || testPicture)
  return { channel: live ?? coming ?? null, shown: live?.channelId ?? null }
}

const isLive = ({ onAirSince }: ChannelView) => onAirSince !== null
