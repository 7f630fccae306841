import type { ChannelView } from '../../../contract/console/channel-view.ts'
import type { EpochMilliseconds, Milliseconds } from '../../../contract/units.ts'

/**
 * Media is measured in real time. Where the clock of rules was moved, what is told of it was as long ago by that.
 * @param by how far the clock of rules is ahead of the real one
 */
export function inRuleTime(view: ChannelView, by: Milliseconds): ChannelView {
  if (by === 0) return view
  const moved = <At extends EpochMilliseconds | null>(at: At) => (at === null ? at : at + by)
  const { stateSince, createdAt, lastClose, connections, findings, webrtc, publish } = view
  return {
    ...view,
    // A channel that was always idle has been so since it was made, which is a date of the rules' clock.
    stateSince: stateSince === createdAt ? stateSince : moved(stateSince),
    lastClose: lastClose && { ...lastClose, at: moved(lastClose.at) },
    connections: connections.map((one) => ({ ...one, connectedAt: moved(one.connectedAt) })),
    onAirSince: moved(view.onAirSince),
    findings: findings.map((one) => ({ ...one, since: moved(one.since) })),
    publish: publish && { ...publish, nextTryAt: moved(publish.nextTryAt) },
    webrtc: webrtc && { ...webrtc, lastMediaAt: moved(webrtc.lastMediaAt) },
  }
}
