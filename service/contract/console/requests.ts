/**
 * The console's view of the request log. For masters, since bodies show what other permissions guard. Each sees
 * the calls of the own system; calls whose caller is unknown (a wrong token, a failed login) belong to no system,
 * and are shown to masters while the installation has only one.
 */
import { z } from 'zod'
import { breaks } from '../refusal/carried.ts'
import { integerTextOf } from '../text.ts'
import { json } from './route.ts'
import type { Shown } from './route.ts'
import { milliseconds, moment } from './units.ts'
import { API_NAMES, STATUS_CLASSES } from './words.ts'

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: breaks('oneOf', { values }) })
const textUpTo = (max: number) =>
  z
    .string({ error: breaks('string') })
    .min(1, breaks('notEmpty'))
    .max(max, breaks('maxCharacters', { max }))
const time = integerTextOf(0, Number.MAX_SAFE_INTEGER)

export const listRequestsQuery = z.object({
  api: oneOf(API_NAMES).optional(),
  /** All of it, for example `GET /api/schedule`. */
  operation: textUpTo(200).optional(),
  status: oneOf(STATUS_CLASSES).optional(),
  /** All of it. */
  caller: textUpTo(300).optional(),
  /** Any part of operation, caller, address and bodies, without regard to the case of ASCII letters. */
  search: textUpTo(200).optional(),
  /** First moment. */
  from: time.optional(),
  /** First moment after. */
  to: time.optional(),
  /** Only calls before the one with this id: `next` of the page before. */
  before: integerTextOf(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: integerTextOf(1, 200).default(50),
})
export type ListRequestsQuery = z.output<typeof listRequestsQuery>

/** One call of one of the two APIs. */
export const requestView = z.strictObject({
  id: z.int(),
  /** When it was answered. */
  at: moment,
  api: z.enum(API_NAMES),
  /** `GET /api/schedule`, or the operation of the live API. */
  operation: z.string(),
  /** Name of the access token or e-mail of the user; null where the caller is unknown. */
  caller: z.string().nullable(),
  remoteAddress: z.string(),
  status: z.int(),
  durationMs: milliseconds,
  /** Members of the request that were ignored, by path. */
  unknownMembers: z.array(z.string()),
})
export type RequestView = Shown<typeof requestView>

export const requestList = z.strictObject({
  requests: z.array(requestView),
  /** `before` of the next page; null when this is the last. */
  next: z.int().nullable(),
})
export type RequestList = Shown<typeof requestList>

/** Secrets are masked. Of a body longer than 16 KiB the end is missing, so that it is no JSON any more. */
const requestBodyView = z.strictObject({ text: z.string(), cut: z.boolean() })
export type RequestBodyView = Shown<typeof requestBodyView>

export const requestDetail = requestView.extend({
  /** Parameters or body; null where there was none or it could not be read. */
  request: requestBodyView.nullable(),
  response: requestBodyView,
})
export type RequestDetail = Shown<typeof requestDetail>

const path = '/console/api/requests'

export const requestApi = {
  list: json({
    method: 'GET',
    path,
    who: 'master',
    summary: 'Calls of both APIs, newest first.',
    query: listRequestsQuery,
    answer: requestList,
  }),
  find: json({
    method: 'GET',
    path: `${path}/:id`,
    who: 'master',
    summary: 'A call with its bodies.',
    params: { id: integerTextOf(0, Number.MAX_SAFE_INTEGER) },
    answer: requestDetail,
    errors: ['NOT_FOUND'],
  }),
}
