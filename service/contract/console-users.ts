/**
 * The console API: users with what the option API does not tell of them. Making, changing and deleting goes
 * through the option API (`/console/api/option/user`, `…/password`, `…/access-code`). Paths, authentication
 * and errors as in `console.ts`.
 *
 *   GET    /console/api/users                        → UserOverview
 *   POST   /console/api/users/:userId/sign-out       → {}  ends their sessions, but the one that asks. 404
 *          NOT_FOUND; 403 FORBIDDEN where the user is a master and who asks is not
 *   GET    /console/api/password-rule                → PasswordRule, for every signed-in user
 *
 * The first two need the permission `user`.
 */
import type { EpochMilliseconds } from './units.ts'

/** Permission keys of the option API, in its order. */
export const PERMISSION_KEYS = ['delivery', 'view', 'schedule', 'user'] as const
export type PermissionKey = (typeof PERMISSION_KEYS)[number]

/** What a user was seen doing. Users who never signed in have none. */
export interface UserActivity {
  readonly userId: number
  readonly lastLoginAt: EpochMilliseconds
  /** Of a call or of an open console; to the minute. */
  readonly lastSeenAt: EpochMilliseconds
  /** Open sessions of the option API and of the console. */
  readonly optionSessions: number
  readonly consoleSessions: number
}

/** `operate`: what the console does with channels, connections and recordings; else `<METHOD> /api/…`. */
export type Grant = string

export interface UserOverview {
  readonly activity: readonly UserActivity[]
  /** What each permission opens that nobody may without any, as it is enforced. */
  readonly grants: Readonly<Record<PermissionKey, readonly Grant[]>>
  /** Null while the access code is the one that the system was made with. */
  readonly accessCodeChangedAt: EpochMilliseconds | null
}

export interface PasswordRule {
  /** Code points; null: the specified rule, fewer than 8 characters. */
  readonly minLength: number | null
}
