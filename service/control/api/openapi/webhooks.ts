import type { Parameter, PathItem, Reference, Response } from '../../../contract/openapi.ts'
import { sfuAuthRequest, sfuAuthResponse, sfuEvent } from '../../../contract/sfu-webhooks.ts'
import {
  archiveEvent,
  rtmpAuthRequest,
  rtmpAuthResponse,
  rtmpEvent,
} from '../../../contract/webhook-bodies.ts'
import type { ArchiveEvent, RtmpAuthRequest, RtmpEvent } from '../../../contract/webhook-bodies.ts'
import { json } from './document.ts'
import type { PublishedSchemas } from './schemas.ts'
import { SFU_AUTH_REQUEST, SFU_EVENTS } from './sfu-webhook-examples.ts'

export const WEBHOOK_TAG = {
  name: 'Webhooks',
  description:
    'Requests that the service sends to the URLs of a channel, signed by Standard Webhooks (HMAC-SHA256) with the secret of the system, which the console shows.',
}

/** The three headers of Standard Webhooks 1.0. */
export const WEBHOOK_HEADERS: Readonly<Record<string, Parameter>> = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Of the event, the same in every attempt to deliver it.',
    schema: { type: 'string' },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was made, Unix time in seconds.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and the HMAC-SHA256, in base64, of `<webhook-id>.<webhook-timestamp>.<body>` with the key that follows `whsec_` in the secret.',
    schema: { type: 'string' },
  },
}

const CLIENT = {
  channel_id: '2E5Z4C8N7Q1RK0V3XW9T6B8M4D',
  connection_id: '5M0QH3GJ8YVAP2S7CXE4KRN1TZ',
  timestamp: '2026-11-20T10:00:00.000Z',
  label: 'Service RTMP',
  role: 'rtmprelay',
} as const satisfies RtmpAuthRequest
export const RTMP_EVENTS = [
  { type: 'connection.created', ...CLIENT },
  { type: 'connection.updated', ...CLIENT, data: { minutes: 1, total_received_bytes: 18_750_000 } },
  { type: 'connection.destroyed', ...CLIENT, data: { minutes: 1, total_received_bytes: 27_312_640 } },
] as const satisfies readonly RtmpEvent[]

const RECORDED = {
  channel_id: CLIENT.channel_id,
  connection_id: CLIENT.connection_id,
  timestamp: '2026-11-20T11:31:04.000Z',
  label: 'Service Archive',
} as const
const RECORDING = {
  recording_id: '7B3C9W2KQ5T0C3N8X6W4E1R9YH',
  rendition: 0,
  archive_destination_id: '0S8V1R6QK3YB5M2H9T4X7DCEFG',
  bucket_uri: 's3://shows/2026/',
  path: `${CLIENT.channel_id}/${CLIENT.connection_id}/r0/`,
  bytes: 3_514_207_311,
  duration_seconds: 5461.2,
  lost_seconds: 0,
}
export const ARCHIVE_EVENTS = [
  {
    type: 'archive.created',
    ...RECORDED,
    data: { ...RECORDING, playlist: 'index.m3u8', movie: 'recording.mp4' },
  },
  {
    type: 'archive.failed',
    ...RECORDED,
    data: {
      ...RECORDING,
      reason: 'credentials',
      message: 'The request signature we calculated does not match the signature you provided.',
      will_retry: true,
    },
  },
] as const satisfies readonly ArchiveEvent[]

/** What the service sends and expects back. */
export function webhooks(schemas: PublishedSchemas): Record<string, PathItem> {
  return {
    ...rtmpWebhooks(schemas),
    ...sfuWebhooks(schemas),
    ...archiveWebhooks(schemas),
  }
}

function rtmpWebhooks(schemas: PublishedSchemas): Record<string, PathItem> {
  return {
    authentication: {
      post: {
        ...common('authenticationWebhook', 'Asks whether an RTMP client may connect.'),
        description:
          'Sent to `auth_webhook_url` once for each connection. Redirects are not followed. The connection is refused unless the answer comes within 5 s, with a status of 2xx and a boolean `allow`.',
        requestBody: {
          required: true,
          content: json({ schema: schemas.publish(rtmpAuthRequest, 'response'), example: CLIENT }),
        },
        responses: { 200: decision(schemas) },
      },
    },
    event: {
      post: {
        ...common('eventWebhook', 'Tells what happened to an RTMP connection.'),
        description:
          'Sent to `event_webhook_url` when a connection is established, for each minute that it lasts, and when it is cut; at least once, in order per channel, and tried again for 24 hours until the answer is 2xx within 10 s. Redirects are not followed.',
        requestBody: {
          required: true,
          content: json({
            schema: schemas.publish(rtmpEvent, 'response'),
            examples: byType(RTMP_EVENTS),
          }),
        },
        responses: { '2XX': { description: 'Taken. The body is not read.' } },
      },
    },
  }
}

function sfuWebhooks(schemas: PublishedSchemas): Record<string, PathItem> {
  const asking = common(
    'webrtcAuthenticationWebhook',
    'Asks whether a WebRTC client may connect, and as what.',
  )
  return {
    webrtcAuthentication: {
      post: {
        ...asking,
        description:
          'Sent to `auth_webhook_url` of a WebRTC channel once for each connection. Redirects are not followed. The connection is refused unless the answer comes within 5 s, with a status of 2xx, a boolean `allowed` and no member that breaks its rule; members besides `allowed` change what the client asked for.',
        parameters: [...asking.parameters, SORA_CONNECTION_ID],
        requestBody: {
          required: true,
          content: json({ schema: schemas.publish(sfuAuthRequest, 'response'), example: SFU_AUTH_REQUEST }),
        },
        responses: {
          200: {
            description: 'Decided.',
            content: json({
              schema: schemas.publish(sfuAuthResponse, 'request'),
              examples: {
                allowed: { value: { allowed: true, video_codec_type: 'VP8', metadata: { seat: 12 } } },
                refused: { value: { allowed: false, reason: 'This channel is not yours.' } },
              },
            }),
          },
        },
      },
    },
    webrtcEvent: {
      post: {
        ...common('webrtcEventWebhook', 'Tells what happened to a WebRTC connection.'),
        description:
          'Sent to `event_webhook_url` of a WebRTC channel, at least once, in order per channel, and tried again for 24 hours until the answer is 2xx within 10 s. Redirects are not followed.',
        requestBody: {
          required: true,
          content: json({ schema: schemas.publish(sfuEvent, 'response'), examples: byType(SFU_EVENTS) }),
        },
        responses: { '2XX': { description: 'Taken. The body is not read.' } },
      },
    },
  }
}

function archiveWebhooks(schemas: PublishedSchemas): Record<string, PathItem> {
  return {
    archiveEvent: {
      post: {
        ...common('archiveEventWebhook', 'Tells what became of a recording.'),
        description:
          'Sent to `event_webhook_url` of a channel of either kind: when a recording is in its store, all of it and verified, and when something is wrong on the way. At least once, and tried again for 24 hours until the answer is 2xx within 10 s. Redirects are not followed.',
        requestBody: {
          required: true,
          content: json({
            schema: schemas.publish(archiveEvent, 'response'),
            examples: byType(ARCHIVE_EVENTS),
          }),
        },
        responses: { '2XX': { description: 'Taken. The body is not read.' } },
      },
    },
  }
}

const SORA_CONNECTION_ID: Parameter = {
  name: 'sora-connection-id',
  in: 'header',
  required: true,
  description: 'Id of the connection, as in the body.',
  schema: { type: 'string' },
}

function byType<Event extends { readonly type: string }>(
  events: readonly Event[],
): Record<string, { value: Event }> {
  return Object.fromEntries(events.map((value) => [value.type, { value }]))
}

const common = (operationId: string, summary: string) => ({
  operationId,
  tags: [WEBHOOK_TAG.name],
  summary,
  security: [],
  parameters: Object.keys(WEBHOOK_HEADERS).map((name): Reference => ({
    $ref: `#/components/parameters/${name}`,
  })),
})

const decision = (schemas: PublishedSchemas): Response => ({
  description: 'Decided.',
  content: json({
    schema: schemas.publish(rtmpAuthResponse, 'request'),
    examples: {
      allowed: { value: { allow: true } },
      refused: { value: { allow: false, reason: 'This channel is not yours.' } },
    },
  }),
})
