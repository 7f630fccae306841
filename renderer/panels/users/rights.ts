/** What the signed-in user may do with another, as the service decides it, with the reason where not. Pure. */
import { isGranted } from '../../../service/contract/permission.ts'
import { PERMISSION_KEYS, type PermissionKey } from '../../../service/contract/console/users.ts'
import type { Permissions, User } from '../../api/users.ts'

/** Who is signed in. */
export interface Me {
  readonly userId: number
  readonly isMaster: boolean
  readonly permissions: Permissions
}

/** The sentence is the text `users.reason.<reason>`. */
export type Reason = 'master' | 'mastersOnly' | 'lacking' | 'outranks' | 'self' | 'lastMaster'

export const has = (me: Pick<Me, 'isMaster' | 'permissions'>, key: PermissionKey) => isGranted(key, me)

/** Why the cell of a permission is fixed; null where it is not. */
export function cellReason(me: Me, user: User, key: PermissionKey): Reason | null {
  if (user.isMaster) return 'master'
  // What somebody has can be taken; what one lacks can't be given.
  return user.permissions[key] || has(me, key) ? null : 'lacking'
}

export function renameReason(me: Me, user: User): Reason | null {
  return user.isMaster && !me.isMaster ? 'mastersOnly' : null
}

export const signOutReason = renameReason

/** Whoever sets a password can sign in with it. */
export function passwordReason(me: Me, user: User): Reason | null {
  if (user.isMaster && !me.isMaster) return 'mastersOnly'
  return PERMISSION_KEYS.some((key) => user.permissions[key] && !has(me, key)) ? 'outranks' : null
}

export function deleteReason(me: Me, user: User, users: readonly User[]): Reason | null {
  if (user.isMaster && users.filter(({ isMaster }) => isMaster).length === 1) return 'lastMaster'
  if (user.userId === me.userId) return 'self'
  return user.isMaster && !me.isMaster ? 'mastersOnly' : null
}
