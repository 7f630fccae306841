/** Bodies of the webhooks that RTMP channels send (specification: Events). */
import { z } from 'zod'

const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+Z$/)
  .describe('ISO 8601, UTC, with fractional seconds.')
const rtmpClient = {
  channel_id: z.string(),
  connection_id: z.string(),
  timestamp,
  label: z.literal('Service RTMP'),
  role: z.literal('rtmprelay'),
}

export const rtmpAuthRequest = z.strictObject(rtmpClient)
/** Anything but a boolean `allow` refuses the connection. */
export const rtmpAuthResponse = z.object({
  allow: z.boolean().describe('Whether the client may connect.'),
  reason: z.string().optional().describe('What the encoder is told when it may not.'),
})

const usage = z.strictObject({
  minutes: z.int().nonnegative().describe('Connection duration, whole minutes.'),
  total_received_bytes: z.int().nonnegative().describe('Bytes received from the client so far.'),
})

export const rtmpEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('connection.created'), ...rtmpClient }),
  z.strictObject({ type: z.literal('connection.updated'), ...rtmpClient, data: usage }),
  z.strictObject({ type: z.literal('connection.destroyed'), ...rtmpClient, data: usage }),
])

export type RtmpAuthRequest = z.output<typeof rtmpAuthRequest>
export type RtmpEvent = z.output<typeof rtmpEvent>
export type RtmpEventType = RtmpEvent['type']

const recording = {
  recording_id: z.string(),
  rendition: z.int().nonnegative().describe('Index of the rendition in its channel.'),
  archive_destination_id: z.string(),
  bucket_uri: z.string(),
  path: z.string().describe('Below bucket_uri; ends with a slash.'),
  bytes: z.int().nonnegative().describe('Of all files so far.'),
  duration_seconds: z.number().nonnegative(),
  lost_seconds: z.number().nonnegative().describe('What the disk of the service could not take.'),
}

/** What channels of either kind send about recordings. */
export const archiveEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('archive.created'),
    channel_id: z.string(),
    connection_id: z.string(),
    timestamp,
    label: z.literal('Service Archive'),
    data: z.strictObject({
      ...recording,
      playlist: z.string().describe('Name of the media playlist below path.'),
      movie: z.string().describe('Name of the MP4 below path.'),
    }),
  }),
  z.strictObject({
    type: z.literal('archive.failed'),
    channel_id: z.string(),
    connection_id: z.string(),
    timestamp,
    label: z.literal('Service Archive'),
    data: z.strictObject({
      ...recording,
      reason: z.string().describe('What is wrong, one word; docs/recordings.md has the list.'),
      message: z.string(),
      will_retry: z.boolean().describe('True while it is tried again; archive.created may still follow.'),
    }),
  }),
])
export type ArchiveEvent = z.output<typeof archiveEvent>
