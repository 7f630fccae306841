import {
  disconnectChannel,
  disconnectChannelByRole,
  disconnectClient,
  disconnectConnection,
  listChannelConnections,
} from '../../../../../contract/sfu-api.ts'
import { connectionOf, connectionsOfClient, connectionsOfRole, each } from './connections.ts'
import { defineForwarded } from './define-forwarded.ts'
import type { ForwardedChannel } from './define-forwarded.ts'
import { channel, client, connection, role } from './examples.ts'

const reason = { cause: 'maintenance' }

/** Who is about to be connected is to be gone as well, and not to come up a moment later. */
const withArriving = (channel: ForwardedChannel): ForwardedChannel => ({
  ...channel,
  connections: [...channel.connections, ...channel.arriving],
})

export const SIGNALING = [
  defineForwarded({
    target: 'Sfu_20151104.DisconnectChannel',
    group: 'Signaling',
    audit: 'broadcast.ended',
    summary: 'Disconnects every connection of a channel.',
    schemas: disconnectChannel,
    example: { request: { ...channel, reason }, response: channel },
    async handle({ reason, ...named }, channel) {
      await each(withArriving(channel).connections, (one) => one.disconnect(reason))
      return named
    },
  }),
  defineForwarded({
    target: 'Sfu_20151104.DisconnectClient',
    group: 'Signaling',
    audit: 'broadcast.ended',
    summary: 'Disconnects every connection of a client.',
    schemas: disconnectClient,
    example: { request: { ...client, reason }, response: client },
    errors: ['CLIENT-NOT-FOUND'],
    async handle({ reason, ...named }, channel) {
      await each(connectionsOfClient(withArriving(channel), named.client_id), (one) => one.disconnect(reason))
      return named
    },
  }),
  defineForwarded({
    target: 'Sfu_20151104.DisconnectConnection',
    group: 'Signaling',
    audit: 'broadcast.ended',
    summary: 'Disconnects a connection.',
    schemas: disconnectConnection,
    example: { request: { ...connection, reason }, response: connection },
    errors: ['CONNECTION-NOT-FOUND'],
    async handle({ reason, ...named }, channel) {
      await connectionOf(withArriving(channel), named.connection_id).disconnect(reason)
      return named
    },
  }),
  defineForwarded({
    target: 'Sfu_20201120.DisconnectChannelByRole',
    group: 'Signaling',
    audit: 'broadcast.ended',
    summary: 'Disconnects the connections of a channel that have a role.',
    schemas: disconnectChannelByRole,
    example: { request: { ...role, reason }, response: role },
    async handle({ reason, ...named }, channel) {
      await each(connectionsOfRole(withArriving(channel), named.role), (one) => one.disconnect(reason))
      return named
    },
  }),
  defineForwarded({
    target: 'Sfu_20201013.ListChannelConnections',
    group: 'Signaling',
    audit: null,
    summary: 'Lists the connections of a channel.',
    schemas: listChannelConnections,
    example: {
      request: channel,
      response: [
        {
          ...connection,
          session_id: '3R9XW5K1TQ7ZC0V8MB2N4J6HDF',
          client_id: client.client_id,
          bundle_id: client.client_id,
          role: 'sendonly',
          multistream: true,
          simulcast: false,
          spotlight: false,
          created_time: 1_795_201_200,
          created_timestamp: '2026-11-20T19:00:00.000000Z',
          node_name: 'airdesk',
          recording_block: false,
          audio: { codec_type: 'OPUS' },
          video: { codec_type: 'VP9', bit_rate: 2500 },
        },
      ],
    },
    handle: (_, { connections }) => connections.map(({ listed }) => listed),
  }),
]
