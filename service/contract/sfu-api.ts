/**
 * Requests and responses of the operations that the live API forwards to the SFU (specification: Forwarded
 * SFU operations; shapes as the SFU family publishes them).
 */
import { z } from 'zod'
import { breaks } from './refusal/carried.ts'
import { iceStats, sctpStats, spotlightStats } from './sfu-stats.ts'
import { flag, idText, integerOf, textOf } from './text.ts'

const object = breaks('object')
const anyObject = z.record(z.string(), z.json(), { error: object })
export type Json = string | number | boolean | null | Json[] | JsonObject
export type JsonObject = { [name: string]: Json }
/** Chosen by clients, so not of our form; up to 255 bytes. */
const clientId = textOf(1, 255)
const ROLES = ['sendrecv', 'sendonly', 'recvonly'] as const
export const roleSchema = z.enum(ROLES, { error: breaks('oneOf', { values: ROLES }) })
export type Role = (typeof ROLES)[number]
const RIDS = ['r0', 'r1', 'r2'] as const
/** Layer of a simulcast, smallest first. */
export type Rid = (typeof RIDS)[number]
export const ridSchema = z.enum(RIDS, { error: breaks('oneOf', { values: RIDS }) })

const channel = { channel_id: idText }
const connection = { ...channel, connection_id: idText }
const client = { ...channel, client_id: clientId }
const role = { ...channel, role: roleSchema }
const reason = {
  reason: anyObject.optional().describe('Handed on to the event webhook of each connection that it ends.'),
}

export const disconnectChannel = {
  request: z.object({ ...channel, ...reason }),
  response: z.strictObject(channel),
}
export const disconnectClient = {
  request: z.object({ ...client, ...reason }),
  response: z.strictObject(client),
}
export const disconnectConnection = {
  request: z.object({ ...connection, ...reason }),
  response: z.strictObject(connection),
}
export const disconnectChannelByRole = {
  request: z.object({ ...role, ...reason }),
  response: z.strictObject(role),
}

/** A connection as the SFU lists it. */
export const sfuConnection = z.strictObject({
  channel_id: idText,
  session_id: idText,
  client_id: z.string(),
  bundle_id: z.string(),
  connection_id: idText,
  role: roleSchema,
  multistream: z.literal(true),
  simulcast: z.boolean(),
  spotlight: z.boolean(),
  created_time: z.int().describe('Unix time, seconds.'),
  created_timestamp: z.string().describe('RFC 3339.'),
  node_name: z.string(),
  recording_block: z.boolean(),
  event_metadata: z.json().optional(),
  audio: z.union([z.boolean(), anyObject]),
  video: z.union([z.boolean(), anyObject]),
})
/** A connection as the SFU lists it. */
export type ListedConnection = z.output<typeof sfuConnection>
export const listChannelConnections = {
  request: z.object({ ...channel, local: flag.optional() }),
  response: z.array(sfuConnection),
}

const streamOf = { ...channel, recv_connection_id: idText, send_connection_id: idText.optional() }
export const requestRtpStream = {
  request: z.object({ ...streamOf, rid: ridSchema }),
  response: z.strictObject({ ...streamOf, rid: ridSchema }),
}
export const resetRtpStream = { request: z.object(streamOf), response: z.strictObject(streamOf) }

export const focusSpotlight = { request: z.object(connection), response: z.strictObject(connection) }
const spotlightNumber = { ...channel, spotlight_number: integerOf(1, 8) }
export const changeSpotlightNumber = {
  request: z.object(spotlightNumber),
  response: z.strictObject(spotlightNumber),
}

const data = { data: anyObject }
/** The message as it is delivered. */
const pushed = z.strictObject({ type: z.literal('push'), ...data })
export const pushChannel = { request: z.object({ ...channel, ...data }), response: pushed }
export const pushClient = { request: z.object({ ...client, ...data }), response: pushed }
export const pushConnection = { request: z.object({ ...connection, ...data }), response: pushed }
export const pushChannelByRole = { request: z.object({ ...role, ...data }), response: pushed }

/** Counters of one connection; groups of growing integers beside the ids. */
export const sfuStats = z
  .object({
    timestamp: z.string(),
    channel_id: idText,
    session_id: idText,
    client_id: z.string(),
    bundle_id: z.string(),
    connection_id: idText,
    spotlight: spotlightStats.optional(),
    ice_connection_state: iceStats.optional(),
    sctp: sctpStats.optional(),
  })
  .catchall(z.json())
export type SfuStats = z.output<typeof sfuStats>
export const getStatsConnection = { request: z.object(connection), response: sfuStats }
export const getStatsClient = { request: z.object(client), response: z.array(sfuStats) }

const bitRate = { ...connection, bit_rate: integerOf(1, 30_000).describe('kbit/s.') }
export const changeUpstreamVideoBitRate = { request: z.object(bitRate), response: z.strictObject(bitRate) }

const push = { push: flag.optional() }
/** No JSON that we take or give has a member of that name. */
const key = { key: textOf(1, 255).refine((name) => name !== '__proto__', breaks('notProto')) }
/** `null` is a value too, so only a missing member is wrong. */
const json = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.json()), anyObject], {
  error: breaks('json'),
})
export const listSignalingNotifyMetadata = {
  request: z.object(channel),
  response: z.array(
    z.strictObject({
      client_id: z.string(),
      bundle_id: z.string(),
      connection_id: idText,
      metadata: z.json(),
    }),
  ),
}
export const getSignalingNotifyMetadata = { request: z.object(connection), response: json }
export const putSignalingNotifyMetadata = {
  request: z.object({ ...connection, metadata: json, ...push }),
  response: json,
}
const members = z.record(z.string(), z.json())
export const deleteSignalingNotifyMetadata = {
  request: z.object({ ...connection, ...push }),
  response: members,
}
export const putSignalingNotifyMetadataItem = {
  request: z.object({ ...connection, ...key, value: json, ...push }),
  response: members,
}
export const deleteSignalingNotifyMetadataItem = {
  request: z.object({ ...connection, ...key, ...push }),
  response: members,
}

const pair = { ...channel, recv_connection_id: idText, send_connection_id: idText }
export const pauseRtpStream = { request: z.object(pair), response: z.strictObject(pair) }
export const listPauseRtpStreams = {
  request: z.object({ ...channel, recv_connection_id: idText.optional() }),
  response: z.array(z.strictObject(pair)),
}
