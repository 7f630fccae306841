/** What was sent to webhooks and what came back, and sending it again. */
import { z } from 'zod'
import { breaks } from '../refusal/carried.ts'
import type { WebhookEventId } from '../ids.ts'
import { codePoints, idText, integerOf, integerTextOf } from '../text.ts'
import { nothing } from './nothing.ts'
import { idParam, json } from './route.ts'
import type { Shown } from './route.ts'

export const WEBHOOK_STATES = ['pending', 'delivered', 'dead', 'allowed', 'denied'] as const

/** `dead`: given up after 24 h, or at once because the endpoint said that it is gone (410). */
export const webhookState = z.enum(WEBHOOK_STATES, {
  error: breaks('oneOf', { values: WEBHOOK_STATES }),
})
export type WebhookState = z.infer<typeof webhookState>

/** Most events of one answer. */
const MAX_WEBHOOK_PAGE = 200

const shortText = idText.refine((s) => codePoints(s) <= 2048, breaks('maxCharacters', { max: 2048 }))

/** Every filter that is given must fit. */
export const webhookListQuery = z.object({
  channel: shortText.optional(),
  type: shortText.optional(),
  state: webhookState.optional(),
  url: shortText.optional(),
  /** A part of the URL, the ids or the body; letters A to Z without case. */
  search: shortText.optional(),
  /** Only events that are older than the one with this `sequence`. */
  before: integerTextOf(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: integerTextOf(1, MAX_WEBHOOK_PAGE).default(50),
})
export type WebhookListQuery = z.infer<typeof webhookListQuery>

const moment = z.int().nonnegative()
const sequence = z.int().positive()
const status = z.int().nullable()
/**
 * Why an attempt failed: no answer in time, no connection, no address for the name, no valid TLS, an
 * answer that breaks its form, or a status that says no.
 */
export const failureClass = z.enum(['timeout', 'refused', 'dns', 'tls', 'malformed', 'status'])
export type FailureClass = z.infer<typeof failureClass>
const errorClass = failureClass.nullable()
/** Name of who had it sent by hand; null where it was planned, and for attempts of earlier versions. */
const askedBy = z.string().nullable()
const headers = z.record(z.string(), z.string()).nullable()

/** Times are milliseconds since 1970 UTC. */
export const webhookSummary = z.strictObject({
  sequence,
  /** Also the `webhook-id` of every attempt. */
  id: z.string(),
  channelId: z.string(),
  connectionId: z.string().nullable(),
  /** `auth` is a question of the authentication webhook, asked once. */
  kind: z.enum(['event', 'auth']),
  type: z.string(),
  url: z.string(),
  state: webhookState,
  attempts: z.int().nonnegative(),
  createdAt: moment,
  /** Null unless it is pending. */
  nextAttemptAt: moment.nullable(),
  /** Null while it is pending. */
  finishedAt: moment.nullable(),
  /** Of the last attempt; null before the first, and where no answer came. */
  lastStatus: status,
  /** Of the last attempt; null before the first, and where it succeeded. */
  lastErrorClass: errorClass,
  /** Of the last attempt. */
  lastAskedBy: askedBy,
})
export type WebhookSummary = Shown<typeof webhookSummary>

export const webhookAttempt = z.strictObject({
  /** From 1; goes on when it is sent again. The newest 100 are kept. */
  number: z.int().positive(),
  startedAt: moment,
  durationMs: z.int().nonnegative(),
  /** Null where no answer came. */
  status,
  errorClass,
  errorText: z.string().nullable(),
  /** What proves the sender is among them. Null for attempts of earlier versions. */
  requestHeaders: headers,
  /** Null where no answer came. */
  responseHeaders: headers,
  /** First 64 KiB; null where no answer came. */
  responseBody: z.string().nullable(),
  askedBy,
})
export type WebhookAttempt = Shown<typeof webhookAttempt>

export const webhookList = z.strictObject({
  events: z.array(webhookSummary),
  /** `before` of the next page; null when there is none. */
  before: sequence.nullable(),
})
export type WebhookList = Shown<typeof webhookList>

export const webhookDetail = webhookSummary.extend({
  /** Exactly as it is sent. */
  body: z.string(),
  attemptsMade: z.array(webhookAttempt),
})
export type WebhookDetail = Shown<typeof webhookDetail>

/** What was given up is sent again: all of it, or what every given member fits. */
export const redeliverAllRequest = z.object({
  state: z.literal('dead', { error: breaks('exactly', { value: 'dead' }) }),
  url: shortText.optional(),
  channelId: shortText.optional(),
  /** Only events that happened then or later, milliseconds since 1970 UTC. */
  since: integerOf(0, Number.MAX_SAFE_INTEGER).optional(),
})
export type RedeliverAllRequest = z.infer<typeof redeliverAllRequest>
export const redeliverAllResponse = z.strictObject({ count: z.int().nonnegative() })

/** Sends an event as the documents show it to the event webhook of the channel. */
export const sampleWebhookRequest = z.object({ channelId: shortText, type: shortText })
export type SampleWebhookRequest = z.infer<typeof sampleWebhookRequest>
export const sampleWebhookResponse = z.strictObject({ id: z.string() })

/** The connection of samples, by which receivers and the log tell them apart: no real one has this id. */
export const SAMPLE_CONNECTION = '0'.repeat(26)

/** The channel of samples that are of none. */
export const SAMPLE_CHANNEL = SAMPLE_CONNECTION

/** What channels tell, by their kind. */
export const SAMPLE_TYPES = {
  rtmp: [
    'connection.created',
    'connection.updated',
    'connection.destroyed',
    'archive.created',
    'archive.failed',
  ],
  webrtc: ['connection.created', 'connection.updated', 'connection.destroyed'],
} as const

export const webhookEndpoint = z.strictObject({
  url: z.string(),
  /** Events that are still to be delivered. */
  pending: z.int().nonnegative(),
  /** Events that were given up and are still kept. */
  givenUp: z.int().nonnegative(),
  /** First failure since the last success; null while it works. */
  failingSince: moment.nullable(),
  /** When the last attempt ended; null before the first. */
  lastAttemptAt: moment.nullable(),
  lastStatus: status,
  lastErrorClass: errorClass,
  lastSuccessAt: moment.nullable(),
})
export type WebhookEndpoint = Shown<typeof webhookEndpoint>

/** At most 500: failing ones first, then by the latest attempt. */
export const webhookEndpoints = z.strictObject({ endpoints: z.array(webhookEndpoint) })

const path = '/console/api/webhooks'
const id = idParam<WebhookEventId>()

export const webhookApi = {
  list: json({
    method: 'GET',
    path,
    who: 'delivery',
    summary: 'Events and questions of webhooks, newest first.',
    query: webhookListQuery,
    answer: webhookList,
  }),
  endpoints: json({
    method: 'GET',
    path: `${path}/endpoints`,
    who: 'delivery',
    summary: 'Endpoints of webhooks, failing ones first.',
    answer: webhookEndpoints,
  }),
  find: json({
    method: 'GET',
    path: `${path}/:id`,
    who: 'delivery',
    summary: 'An event with its body and its delivery attempts.',
    params: { id },
    answer: webhookDetail,
    errors: ['NOT_FOUND'],
  }),
  redeliver: json({
    method: 'POST',
    path: `${path}/:id/redeliver`,
    who: 'delivery',
    summary: 'Sends an event again, with the same id and body.',
    params: { id },
    answer: nothing,
    errors: ['NOT_FOUND', 'NOT_REDELIVERABLE'],
  }),
  sendSample: json({
    method: 'POST',
    path: `${path}/sample`,
    who: 'delivery',
    summary: 'Sends an event that did not happen to the event webhook of a channel.',
    body: sampleWebhookRequest,
    answer: sampleWebhookResponse,
    errors: ['NOT_FOUND'],
  }),
  redeliverAll: json({
    method: 'POST',
    path: `${path}/redeliver`,
    who: 'delivery',
    summary: 'Sends again what was given up.',
    body: redeliverAllRequest,
    answer: redeliverAllResponse,
  }),
}
