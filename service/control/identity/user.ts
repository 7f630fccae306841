import type { AccessTokenId, SystemId, UserId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { System } from '../system/system.ts'

/** What a user may do (specification: User, permission keys). A master may do everything. */
export interface Permissions {
  readonly delivery: boolean
  readonly view: boolean
  readonly schedule: boolean
  readonly user: boolean
}

export const PERMISSIONS = ['delivery', 'view', 'schedule', 'user'] as const satisfies (keyof Permissions)[]

export interface User {
  readonly id: UserId
  readonly systemId: SystemId
  readonly name: string
  readonly email: string
  /** argon2id, as a PHC string. */
  readonly passwordHash: string
  readonly isMaster: boolean
  readonly permissions: Permissions
  readonly createdAt: EpochMilliseconds
}

/** What a login token opens: the option API, or the console by its cookie. */
export type SessionKind = 'option' | 'console'

/** Where somebody signed in from. */
export interface LoginOrigin {
  readonly remoteAddress: string
  /** What the program said of itself; may be empty. */
  readonly client: string
}

/** An open session as those who manage users see it. */
export interface OpenSession extends LoginOrigin {
  /** Tells it from others and opens nothing. */
  readonly id: string
  readonly kind: SessionKind
  readonly openedAt: EpochMilliseconds
  readonly expiresAt: EpochMilliseconds
  /** It asks. */
  readonly isOwn: boolean
}

/** A signed-in user. */
export interface Session {
  readonly user: User
  readonly system: System
  readonly kind: SessionKind
  readonly expiresAt: EpochMilliseconds
}

/** What a user was seen doing. */
export interface UserActivity {
  readonly userId: UserId
  readonly lastLoginAt: EpochMilliseconds
  /** To the minute. */
  readonly lastSeenAt: EpochMilliseconds
  /** Open sessions of each kind. */
  readonly optionSessions: number
  readonly consoleSessions: number
}

/** `api` tokens are for apps; what the console does is done with the system's one `console` token. */
export type AccessTokenKind = 'api' | 'console'

/** A token of the live API, without the token itself, which only its owner has. */
export interface AccessToken {
  readonly id: AccessTokenId
  readonly systemId: SystemId
  readonly name: string
  /** First characters, to tell tokens apart in a list. */
  readonly prefix: string
  readonly kind: AccessTokenKind
  readonly createdAt: EpochMilliseconds
  readonly lastUsedAt: EpochMilliseconds | null
  readonly revokedAt: EpochMilliseconds | null
}
