/** What was sent to webhooks and what came back, and sending it again. */
import { z } from 'zod'
import { breaks } from '../refusal/carried.ts'
import type { WebhookEventId } from '../ids.ts'
import { codePoints, idText, integerOf, integerTextOf, isUrl } from '../text.ts'
import { nothing } from './nothing.ts'
import { idParam, json } from './route.ts'
import type { Shown } from './route.ts'
import { count, milliseconds, moment } from './units.ts'
import { FAILURE_CLASSES, WEBHOOK_STATES } from './words.ts'

/**
 * `dead`: given up after 24 h, at once because the endpoint said that it is gone (410), or before because more waited
 * than the system may have.
 */
export const webhookState = z.enum(WEBHOOK_STATES, {
  error: breaks('oneOf', { values: WEBHOOK_STATES }),
})
export type WebhookState = z.infer<typeof webhookState>

/** Most events of one answer. */
const MAX_WEBHOOK_PAGE = 200

const shortText = idText.refine((s) => codePoints(s) <= 2048, breaks('maxCharacters', { max: 2048 }))

const time = integerTextOf(0, Number.MAX_SAFE_INTEGER)

export const failureClass = z.enum(FAILURE_CLASSES, {
  error: breaks('oneOf', { values: FAILURE_CLASSES }),
})
export type FailureClass = z.infer<typeof failureClass>

/** Every filter that is given must fit. */
export const webhookListQuery = z.object({
  channel: shortText.optional(),
  type: shortText.optional(),
  state: webhookState.optional(),
  url: shortText.optional(),
  /** Why the last attempt failed. */
  cause: failureClass.optional(),
  /** Only those whose last attempt somebody asked for. */
  byHand: z.literal('true', { error: breaks('exactly', { value: 'true' }) }).optional(),
  /** Only events that happened then or later. */
  from: time.optional(),
  /** Only events that happened before. */
  to: time.optional(),
  /** A part of the URL, the ids or the body; letters A to Z without case. */
  search: shortText.optional(),
  /** Only events that are older than the one with this `sequence`. */
  before: integerTextOf(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: integerTextOf(1, MAX_WEBHOOK_PAGE).default(50),
})
export type WebhookListQuery = z.infer<typeof webhookListQuery>

const sequence = z.int().positive()
const status = z.int().nullable()
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
  /** `quota`: given up because as many waited as the system may have; null else. */
  givenUpFor: z.literal('quota').nullable(),
  /** Of the last attempt; null before the first, and where no answer came. */
  lastStatus: status,
  /** Of the last attempt; null before the first, and where it succeeded. */
  lastErrorClass: errorClass,
  /** Of the last attempt. */
  lastAskedBy: askedBy,
  /** Since when its endpoint is paused; null where it is not, or the event is not pending. */
  pausedAt: moment.nullable(),
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
  /** Those that help, with `***` for what lets somebody in. Null where no answer came. */
  responseHeaders: headers,
  /** First 4 KiB, with `***` for values that let somebody in; null where no answer came. */
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
  /** Null unless it is being retried. */
  retrying: z
    .strictObject({
      /** When it is given up. */
      endsAt: moment,
      /** About how many attempts are left until then, the next one included. */
      attemptsLeft: count,
    })
    .nullable(),
})
export type WebhookDetail = Shown<typeof webhookDetail>

/** What was given up and would be sent again: all of it, or what every given member fits. */
const givenUpQuery = z.object({
  url: shortText.optional(),
  channelId: shortText.optional(),
  since: time.optional(),
})
const givenUpCount = z.strictObject({
  count,
  /** Of these and all others, those that were asked for together and are still to be sent. */
  underWay: count,
})

/** What was given up is sent again: all of it, or what every given member fits. */
export const redeliverAllRequest = z.object({
  state: z.literal('dead', { error: breaks('exactly', { value: 'dead' }) }),
  url: shortText.optional(),
  channelId: shortText.optional(),
  /** Only events that happened then or later, milliseconds since 1970 UTC. */
  since: integerOf(0, Number.MAX_SAFE_INTEGER).optional(),
})
export type RedeliverAllRequest = z.infer<typeof redeliverAllRequest>
export const redeliverAllResponse = z.strictObject({ count })

/** Sends an event as the documents show it to the event webhook of the channel. */
export const sampleWebhookRequest = z.object({ channelId: shortText, type: shortText })
export type SampleWebhookRequest = z.infer<typeof sampleWebhookRequest>
export const sampleWebhookResponse = z.strictObject({ id: z.string() })

/** The connection of samples, by which receivers and the log tell them apart: no real one has this id. */
export const SAMPLE_CONNECTION = '0'.repeat(26)

/** The channel of samples that are of none. */
export const SAMPLE_CHANNEL = SAMPLE_CONNECTION

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
  /** Since when its events wait for somebody to resume it; null where they are sent. */
  pausedAt: moment.nullable(),
  pausedBy: z.string().nullable(),
  /** Attempts of the last 24 h that were accepted, and that were not. */
  deliveredOfDay: count,
  failedOfDay: count,
})
export type WebhookEndpoint = Shown<typeof webhookEndpoint>

/** At most 500: failing ones first, then by the latest attempt. */
export const webhookEndpoints = z.strictObject({ endpoints: z.array(webhookEndpoint) })

/** How an endpoint answered in a part of an hour. */
const endpointSlot = z.strictObject({ from: moment, delivered: count, failed: count })

/** How an endpoint fared. */
export const webhookEndpointFigures = z.strictObject({
  endpoint: webhookEndpoint,
  /** Attempts of the last 24 h by ten minutes, oldest first; ten minutes without an attempt are left out. */
  slots: z.array(endpointSlot),
  /** Of the last 100 attempts; null before the first. */
  medianMs: milliseconds.nullable(),
  p95Ms: milliseconds.nullable(),
})
export type WebhookEndpointFigures = Shown<typeof webhookEndpointFigures>

const endpointNamed = z.object({ url: shortText })
const endpointPause = endpointNamed.extend({ paused: z.boolean({ error: breaks('boolean') }) })

const forwardRequest = z.object({
  /** Where to, http or https. */
  url: shortText.refine((s) => isUrl(s, ['http:', 'https:']), breaks('url')),
})
/** A copy is sent once and is no attempt at the event. */
export const forwardedCopy = webhookAttempt.omit({ number: true, askedBy: true })
export type ForwardedCopy = Shown<typeof forwardedCopy>

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
  endpoint: json({
    method: 'GET',
    path: `${path}/endpoint`,
    who: 'delivery',
    summary: 'How an endpoint of webhooks fared in the last 24 h.',
    query: endpointNamed,
    answer: webhookEndpointFigures,
    errors: ['NOT_FOUND'],
  }),
  pause: json({
    method: 'POST',
    path: `${path}/endpoint/pause`,
    who: 'delivery',
    summary:
      'Keeps the events of an endpoint until it is resumed, and then sends them; questions of authentication are asked as before.',
    audit: 'endpoint.paused',
    body: endpointPause,
    answer: nothing,
    errors: ['NOT_FOUND'],
  }),
  givenUp: json({
    method: 'GET',
    path: `${path}/redeliver`,
    who: 'delivery',
    summary: 'How much was given up, and what is still to be sent of what was asked for together.',
    query: givenUpQuery,
    answer: givenUpCount,
  }),
  stopRedelivery: json({
    method: 'DELETE',
    path: `${path}/redeliver`,
    who: 'delivery',
    summary: 'Gives up again what was asked for together and is still to be sent.',
    audit: 'redelivery.stopped',
    answer: redeliverAllResponse,
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
    audit: 'webhook.redelivered',
    params: { id },
    answer: nothing,
    errors: ['NOT_FOUND', 'NOT_REDELIVERABLE'],
  }),
  forward: json({
    method: 'POST',
    path: `${path}/:id/forward`,
    who: 'delivery',
    summary: 'Sends a copy with the same id and body to another URL, once.',
    audit: 'webhook.forwarded',
    params: { id },
    body: forwardRequest,
    answer: forwardedCopy,
    errors: ['NOT_FOUND'],
  }),
  sendSample: json({
    method: 'POST',
    path: `${path}/sample`,
    who: 'delivery',
    summary: 'Sends an event that did not happen to the event webhook of a channel.',
    audit: 'webhook.sampled',
    body: sampleWebhookRequest,
    answer: sampleWebhookResponse,
    errors: ['NOT_FOUND'],
  }),
  redeliverAll: json({
    method: 'POST',
    path: `${path}/redeliver`,
    who: 'delivery',
    summary: 'Sends again what was given up.',
    audit: 'redelivery.begun',
    body: redeliverAllRequest,
    answer: redeliverAllResponse,
  }),
}
