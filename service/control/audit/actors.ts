/** Who acts, as entries name them. */
import type { AuditActor } from '../../contract/audit.ts'
import type { User } from '../identity/user.ts'

export const NOBODY: AuditActor = { kind: 'anonymous', id: null, name: null }

/** What nobody asked for. */
export const AIRDESK: AuditActor = { kind: 'service', id: null, name: null }

/** @param user null for who is not signed in */
export const userActor = (user: Pick<User, 'id' | 'name'> | null): AuditActor =>
  user ? { kind: 'user', id: String(user.id), name: user.name } : NOBODY
