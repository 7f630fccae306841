/** What plays on the wall, what sounds, and where the keys lead. Pure. */
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import type { WallOrder } from '../../stores/wall.ts'
import { byUrgency } from '../../channel/state.ts'

/** Players are heavy: more than these at once make one computer stutter. */
export const MOST_PLAYING = 4

export interface WallState {
  /** Channels whose tiles play, the longest first. */
  readonly playing: readonly string[]
  /** The one that sounds; null for silence. */
  readonly sound: string | null
  /** The one that became a thumbnail again because another began to play. */
  readonly displaced: string | null
}

export const INITIAL_WALL: WallState = { playing: [], sound: null, displaced: null }

/** Channels on air in the order of their tiles. */
export function tilesOf(
  channels: readonly ChannelView[],
  order: WallOrder,
  now: number,
  nameOf: (channel: ChannelView) => string,
): readonly ChannelView[] {
  const byName = (a: ChannelView, b: ChannelView) =>
    nameOf(a).localeCompare(nameOf(b)) || (a.channelId < b.channelId ? -1 : 1)
  return channels
    .filter(({ onAirSince }) => onAirSince !== null)
    .sort(order === 'urgency' ? byUrgency(now) : byName)
}

/**
 * Makes a tile play, or a thumbnail again.
 * @param present channels that have a tile; others that played are forgotten
 */
export function toggled(state: WallState, id: string, present: readonly string[]): WallState {
  const playing = state.playing.filter((one) => present.includes(one))
  const sound = state.sound !== null && playing.includes(state.sound) ? state.sound : null
  if (playing.includes(id)) {
    return {
      playing: playing.filter((one) => one !== id),
      sound: sound === id ? null : sound,
      displaced: null,
    }
  }
  const displaced = playing.length >= MOST_PLAYING ? (playing[0] ?? null) : null
  const left = playing.filter((one) => one !== displaced)
  return { playing: [...left, id], sound: sound === displaced ? null : sound, displaced }
}

/** Lets one playing tile sound, or none; the one that sounds already is muted. */
export function soloed(state: WallState, id: string | null): WallState {
  if (id === null || state.sound === id) return { ...state, sound: null }
  return state.playing.includes(id) ? { ...state, sound: id } : state
}
