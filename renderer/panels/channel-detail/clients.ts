/** The clients of a WebRTC channel as they are listed. Pure. */
import type { WebrtcConnectionView } from '../../../service/contract/console/channel-view.ts'
import { shortId } from '../../i18n/format.ts'

const sends = ({ audio, video }: WebrtcConnectionView) => audio !== null || video !== null

/** Who sends on top, then in the order in which they came. */
export function inOrder(connections: readonly WebrtcConnectionView[]): readonly WebrtcConnectionView[] {
  return connections.toSorted((a, b) => Number(sends(b)) - Number(sends(a)) || a.since - b.since)
}

/** The client id where it was chosen; else the beginning of the connection id. */
export function clientName({ clientId, connectionId }: WebrtcConnectionView): string {
  return clientId === connectionId ? shortId(connectionId) : clientId
}

/** Codecs of what it sends, picture first; empty when it sends nothing. */
export function codecs({ audio, video }: WebrtcConnectionView): string {
  return [video, audio].filter((codec) => codec !== null).join(', ')
}
