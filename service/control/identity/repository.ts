/** What identity remembers. Tokens are known by their SHA-256 only. */
import type { AccessTokenId, SystemId, UserId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { AccessToken, LoginOrigin, SessionKind, User, UserActivity } from './user.ts'

export interface UserRepository {
  /** @throws Error when the system has a user with this e-mail already */
  insert(user: Omit<User, 'id'>): UserId
  find(id: UserId): User | null
  /** The users with this e-mail, at most one in each system, oldest first. */
  findByEmail(emailKey: string): readonly User[]
  /** Oldest first. */
  masters(systemId: SystemId): readonly User[]
  /** Of the system, oldest first. */
  list(systemId: SystemId): readonly User[]
  /** Changes the name and the permissions. */
  update(id: UserId, changed: Pick<User, 'name' | 'permissions'>): void
  /** @throws Error when another user of the system has this e-mail */
  setEmail(id: UserId, email: string): void
  setPasswordHash(id: UserId, hash: string): void
  /** Makes the user a master with every permission. */
  setMaster(id: UserId): void
  /** Removes the user with their login tokens; their schedules and chat messages keep the name. */
  remove(id: UserId): void
}

export interface LoginToken extends LoginOrigin {
  readonly hash: string
  readonly userId: UserId
  readonly kind: SessionKind
  readonly createdAt: EpochMilliseconds
  readonly expiresAt: EpochMilliseconds
}

export interface LoginTokenRepository {
  insert(token: LoginToken): void
  find(hash: string): LoginToken | null
  remove(hash: string): void
  /** Removes every token of the user but one. */
  removeOfUser(userId: UserId, exceptHash: string | null): void
  /** Those of the user that are open at `now`, newest first. */
  listOfUser(userId: UserId, now: EpochMilliseconds): readonly LoginToken[]
  /** Removes those that expired by `now`. */
  removeExpired(now: EpochMilliseconds): void
  /** Notes that the user was there; a login counts as that too. */
  noteSeen(userId: UserId, at: EpochMilliseconds, isLogin: boolean): void
  /** Of the users of the system who have ever signed in, with the sessions of each kind that are open then. */
  activity(systemId: SystemId, now: Readonly<Record<SessionKind, EpochMilliseconds>>): readonly UserActivity[]
}

export interface AccessTokenRepository {
  insert(token: AccessToken, hash: string): void
  findByHash(hash: string): AccessToken | null
  /** Of kind `api`, oldest first, revoked ones included. */
  list(systemId: SystemId): readonly AccessToken[]
  /** The token that the console's own calls are made with. */
  ofConsole(systemId: SystemId): AccessToken | null
  /** Null takes a revocation back. */
  setRevoked(id: AccessTokenId, at: EpochMilliseconds | null): void
  setLastUsed(id: AccessTokenId, at: EpochMilliseconds): void
}
