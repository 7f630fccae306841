/** The audit log, for masters: entries of their system; the owner also sees those about the installation. */
import { z } from 'zod'
import { auditActor, auditEntry } from '../audit.ts'
import { AUDIT_TOPICS } from './words.ts'
import { breaks } from '../refusal/carried.ts'
import { integerTextOf } from '../text.ts'
import { json, special } from './route.ts'
import type { Shown } from './route.ts'
import { count } from './units.ts'

export type AuditEntry = Shown<typeof auditEntry>

const textUpTo = (max: number) =>
  z
    .string({ error: breaks('string') })
    .min(1, breaks('notEmpty'))
    .max(max, breaks('maxCharacters', { max }))
const time = integerTextOf(0, Number.MAX_SAFE_INTEGER)
const topic = z.enum(AUDIT_TOPICS, { error: breaks('oneOf', { values: AUDIT_TOPICS }) })

const auditFilter = z.object({
  /** Kind and id of who did it, `user:12`; `service` or `anonymous` for those without an id. */
  actor: textUpTo(100).optional(),
  topic: topic.optional(),
  /** Any part of the names and ids of actor and objects, or of the address. */
  search: textUpTo(200).optional(),
  /** First moment. */
  from: time.optional(),
  /** Only what was refused. */
  refused: z.enum(['true'], { error: breaks('oneOf', { values: ['true'] }) }).optional(),
})
export type AuditFilter = z.output<typeof auditFilter>

export const auditQuery = auditFilter.extend({
  /** Only entries before the one with this id: `next` of the page before. */
  before: integerTextOf(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: integerTextOf(1, 200).default(50),
})
export type AuditQuery = z.output<typeof auditQuery>

export const auditPage = z.strictObject({
  /** Newest first. */
  entries: z.array(auditEntry),
  /** `before` of the next page; null when this is the last. */
  next: z.int().nullable(),
  /** Of the log, whatever the filter. */
  inAll: count,
  /** Who is in the log, by name. */
  actors: z.array(auditActor),
})
export type AuditPage = Shown<typeof auditPage>

const path = '/console/api/audit'

export const auditApi = {
  list: json({
    method: 'GET',
    path,
    who: 'master',
    summary: 'Who did what, newest first.',
    query: auditQuery,
    answer: auditPage,
  }),
  export: special({
    kind: 'file',
    method: 'POST',
    path: `${path}/export`,
    who: 'master',
    summary: 'The entries that the filter finds as JSON lines, newest first; which is an entry itself.',
    audit: 'audit.exported',
    body: auditFilter,
    mediaType: 'application/jsonl',
  }),
}
