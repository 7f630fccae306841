/** What an act is about, by the members of its request and of its answer. */
import type { AuditKind, AuditObject, AuditVerb } from '../../contract/audit.ts'
import type { SystemId } from '../../contract/ids.ts'

/** Gives the name of something of a system; null where it has none, or is of another system. */
export type ObjectNames = Partial<
  Readonly<Record<AuditKind, (systemId: SystemId | null, id: string) => string | null>>
>

/** What the first word of a verb is about, and the members that name it, in the order that they are looked for. */
const SUBJECTS: Readonly<Record<string, { readonly kind: AuditKind; readonly ids: readonly string[] }>> = {
  user: { kind: 'user', ids: ['id', 'user_id', 'userId'] },
  token: { kind: 'token', ids: ['id'] },
  channel: { kind: 'channel', ids: ['id', 'channel_id', 'channelId'] },
  'test-picture': { kind: 'channel', ids: ['id'] },
  broadcast: { kind: 'connection', ids: ['connection_id', 'id', 'client_id', 'channel_id'] },
  schedule: { kind: 'schedule', ids: ['schedule_id'] },
  delivery: { kind: 'schedule', ids: ['schedule_id'] },
  destination: { kind: 'destination', ids: ['id', 'archive_destination_id'] },
  recording: { kind: 'recording', ids: ['id'] },
  incident: { kind: 'incident', ids: ['id'] },
  webhook: { kind: 'webhook', ids: ['id'] },
  endpoint: { kind: 'endpoint', ids: ['url'] },
  catcher: { kind: 'catcher', ids: ['name'] },
  snapshot: { kind: 'snapshot', ids: ['id'] },
  system: { kind: 'system', ids: ['id'] },
}

/** @param members of the path, the query, the body and the answer; empty where nothing of them names it */
export function objectsOf(
  verb: AuditVerb,
  systemId: SystemId | null,
  members: Readonly<Record<string, unknown>>,
  names: ObjectNames,
): AuditObject[] {
  const subject = SUBJECTS[verb.slice(0, verb.indexOf('.'))]
  if (!subject) return []
  const { kind, ids } = subject
  const id = ids.map((name) => members[name]).find((value) => value !== undefined)
  if (typeof id !== 'string' && typeof id !== 'number') return []
  if (kind === 'endpoint') return [{ kind, id: null, name: withoutSecrets(String(id)) }]
  const given = typeof members['name'] === 'string' ? members['name'] : null
  return [{ kind, id: String(id), name: names[kind]?.(systemId, String(id)) ?? given }]
}

/** Without the user name, password, query and fragment, which hold tokens in practice. */
function withoutSecrets(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
