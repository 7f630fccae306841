/**
 * Catchers: addresses of this service that webhooks are sent to for a try, each with an answer that was written
 * for it, and what arrived there.
 */
import { z } from 'zod'
import { breaks } from '../refusal/carried.ts'
import { integerOf, textOf } from '../text.ts'
import type { Bytes, Milliseconds } from '../units.ts'
import { nothing } from './nothing.ts'
import { json, special } from './route.ts'
import type { Shown } from './route.ts'
import { sampleWebhookResponse } from './webhooks.ts'
import { SAMPLE_TYPES } from './words.ts'

export const CATCHER_PATH = '/hooks/:name'

/** At the console's origin. */
export const catcherPath = (name: string): string => CATCHER_PATH.replace(':name', name)

/** Of one system. */
export const MAX_CATCHERS = 50
/** Requests of one catcher that are kept, the newest. */
export const KEPT_REQUESTS = 100
/** How much of a body is kept. */
export const KEPT_BODY_BYTES: Bytes = 64 * 1024
const MAX_DELAY_MS: Milliseconds = 30_000
/** Longest body of a scripted answer, code points. */
const MAX_ANSWER_LENGTH = 16_384

const NAME = /^[a-z0-9-]{1,40}$/
const catcherName = z.string({ error: breaks('string') }).regex(NAME, breaks('catcherName'))

/**
 * `allow` and `refuse` answer the authentication webhooks of both kinds of channel, each in its own words;
 * events take either for a delivery. `custom` is sent as it is: as JSON where it is JSON, else as text.
 */
export const scriptedAnswer = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('allow') }),
    z.object({ kind: z.literal('refuse'), reason: textOf(0, 256, breaks('maxCharacters', { max: 256 })) }),
    z.object({
      kind: z.literal('custom'),
      status: integerOf(200, 599),
      body: textOf(0, MAX_ANSWER_LENGTH, breaks('maxCharacters', { max: MAX_ANSWER_LENGTH })),
    }),
  ],
  { error: breaks('catcherAnswer', { values: ['allow', 'refuse', 'custom'] }) },
)
export type ScriptedAnswer = z.infer<typeof scriptedAnswer>

/** What a catcher does with a request. */
export const script = z.object({
  answer: scriptedAnswer,
  /** Between the arrival of a request and its answer, ms. */
  delayMs: integerOf(0, MAX_DELAY_MS),
})
export type Script = z.infer<typeof script>

export const newCatcher = script.extend({ name: catcherName })
export type NewCatcher = z.infer<typeof newCatcher>

/** Times are milliseconds since 1970 UTC. */
export const catcherView = script.extend({
  name: catcherName,
  /** For channels and other programs of this machine. */
  url: z.string(),
  /** How many requests are kept. */
  requests: z.int().nonnegative(),
  /** Null before the first. */
  lastArrivedAt: z.int().nonnegative().nullable(),
})
export type CatcherView = Shown<typeof catcherView>

export const catcherList = z.strictObject({ catchers: z.array(catcherView) })

export const caughtRequest = z.strictObject({
  sequence: z.int().positive(),
  arrivedAt: z.int().nonnegative(),
  /** `auth` for questions of authentication webhooks; null where the body does not say. */
  type: z.string().nullable(),
  /** The header `webhook-id`; null without it. */
  webhookId: z.string().nullable(),
  /** Status of the answer. */
  status: z.int(),
  /** Length of the whole body. */
  bodyBytes: z.int().nonnegative(),
})
export type CaughtRequest = Shown<typeof caughtRequest>

export const caughtRequests = z.strictObject({ requests: z.array(caughtRequest) })

export const caughtRequestDetail = caughtRequest.extend({
  /** Without `?`; values are masked. */
  query: z.string(),
  /** Values of credentials are masked. */
  headers: z.record(z.string(), z.string()),
  /** The first 64 KiB, as UTF-8. */
  body: z.string(),
})
export type CaughtRequestDetail = Shown<typeof caughtRequestDetail>

/** What any channel tells may be tried on a catcher. */
export const catcherSampleRequest = z.object({
  type: z.enum(SAMPLE_TYPES.rtmp, { error: breaks('oneOf', { values: SAMPLE_TYPES.rtmp }) }),
})
export type CatcherSampleRequest = z.infer<typeof catcherSampleRequest>

const path = '/console/api/catchers'
const one = `${path}/:name` as const
const name = catcherName

export const catcherApi = {
  list: json({
    method: 'GET',
    path,
    who: 'delivery',
    summary: 'Catchers by name.',
    answer: catcherList,
  }),
  create: json({
    method: 'POST',
    path,
    who: 'delivery',
    summary: 'Makes a catcher.',
    audit: 'catcher.created',
    body: newCatcher,
    answer: catcherView,
    errors: ['NAME_TAKEN', 'TOO_MANY_CATCHERS'],
  }),
  change: json({
    method: 'PUT',
    path: one,
    who: 'delivery',
    summary: 'Changes what a catcher does with a request.',
    audit: 'catcher.changed',
    params: { name },
    body: script,
    answer: catcherView,
    errors: ['NOT_FOUND'],
  }),
  remove: json({
    method: 'DELETE',
    path: one,
    who: 'delivery',
    summary: 'Removes a catcher with what arrived there.',
    audit: 'catcher.deleted',
    params: { name },
    answer: nothing,
    errors: ['NOT_FOUND'],
  }),
  sendSample: json({
    method: 'POST',
    path: `${one}/sample`,
    who: 'delivery',
    summary: 'Sends a catcher an event that did not happen.',
    audit: 'webhook.sampled',
    params: { name },
    body: catcherSampleRequest,
    answer: sampleWebhookResponse,
    errors: ['NOT_FOUND'],
  }),
  requests: json({
    method: 'GET',
    path: `${one}/requests`,
    who: 'delivery',
    summary: 'What arrived at a catcher, newest first.',
    params: { name },
    answer: caughtRequests,
    errors: ['NOT_FOUND'],
  }),
  request: json({
    method: 'GET',
    path: `${one}/requests/:sequence`,
    who: 'delivery',
    summary: 'A request that arrived, with headers and body.',
    params: {
      name,
      sequence: z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
    },
    answer: caughtRequestDetail,
    errors: ['NOT_FOUND'],
  }),
  receive: special({
    kind: 'hook',
    method: 'POST',
    path: CATCHER_PATH,
    who: 'public',
    summary: 'Where a catcher is reached, by programs of this machine only; answers what it was told to.',
    audit: null,
    params: { name },
    errors: ['NOT_FOUND', 'FORBIDDEN', 'METHOD_NOT_ALLOWED'],
  }),
}
