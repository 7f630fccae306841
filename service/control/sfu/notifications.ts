/** Messages that tell the connections of a channel of each other. Pure. */
import type { ConnectionNotify, SpotlightNotify } from '../../contract/signaling.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { microTimestamp } from '../../platform/timestamp.ts'
import type { ChannelCounts } from './counts.ts'
import type { FocusChange } from './events.ts'
import { metadataOf } from './member.ts'
import type { SfuMember } from './member.ts'

const idsOf = ({ clientId, bundleId, connectionId }: SfuMember) => ({
  client_id: clientId,
  bundle_id: bundleId,
  connection_id: connectionId,
})

export function connectionNotify(
  event: 'created' | 'updated' | 'destroyed',
  member: SfuMember,
  counts: ChannelCounts,
  at: EpochMilliseconds,
): ConnectionNotify {
  const { settled, sessionId, minutes } = member
  return {
    type: 'notify',
    event_type: `connection.${event}`,
    timestamp: microTimestamp(at),
    role: settled.role,
    session_id: sessionId,
    ...idsOf(member),
    audio: settled.audio !== null,
    video: settled.video !== null,
    minutes,
    ...counts,
    turn_transport_type: 'udp',
    ...(event !== 'updated' && metadataOf(member)),
  }
}

/** Those already there, for one that is new; it is told nothing of them where its webhook said so. */
export function presentFor(
  member: SfuMember,
  others: readonly SfuMember[],
): NonNullable<ConnectionNotify['data']> {
  return others
    .filter((other) => isToldOf(member, other))
    .map((other) => ({ ...idsOf(other), ...metadataOf(other) }))
}

/** Whether a connection is told of another: not within a bundle, and not where its webhook said so. */
export function isToldOf(member: SfuMember, other: SfuMember): boolean {
  return member !== other && member.settled.notified && member.bundleId !== other.bundleId
}

export function spotlightNotify(
  member: SfuMember,
  { focused, fixed, count }: FocusChange,
  at: EpochMilliseconds,
): SpotlightNotify {
  return {
    type: 'notify',
    event_type: focused ? 'spotlight.focused' : 'spotlight.unfocused',
    timestamp: microTimestamp(at),
    session_id: member.sessionId,
    ...idsOf(member),
    spotlight_number: count,
    audio: member.settled.audio !== null,
    video: member.settled.video !== null,
    fixed,
  }
}
