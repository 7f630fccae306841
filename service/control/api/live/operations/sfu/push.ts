import {
  pushChannel,
  pushChannelByRole,
  pushClient,
  pushConnection,
} from '../../../../../contract/sfu-api.ts'
import type { JsonObject } from '../../../../../contract/sfu-api.ts'
import type { SfuConnection } from '../../../../sfu/sfu-channels.ts'
import { connectionOf, connectionsOfClient, connectionsOfRole, each } from './connections.ts'
import { defineForwarded } from './define-forwarded.ts'
import { channel, client, connection, role } from './examples.ts'

const data = { greeting: 'Good evening' }
const response = { type: 'push' as const, data }

export const PUSH = [
  defineForwarded({
    target: 'Sfu_20160711.PushChannel',
    group: 'Push',
    audit: null,
    summary: 'Sends a message to every connection of a channel.',
    schemas: pushChannel,
    example: { request: { ...channel, data }, response },
    handle: ({ data }, { connections }) => push(connections, data),
  }),
  defineForwarded({
    target: 'Sfu_20160711.PushClient',
    group: 'Push',
    audit: null,
    summary: 'Sends a message to every connection of a client.',
    schemas: pushClient,
    example: { request: { ...client, data }, response },
    errors: ['CLIENT-NOT-FOUND'],
    handle: ({ client_id, data }, channel) => push(connectionsOfClient(channel, client_id), data),
  }),
  defineForwarded({
    target: 'Sfu_20160711.PushConnection',
    group: 'Push',
    audit: null,
    summary: 'Sends a message to a connection.',
    schemas: pushConnection,
    example: { request: { ...connection, data }, response },
    errors: ['CONNECTION-NOT-FOUND'],
    handle: ({ connection_id, data }, channel) => push([connectionOf(channel, connection_id)], data),
  }),
  defineForwarded({
    target: 'Sfu_20201120.PushChannelByRole',
    group: 'Push',
    audit: null,
    summary: 'Sends a message to the connections of a channel that have a role.',
    schemas: pushChannelByRole,
    example: { request: { ...role, data }, response },
    handle: ({ role, data }, channel) => push(connectionsOfRole(channel, role), data),
  }),
]

async function push(connections: readonly SfuConnection[], data: JsonObject) {
  await each(connections, (one) => one.push(data))
  return { type: 'push' as const, data }
}
