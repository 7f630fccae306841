/**
 * Catchers in the console API: addresses of this service that webhooks are sent to for a try, each with an
 * answer that was written for it, and what arrived there. For operators, of their own system only.
 *
 *   GET    /console/api/catchers                                     → CatcherList, by name
 *   POST   /console/api/catchers                newCatcher           → CatcherView; 409 NAME_TAKEN, TOO_MANY_CATCHERS
 *   PUT    /console/api/catchers/:name          script               → CatcherView
 *   DELETE /console/api/catchers/:name                               → {}
 *   POST   /console/api/catchers/:name/sample   catcherSampleRequest → SampleWebhookResponse
 *   GET    /console/api/catchers/:name/requests                      → CaughtRequests, newest first
 *   GET    /console/api/catchers/:name/requests/:sequence            → CaughtRequestDetail
 *
 * What they catch comes in at `POST /hooks/<name>` of the same listener, from programs of this machine only,
 * without a session.
 */
import { z } from 'zod'
import { SAMPLE_TYPES } from './console-webhooks.ts'
import { integerOf, textOf } from './text.ts'
import type { Bytes, Milliseconds } from './units.ts'

export const CATCHER_PATH = '/hooks/:name'

/** Of one system. */
export const MAX_CATCHERS = 50
/** Requests of one catcher that are kept, the newest. */
export const KEPT_REQUESTS = 100
/** How much of a body is kept. */
export const KEPT_BODY_BYTES: Bytes = 64 * 1024
export const MAX_DELAY_MS: Milliseconds = 30_000
/** Longest body of a scripted answer, code points. */
export const MAX_ANSWER_LENGTH = 16_384

const NAME = /^[a-z0-9-]{1,40}$/
export const catcherName = z
  .string({ error: 'must be a string' })
  .regex(NAME, 'must have 1 to 40 characters, each one of a to z, 0 to 9 and -')

/**
 * `allow` and `refuse` answer the authentication webhooks of both kinds of channel, each in its own words;
 * events take either for a delivery. `custom` is sent as it is: as JSON where it is JSON, else as text.
 */
export const scriptedAnswer = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('allow') }),
    z.object({ kind: z.literal('refuse'), reason: textOf(0, 256, 'must have at most 256 characters') }),
    z.object({
      kind: z.literal('custom'),
      status: integerOf(200, 599),
      body: textOf(0, MAX_ANSWER_LENGTH, `must have at most ${MAX_ANSWER_LENGTH} characters`),
    }),
  ],
  { error: 'must be an object whose kind is one of allow, refuse, custom' },
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
export type CatcherView = z.infer<typeof catcherView>

export const catcherList = z.strictObject({ catchers: z.array(catcherView) })
export type CatcherList = z.infer<typeof catcherList>

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
export type CaughtRequest = z.infer<typeof caughtRequest>

export const caughtRequests = z.strictObject({ requests: z.array(caughtRequest) })
export type CaughtRequests = z.infer<typeof caughtRequests>

export const caughtRequestDetail = caughtRequest.extend({
  /** Without `?`; values are masked. */
  query: z.string(),
  /** Values of credentials are masked. */
  headers: z.record(z.string(), z.string()),
  /** The first 64 KiB, as UTF-8. */
  body: z.string(),
})
export type CaughtRequestDetail = z.infer<typeof caughtRequestDetail>

/** What any channel tells may be tried on a catcher. */
export const catcherSampleRequest = z.object({
  type: z.enum(SAMPLE_TYPES.rtmp, { error: `must be one of ${SAMPLE_TYPES.rtmp.join(', ')}` }),
})
export type CatcherSampleRequest = z.infer<typeof catcherSampleRequest>
