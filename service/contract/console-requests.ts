/**
 * The console's view of the request log.
 *
 *   GET /console/api/requests       query: ListRequestsQuery  → RequestList, newest first
 *   GET /console/api/requests/:id                             → RequestDetail, with the bodies
 *
 * For masters, since bodies show what other permissions guard. Each sees the calls of the own system; calls whose
 * caller is unknown (a wrong token, a failed login) belong to no system, and are shown to masters while the
 * installation has only one.
 */
import { z } from 'zod'
import { integerTextOf } from './text.ts'
import type { EpochMilliseconds, Milliseconds } from './units.ts'

export const API_NAMES = ['option', 'live'] as const
/** By the first digit of the status. */
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })
const textUpTo = (max: number) =>
  z
    .string({ error: 'must be a string' })
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
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
export interface RequestView {
  readonly id: number
  /** When it was answered. */
  readonly at: EpochMilliseconds
  readonly api: (typeof API_NAMES)[number]
  /** `GET /api/schedule`, or the operation of the live API. */
  readonly operation: string
  /** Name of the access token or e-mail of the user; null where the caller is unknown. */
  readonly caller: string | null
  readonly remoteAddress: string
  readonly status: number
  readonly durationMs: Milliseconds
  /** Members of the request that were ignored, by path. */
  readonly unknownMembers: readonly string[]
}

export interface RequestList {
  readonly requests: readonly RequestView[]
  /** `before` of the next page; null when this is the last. */
  readonly next: number | null
}

/** Secrets are masked. Of a body longer than 16 KiB the end is missing, so that it is no JSON any more. */
export interface RequestBodyView {
  readonly text: string
  readonly cut: boolean
}

export interface RequestDetail extends RequestView {
  /** Parameters or body; null where there was none or it could not be read. */
  readonly request: RequestBodyView | null
  readonly response: RequestBodyView
}
