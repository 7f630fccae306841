import type { Role } from '../../contract/sfu-api.ts'

/** How many are connected to a channel, as notifications and webhooks say it. */
export interface ChannelCounts {
  readonly channel_connections: number
  readonly channel_sendrecv_connections: number
  readonly channel_sendonly_connections: number
  readonly channel_recvonly_connections: number
}

export function countRoles(roles: readonly Role[]): ChannelCounts {
  const of = (wanted: Role) => roles.filter((role) => role === wanted).length
  return {
    channel_connections: roles.length,
    channel_sendrecv_connections: of('sendrecv'),
    channel_sendonly_connections: of('sendonly'),
    channel_recvonly_connections: of('recvonly'),
  }
}
