/** Between the domain of WebRTC channels and the SFU processes, which carry the media. */
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { Environment } from '../../contract/live-api.ts'
import type { ConnectionUsage, SfuRequests, TransportCause } from '../../contract/sfu-worker.ts'

export interface SfuMedia {
  /** @throws LiveError ServiceUnavailable when the process is not there, refuses, or does not answer in time */
  request<Name extends keyof SfuRequests>(
    environment: Environment,
    name: Name,
    body: SfuRequests[Name][0],
  ): Promise<SfuRequests[Name][1]>
}

/** What the processes tell. Notifications of one process come in the order they were sent. */
export interface SfuMediaEvents {
  /** Media is connected. */
  opened(connectionId: ConnectionId): void
  /** What the connection gets has changed: it needs the next offer. */
  changed(connectionId: ConnectionId): void
  /** Media did not come up or broke off. */
  lost(connectionId: ConnectionId, cause: TransportCause): void
  focused(channelId: ChannelId, connectionId: ConnectionId, fixed: boolean): void
  unfocused(channelId: ChannelId, connectionId: ConnectionId): void
  /** Once a second. */
  usage(connections: ConnectionUsage[]): void
  /** The process of the environment is gone, and with it every connection it carried. */
  sfuLost(environment: Environment): void
}
