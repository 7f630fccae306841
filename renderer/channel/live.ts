/** Channels that there is something to look after of, and what arrives of them. Pure. */
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { byUrgency } from './state.ts'

/** States in which nobody sends: there is nothing to look after. */
const RESTING: ReadonlySet<ChannelView['state']> = new Set(['idle', 'authorising', 'denied', 'ended'])

/** Channels on air and those that somebody sends to, worst first. @param now milliseconds since 1970 */
export const liveChannels = (channels: readonly ChannelView[], now: number): readonly ChannelView[] =>
  channels.filter(({ onAirSince, state }) => onAirSince !== null || !RESTING.has(state)).sort(byUrgency(now))

/** What is measured of the picture that arrives; null while nothing arrives that could be measured. */
export function pictureOf({ state, connections }: ChannelView): {
  readonly bitRateBps: number
  readonly frameRate: number
} | null {
  // The last figures of a source that went silent would claim that it still sends.
  if (state !== 'playable' && state !== 'packaging' && state !== 'receiving') return null
  return connections[0]?.stats?.video ?? null
}
