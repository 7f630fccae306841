/** What is known of the sound that arrives on a channel. Pure. */
import type { ChannelView } from '../../service/contract/console/channel-view.ts'

export type Sound =
  /** None comes, or digital silence. @property since milliseconds since 1970 */
  | { readonly kind: 'none'; readonly since: number }
  /** LUFS; null before 3 s have come. */
  | { readonly kind: 'measured'; readonly shortTermLufs: number | null }
  /** It is passed on without being decoded. */
  | { readonly kind: 'not-measured' }

/** Null where nobody sends, and where no sound is asked for. */
export function soundOf({ kind, state, renditions, connections, webrtc }: ChannelView): Sound | null {
  const isSilent = state === 'starving' || state === 'no-signal'
  if (kind === 'webrtc') {
    if (isSilent && webrtc?.lastMediaAt) return { kind: 'none', since: webrtc.lastMediaAt }
    // It goes from client to client.
    return state === 'playable' ? { kind: 'not-measured' } : null
  }
  const [newest] = connections
  if (!newest?.stats || !renditions.some(({ audio }) => audio !== undefined)) return null
  const { stats, connectedAt } = newest
  if (isSilent) return { kind: 'none', since: stats.lastMediaAt }
  if (stats.audio === null) return { kind: 'none', since: connectedAt }
  if (stats.sound === null) {
    // Until something is decoded, or certainly not, it may still come.
    const isDecided = stats.passthrough || stats.picture !== null
    return isDecided ? { kind: 'not-measured' } : { kind: 'measured', shortTermLufs: null }
  }
  const { silentSince, shortTermLufs } = stats.sound
  return silentSince === null ? { kind: 'measured', shortTermLufs } : { kind: 'none', since: silentSince }
}
