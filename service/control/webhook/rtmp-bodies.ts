/** Bodies of RTMP webhooks, rendered once (specification: Events). */
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { Bytes, EpochMilliseconds } from '../../contract/units.ts'
import type { RtmpAuthRequest, RtmpEvent, RtmpEventType } from '../../contract/webhook-bodies.ts'

export interface RtmpClient {
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
}

/** How long a connection has lasted and what came over it. */
export interface Usage {
  /** Whole minutes. */
  readonly minutes: number
  readonly receivedBytes: Bytes
}

/** @param at time of the attempt to connect */
export function rtmpAuthBody(client: RtmpClient, at: EpochMilliseconds): RtmpAuthRequest {
  return {
    channel_id: client.channelId,
    connection_id: client.connectionId,
    timestamp: new Date(at).toISOString(),
    label: 'Service RTMP',
    role: 'rtmprelay',
  }
}

/** @param usage not used by `connection.created`, which carries no data */
export function rtmpEventBody(
  type: RtmpEventType,
  client: RtmpClient,
  at: EpochMilliseconds,
  usage: Usage,
): RtmpEvent {
  const common = rtmpAuthBody(client, at)
  if (type === 'connection.created') return { type, ...common }
  return {
    type,
    ...common,
    data: { minutes: usage.minutes, total_received_bytes: usage.receivedBytes },
  }
}
