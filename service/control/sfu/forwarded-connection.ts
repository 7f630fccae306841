import type { ConnectionId } from '../../contract/ids.ts'
import { microTimestamp } from '../../platform/timestamp.ts'
import type { Clock } from '../../platform/clock.ts'
import { isConnected } from '../connection/member-machine.ts'
import type { ChannelSession } from './channel-session.ts'
import { listedOf } from './member.ts'
import type { WebrtcMember } from './webrtc-member.ts'
import type { SfuConnection, Spotlight } from './sfu-channels.ts'

/** A connection as the operations of the live API have it. */
export function forwardedConnection(
  session: ChannelSession,
  member: WebrtcMember,
  clock: Clock,
): SfuConnection {
  const { connectionId } = member
  const listed = listedOf(member)
  /** What is asked of one that has just gone does nothing. */
  const whileOpen = async (ask: () => unknown): Promise<void> => {
    if (isConnected(member)) await ask()
  }
  return {
    listed,
    notifyMetadata: member.metadata ?? null,
    pausedSenders: [...member.paused],
    disconnect: (reason) => member.end('api-disconnected', reason && { api: reason }),
    push: (data) => whileOpen(() => member.peer.send({ type: 'push', data })),
    async stats() {
      const { channel_id, session_id, client_id, bundle_id, connection_id } = listed
      const ids = { channel_id, session_id, client_id, bundle_id, connection_id }
      const groups = await session.request('connection.stats', { connectionId })
      return { ...groups, timestamp: microTimestamp(clock.now()), ...ids }
    },
    requestLayer: (rid, sender) =>
      whileOpen(() => session.request('layer.request', { connectionId, sender: sender ?? null, rid })),
    setPaused: (sender: ConnectionId, paused) =>
      whileOpen(async () => {
        const pause = (isPaused: boolean) =>
          session.request('video.pause', { connectionId, sender, paused: isPaused })
        await pause(paused)
        if (!paused) return void member.paused.delete(sender)
        // A sender that went meanwhile would stay in both lists, this one and that of the SFU.
        const isHere = session.open().some((other) => other.connectionId === sender)
        if (isHere) member.paused.add(sender)
        else await whileOpen(() => pause(false))
      }),
    limitVideo: (kilobitsPerSecond) =>
      whileOpen(() => session.request('video.limit', { connectionId, bitRate: kilobitsPerSecond })),
    setNotifyMetadata: (metadata) =>
      whileOpen(() => {
        member.metadata = metadata
      }),
  }
}

export function forwardedSpotlight(session: ChannelSession): Spotlight | null {
  const { channelId } = session.channel
  if (session.spotlightCount === null || session.open().length === 0) return null
  const ask = async (asked: Promise<unknown>): Promise<void> => {
    await asked
  }
  return {
    focus: (connectionId, fixed) =>
      ask(session.request('spotlight.focus', { channelId, connectionId, fixed })),
    unfocus: (connectionId) => ask(session.request('spotlight.unfocus', { channelId, connectionId })),
    resize: (count) => session.resizeSpotlight(count),
  }
}
