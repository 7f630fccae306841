/** Who acts, as entries name them. */
import type { AuditActor } from '../../contract/audit.ts'
import type { UserId } from '../../contract/ids.ts'

export const NOBODY: AuditActor = { kind: 'anonymous', id: null, name: null }

/** What nobody asked for. */
export const AIRDESK: AuditActor = { kind: 'service', id: null, name: null }

/** @param user null for who is not signed in */
export const userActor = (user: { readonly id: UserId; readonly name: string } | null): AuditActor =>
  user ? { kind: 'user', id: String(user.id), name: user.name } : NOBODY
