/** Entries of the audit log as rows. */
import { AUDIT_VERBS, MAX_AUDIT_OBJECTS, MAX_AUDIT_TEXT, VERBS } from '../../contract/audit.ts'
import type { AuditActor, AuditObject, AuditVerb, AuditWay } from '../../contract/audit.ts'
import type { AuditEntry, AuditFilter } from '../../contract/console/audit.ts'
import type { RefusalCode } from '../../contract/refusal/refusals.ts'
import type { CountedAct } from '../audit/audit-store.ts'
import { likePattern } from './like-pattern.ts'

export interface AuditRow {
  id: number
  at: number
  until: number
  count: number
  actor_kind: AuditActor['kind']
  actor_id: string | null
  actor_name: string | null
  verb: AuditVerb
  refused: RefusalCode | null
  via: AuditWay
  remote_address: string | null
  objects: string
  object_count: number
  details: string
  bytes: number
}

/** What an act is written with. What is the same but for the objects is joined. */
export function auditRow(act: CountedAct) {
  const { at, count, verb, refused, via } = act
  const remoteAddress = shortened(act.remoteAddress)
  const actor = { ...act.actor, name: shortened(act.actor.name) }
  const systemId = act.systemId ?? ''
  const details = JSON.stringify(act.details)
  return {
    ...{ at, count, systemId, verb, refused, via, remoteAddress, details },
    known: Number(actor.kind !== 'anonymous'),
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    objects: JSON.stringify(act.objects.slice(0, MAX_AUDIT_OBJECTS).map(shortObject)),
    objectCount: act.objects.length,
    joinedBy: joinedBy(act),
  }
}

/** The same for all that one entry tells of. */
export function joinedBy({
  systemId,
  actor,
  verb,
  refused,
  via,
  remoteAddress,
  details,
}: CountedAct): string {
  const how = [verb, refused, via, shortened(remoteAddress), JSON.stringify(details)]
  return JSON.stringify([systemId ?? '', actor.kind, actor.id, ...how])
}

const shortObject = ({ kind, id, name }: AuditObject): AuditObject => ({
  kind,
  id: shortened(id),
  name: shortened(name),
})

const shortened = (text: string | null) => text && Array.from(text).slice(0, MAX_AUDIT_TEXT).join('')

export function entryOf(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    until: row.until,
    count: row.count,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    verb: row.verb,
    refused: row.refused,
    via: row.via,
    remoteAddress: row.remote_address,
    // Written by `auditRow`.
    objects: JSON.parse(row.objects) as AuditEntry['objects'],
    objectCount: row.object_count,
    details: JSON.parse(row.details) as AuditEntry['details'],
  }
}

export function filterValues({ actor, topic, search, from, refused }: AuditFilter) {
  const colon = actor?.indexOf(':') ?? -1
  return {
    actorKind: actor === undefined ? null : colon < 0 ? actor : actor.slice(0, colon),
    actorId: actor === undefined || colon < 0 ? null : actor.slice(colon + 1),
    verbs: topic === undefined ? null : JSON.stringify(VERBS.filter((verb) => AUDIT_VERBS[verb] === topic)),
    search: search === undefined ? null : likePattern(search),
    from: from ?? null,
    refused: Number(refused === 'true'),
  }
}
