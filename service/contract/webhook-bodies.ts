/** Bodies of the webhooks that RTMP channels send (specification: Events). */
import { z } from 'zod'

/** ISO 8601, UTC, with fractional seconds. */
const timestamp = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+Z$/)
const rtmpClient = {
  channel_id: z.string(),
  connection_id: z.string(),
  timestamp,
  label: z.literal('Service RTMP'),
  role: z.literal('rtmprelay'),
}

export const rtmpAuthRequest = z.strictObject(rtmpClient)
/** Anything but a boolean `allow` refuses the connection. */
export const rtmpAuthResponse = z.object({ allow: z.boolean(), reason: z.string().optional() })

const usage = z.strictObject({
  /** Connection duration, whole minutes. */
  minutes: z.int().nonnegative(),
  /** Bytes received from the client so far. */
  total_received_bytes: z.int().nonnegative(),
})

export const rtmpEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('connection.created'), ...rtmpClient }),
  z.strictObject({ type: z.literal('connection.updated'), ...rtmpClient, data: usage }),
  z.strictObject({ type: z.literal('connection.destroyed'), ...rtmpClient, data: usage }),
])

export type RtmpAuthRequest = z.infer<typeof rtmpAuthRequest>
export type RtmpEvent = z.infer<typeof rtmpEvent>
export type RtmpEventType = RtmpEvent['type']
