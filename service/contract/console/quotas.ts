/** What systems may have, and how much of it they have. */
import { z } from 'zod'
import type { SystemId } from '../ids.ts'
import { MAX_QUOTA } from '../quotas.ts'
import type { QuotaName } from '../quotas.ts'
import { breaks } from '../refusal/carried.ts'
import { anyText, idText } from '../text.ts'
import { idParam, json } from './route.ts'
import type { Shown } from './route.ts'
import { count } from './units.ts'

const LIMIT_RULE = breaks('nullOrInteger', { min: 1, max: MAX_QUOTA })
const limit = z.int(LIMIT_RULE).min(1, LIMIT_RULE).max(MAX_QUOTA, LIMIT_RULE).nullable().optional()

/** Null: what holds where nothing is set. What is left out stays. */
export const setQuotasRequest = z.strictObject(
  {
    ...{ channels: limit, schedules: limit, users: limit, tokens: limit, destinations: limit },
    ...{ exports: limit, webhooks: limit, calls: limit },
  } satisfies Readonly<Record<QuotaName, typeof limit>>,
  breaks('unknownMember'),
)
export type SetQuotas = z.output<typeof setQuotasRequest>

const quotaUse = z.strictObject({
  /** How many there are now; of calls, those of the busiest token or user within this minute. */
  used: count,
  /** What holds; null where nothing does, as for the first system. */
  limit: count.nullable(),
  /** What was set for this system; null where nothing was. */
  own: count.nullable(),
  /** What holds where nothing is set, by the command line; null for the first system. */
  standard: count.nullable(),
})
export type QuotaUse = Shown<typeof quotaUse>

export const quotasResponse = z.strictObject({
  /** Channels that are not deleted. */
  channels: quotaUse,
  schedules: quotaUse,
  users: quotaUse,
  /** Tokens that are not revoked. */
  tokens: quotaUse,
  destinations: quotaUse,
  /** Exports of the audit log, and snapshots, that are being made. */
  exports: quotaUse,
  /** Webhooks that wait for delivery. */
  webhooks: quotaUse,
  /** Of the public APIs in a minute. */
  calls: quotaUse,
} satisfies Readonly<Record<QuotaName, typeof quotaUse>>)
export type QuotaView = Shown<typeof quotasResponse>

/** Oldest first. */
export const quotaListResponse = z.strictObject({
  systems: z.array(z.strictObject({ id: idText, name: anyText, quotas: quotasResponse })),
})
export type QuotaList = Shown<typeof quotaListResponse>

export const quotaApi = {
  read: json({
    method: 'GET',
    path: '/console/api/quotas',
    who: 'master',
    summary: 'What the own system may have, and how much of it it has.',
    answer: quotasResponse,
  }),
  list: json({
    method: 'GET',
    path: '/console/api/systems/quotas',
    who: 'owner',
    summary: 'What each system may have, and how much of it it has.',
    answer: quotaListResponse,
  }),
  change: json({
    method: 'PATCH',
    path: '/console/api/systems/:id/quotas',
    who: 'owner',
    summary: 'Sets what a system other than the first may have, from now on.',
    audit: 'quotas.changed',
    params: { id: idParam<SystemId>() },
    body: setQuotasRequest,
    answer: quotasResponse,
    errors: ['NOT_FOUND'],
  }),
}
