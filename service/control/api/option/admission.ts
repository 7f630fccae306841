import type { Sessions } from '../../identity/sessions.ts'
import type { Permissions } from '../../identity/user.ts'
import { bearerToken } from '../http/bearer.ts'
import { isGranted } from '../../../contract/permission.ts'
import type { Permission } from '../../../contract/permission.ts'
import type { Caller } from './define-endpoint.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'

/**
 * Who calls, by their login token; null where nobody has to sign in.
 * @param wrongToken told where a token lets nobody in
 * @throws Refusal `NOT_AUTHENTICATED`
 */
export function identify(
  permission: Permission,
  authorization: string | undefined,
  sessions: Pick<Sessions, 'authenticate'>,
  wrongToken: () => void = () => undefined,
): Caller | null {
  if (permission === 'public') return null
  const token = bearerToken(authorization)
  const session = token === null ? null : sessions.authenticate(token, 'option')
  if (token !== null && session === null) wrongToken()
  if (token === null || session === null) throw refusal('NOT_AUTHENTICATED')
  return { user: session.user, system: session.system, token }
}

/** @throws Refusal `PERMISSION_NEEDED`, `MASTERS_ONLY` for a user without the permission */
export function admit(permission: Permission, caller: Caller | null): void {
  if (permission === 'public' || caller === null) return
  if (isGranted(permission, caller.user)) return
  throw permission === 'master' ? refusal('MASTERS_ONLY') : refusal('PERMISSION_NEEDED', { permission })
}

/** True when somebody with only these permissions is let in. */
export function lets(permission: Permission, permissions: Permissions): boolean {
  return isGranted(permission, { isMaster: false, permissions })
}
