/** What a channel without HLS carries from client to client. Pure. */
import type { ChannelActivity } from './channel-activity.ts'
import { isConnected } from './member-machine.ts'
import type { Member } from './member.ts'

interface Relay extends Pick<ChannelActivity, 'sendingSince' | 'relayed'> {
  /** Clients that only receive. */
  readonly receivers: number
}

/** @param members in the order in which they were asked for */
export function relayOf(members: readonly Member[]): Relay {
  const clients = members.filter((member) => member.channel.kind === 'webrtc' && isConnected(member))
  const senders = clients.filter(({ sends }) => sends)
  const sent = senders.flatMap(({ lastMediaAt, client }) =>
    lastMediaAt === null ? [] : [{ lastMediaAt, client }],
  )
  const newest = sent.at(-1)
  const lastMediaAt = Math.max(...sent.map((one) => one.lastMediaAt))
  return {
    sendingSince: senders.length > 0 ? Math.min(...senders.map(({ realOpenedAt }) => realOpenedAt)) : null,
    ...(newest && { relayed: { lastMediaAt, client: newest.client } }),
    receivers: clients.length - senders.length,
  }
}
