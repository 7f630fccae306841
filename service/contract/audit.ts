/**
 * What the audit log tells: who did what to what, from where, and whether it was done. Entries are data, and the
 * console makes sentences of them. No member ever holds a secret.
 */
import { z } from 'zod'
import { REFUSALS } from './refusal/refusals.ts'
import type { RefusalCode } from './refusal/refusals.ts'
import { moment } from './console/units.ts'
import type { AUDIT_TOPICS } from './console/words.ts'

export type AuditTopic = (typeof AUDIT_TOPICS)[number]

/**
 * Everything that is recorded, by topic. A verb says what was done, in the past; what was refused has the same verb
 * and a reason.
 */
export const AUDIT_VERBS = {
  'session.opened': 'sign-in',
  'session.closed': 'sign-in',
  'entry.made': 'sign-in',
  'user.created': 'users',
  'user.changed': 'users',
  'user.permitted': 'users',
  'user.deleted': 'users',
  'user.signed-out': 'users',
  'user.viewed-as': 'users',
  'password.changed': 'users',
  'access-code.changed': 'users',
  'token.created': 'access',
  'token.revoked': 'access',
  'token.used': 'access',
  'secret.shown': 'access',
  'secret.rotated': 'access',
  'address.made': 'access',
  'address.revoked': 'access',
  'channel.created': 'channels',
  'channel.changed': 'channels',
  'channel.deleted': 'channels',
  'encoder.admitted': 'channels',
  'broadcast.ended': 'channels',
  'test-picture.started': 'channels',
  'test-picture.stopped': 'channels',
  'incident.acknowledged': 'channels',
  'schedule.created': 'schedules',
  'schedule.changed': 'schedules',
  'schedule.deleted': 'schedules',
  'delivery.given': 'schedules',
  'destination.created': 'recordings',
  'destination.tested': 'recordings',
  'destination.changed': 'recordings',
  'destination.deleted': 'recordings',
  'recording.retried': 'recordings',
  'recording.deleted': 'recordings',
  'retention.changed': 'recordings',
  'webhook.redelivered': 'webhooks',
  'webhook.forwarded': 'webhooks',
  'webhook.sampled': 'webhooks',
  'redelivery.begun': 'webhooks',
  'redelivery.stopped': 'webhooks',
  'endpoint.paused': 'webhooks',
  'endpoint.resumed': 'webhooks',
  'catcher.created': 'webhooks',
  'catcher.changed': 'webhooks',
  'catcher.deleted': 'webhooks',
  'setup.finished': 'settings',
  'system.created': 'settings',
  'system.changed': 'settings',
  'origins.changed': 'settings',
  'ports.changed': 'settings',
  'networks.changed': 'settings',
  'folders.changed': 'settings',
  'quotas.changed': 'settings',
  'low-latency.changed': 'settings',
  'certificate.reloaded': 'settings',
  'sfu.restarted': 'settings',
  'fault.armed': 'settings',
  'fault.disarmed': 'settings',
  'snapshot.saved': 'data',
  'snapshot.restored': 'data',
  'snapshot.exported': 'data',
  'snapshot.deleted': 'data',
  'state.exported': 'data',
  'state.imported': 'data',
  'demo.added': 'data',
  'system.reset': 'data',
  'audit.exported': 'data',
} as const satisfies Readonly<Record<string, AuditTopic>>
export type AuditVerb = keyof typeof AUDIT_VERBS
export const VERBS = Object.keys(AUDIT_VERBS) as readonly AuditVerb[]

/** What an entry can be about. */
export const AUDIT_KINDS = [
  'user',
  'token',
  'channel',
  'connection',
  'schedule',
  'destination',
  'recording',
  'webhook',
  'endpoint',
  'catcher',
  'system',
  'snapshot',
  'incident',
  'address',
  'other',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** The secrets that can be shown or made anew. */
const AUDIT_SECRETS = ['webhook-secret', 'ingest-key', 'encryption-key', 'first-user'] as const

/** How it came in; `service`: nobody asked, Airdesk did it itself. */
export const AUDIT_WAYS = [
  'console',
  'option',
  'live',
  'command-line',
  'rtmp',
  'signaling',
  'service',
] as const
export type AuditWay = (typeof AUDIT_WAYS)[number]

/** `service`: Airdesk itself. `anonymous`: who was not signed in. */
const AUDIT_ACTORS = ['user', 'token', 'service', 'anonymous'] as const

/** Longer names and addresses are cut, characters. */
export const MAX_AUDIT_TEXT = 200
/** An entry names so many objects and counts the rest. */
export const MAX_AUDIT_OBJECTS = 20

const text = z.string()
const names = z.array(text).readonly()

const auditObject = z.strictObject({
  kind: z.enum(AUDIT_KINDS),
  id: text.nullable(),
  /** At that time; null where it had none or is not known. */
  name: text.nullable(),
})
export type AuditObject = Readonly<z.output<typeof auditObject>>

export const auditActor = z.strictObject({
  kind: z.enum(AUDIT_ACTORS),
  id: text.nullable(),
  name: text.nullable(),
})
export type AuditActor = Readonly<z.output<typeof auditActor>>

/** What there is to say beside the object. */
const auditDetails = z
  .strictObject({
    /** Permissions. */
    given: names,
    taken: names,
    /** Names of the members that became others; of quotas and low latency with what was set, as `channels=200`. */
    changed: names,
    secret: z.enum(AUDIT_SECRETS),
    /** What the program that signed in says of itself. */
    client: text,
    /** Kinds of rows that were reset. */
    kinds: names,
    count: z.int(),
    /** Of addresses or networks, masked. */
    addresses: names,
  })
  .partial()
export type AuditDetails = Readonly<z.output<typeof auditDetails>>

const reasons = Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]

export const auditEntry = z.strictObject({
  id: z.int(),
  at: moment,
  /** Of the last that was joined into it. */
  until: moment,
  /** How often; more than 1 where the same was done again within a minute. */
  count: z.int(),
  actor: auditActor,
  verb: z.enum(VERBS as [AuditVerb, ...AuditVerb[]]),
  /** Null where it was done. */
  refused: z.enum(reasons).nullable(),
  via: z.enum(AUDIT_WAYS),
  /** Null where nobody asked from anywhere. */
  remoteAddress: text.nullable(),
  /** The first of them. */
  objects: z.array(auditObject).max(MAX_AUDIT_OBJECTS),
  objectCount: z.int(),
  details: auditDetails,
})
