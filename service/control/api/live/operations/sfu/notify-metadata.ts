import {
  deleteSignalingNotifyMetadata,
  deleteSignalingNotifyMetadataItem,
  getSignalingNotifyMetadata,
  listSignalingNotifyMetadata,
  putSignalingNotifyMetadata,
  putSignalingNotifyMetadataItem,
} from '../../../../../contract/sfu-api.ts'
import type { Json, JsonObject } from '../../../../../contract/sfu-api.ts'
import { badRequest } from '../../../../../contract/refusal/refusal.ts'
import { rule } from '../../../../../contract/refusal/rules.ts'
import { isNotifyMetadata, MOST_NOTIFY_METADATA } from '../../../../../contract/signaling.ts'
import { connectionOf, each } from './connections.ts'
import { defineForwarded } from './define-forwarded.ts'
import type { ForwardedChannel } from './define-forwarded.ts'
import { channel, client, connection } from './examples.ts'

const metadata = { name: 'Camera 1', tally: 'off' }
const common = { group: 'Experimental', audit: null, errors: ['CONNECTION-NOT-FOUND'] } as const

export const NOTIFY_METADATA = [
  defineForwarded({
    target: 'Sfu_20201124.ListSignalingNotifyMetadata',
    group: 'Experimental',
    audit: null,
    summary: 'Lists what the connections of a channel tell of themselves with each notification.',
    schemas: listSignalingNotifyMetadata,
    example: {
      request: channel,
      response: [
        {
          client_id: client.client_id,
          bundle_id: client.client_id,
          connection_id: connection.connection_id,
          metadata,
        },
      ],
    },
    handle: (_, { connections }) =>
      connections.map(({ listed: { client_id, bundle_id, connection_id }, notifyMetadata }) => ({
        client_id,
        bundle_id,
        connection_id,
        metadata: notifyMetadata,
      })),
  }),
  defineForwarded({
    ...common,
    target: 'Sfu_20201124.GetSignalingNotifyMetadata',
    summary: 'Gives what a connection tells of itself with each notification; `{}` where it tells nothing.',
    schemas: getSignalingNotifyMetadata,
    example: { request: connection, response: metadata },
    handle: ({ connection_id }, channel) => connectionOf(channel, connection_id).notifyMetadata ?? {},
  }),
  defineForwarded({
    ...common,
    target: 'Sfu_20201124.PutSignalingNotifyMetadata',
    summary: 'Replaces what a connection tells of itself.',
    schemas: putSignalingNotifyMetadata,
    example: { request: { ...connection, metadata, push: true }, response: metadata },
    handle: (request, channel) =>
      change(channel, request, checked('metadata', request.metadata), {
        action: 'PutMetadata',
        metadata: request.metadata,
      }),
  }),
  defineForwarded({
    ...common,
    target: 'Sfu_20201124.DeleteSignalingNotifyMetadata',
    summary: 'Empties what a connection tells of itself.',
    schemas: deleteSignalingNotifyMetadata,
    example: { request: { ...connection, push: true }, response: {} },
    handle: (request, channel) => change(channel, request, {}, { action: 'DeleteMetadata' }),
  }),
  defineForwarded({
    ...common,
    target: 'Sfu_20201124.PutSignalingNotifyMetadataItem',
    summary: 'Sets one member of what a connection tells of itself.',
    schemas: putSignalingNotifyMetadataItem,
    example: {
      request: { ...connection, key: 'tally', value: 'on', push: true },
      response: { ...metadata, tally: 'on' },
    },
    handle(request, channel) {
      const { key, value } = request
      const changed = { ...membersOf(channel, request.connection_id), [key]: value }
      return change(channel, request, checked('value', changed), { action: 'PutMetadataItem', key, value })
    },
  }),
  defineForwarded({
    ...common,
    target: 'Sfu_20201124.DeleteSignalingNotifyMetadataItem',
    summary: 'Removes one member of what a connection tells of itself.',
    schemas: deleteSignalingNotifyMetadataItem,
    example: { request: { ...connection, key: 'tally', push: true }, response: { name: metadata.name } },
    handle(request, channel) {
      const { key, connection_id } = request
      const { [key]: _, ...changed } = membersOf(channel, connection_id)
      return change(channel, request, changed, { action: 'DeleteMetadataItem', key })
    },
  }),
]

/** Members can be set only in an object; what else a client told of itself gives way to one. */
function membersOf(channel: ForwardedChannel, connectionId: string): JsonObject {
  const { notifyMetadata } = connectionOf(channel, connectionId)
  return isObject(notifyMetadata) ? notifyMetadata : {}
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What all are told of each stays as short as clients may make it themselves.
 * @param member of the request, which makes it too long
 * @throws Refusal BAD_REQUEST
 */
function checked<Metadata extends Json>(member: string, metadata: Metadata): Metadata {
  if (isNotifyMetadata(metadata)) return metadata
  throw badRequest({ path: member, ...rule('maxBytes', { max: MOST_NOTIFY_METADATA }) })
}

/** Sets the metadata and, where `push` asks for it, tells everyone in the channel, the one changed too. */
async function change<Metadata extends Json>(
  channel: ForwardedChannel,
  { connection_id, push = false }: { readonly connection_id: string; readonly push?: boolean | undefined },
  metadata: Metadata,
  told: JsonObject,
): Promise<Metadata> {
  await connectionOf(channel, connection_id).setNotifyMetadata(metadata)
  const data = { type: 'signaling_notify_metadata_ext', connection_id, ...told }
  if (push) await each(channel.connections, (one) => one.push(data))
  return metadata
}
