import type { SystemId, UserId } from '../../contract/ids.ts'
import { emailKey } from '../../contract/option-api.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { badRequest, refusal } from '../../contract/refusal/refusal.ts'
import { problem } from '../../contract/refusal/rules.ts'
import type { Clock } from '../../platform/clock.ts'
import { describeAct, writeAct } from '../audit/acts.ts'
import type { Learnt } from '../audit/acts.ts'
import type { SystemRepository } from '../system/repository.ts'
import type { Quota } from '../system/quotas.ts'
import type { System } from '../system/system.ts'
import type { Transactions } from '../transactions.ts'
import type { PasswordHasher } from './password-hash.ts'
import type { PasswordRules } from './password-rules.ts'
import type { LoginTokenRepository, UserRepository } from './repository.ts'
import { secretHash } from './secret-hash.ts'
import type { Sessions } from './sessions.ts'
import { PERMISSIONS } from './user.ts'
import type { OpenSession, Permissions, User, UserActivity } from './user.ts'

export interface UserParts {
  readonly clock: Clock
  readonly store: Transactions & {
    readonly systems: Pick<SystemRepository, 'setAccessCodeHash' | 'accessCodeChangedAt'>
    readonly users: UserRepository
    readonly loginTokens: Pick<LoginTokenRepository, 'find'>
  }
  readonly sessions: Pick<Sessions, 'activity' | 'closeOfUser' | 'closeOne' | 'listOfUser'>
  readonly hasher: Pick<PasswordHasher, 'hash'>
  readonly passwordRules: Pick<PasswordRules, 'check'>
  /** Everything is allowed where it is left out. */
  readonly quota?: Quota | undefined
}

export interface NewUser {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly permissions: Permissions
}

/** What is left out stays as it is. */
export interface UserChange {
  readonly name?: string | undefined
  readonly password?: string | undefined
  readonly permissions?: { readonly [Key in keyof Permissions]?: boolean | undefined }
}

/**
 * The users of a system, as its users manage them. Hashing takes its time, and the world may change
 * meanwhile: so passwords are hashed first, and every rule is checked in the transaction that writes, with
 * whoever asked as they are by then.
 *
 * Every method refuses with an Refusal: `NOT_AUTHENTICATED` when who asks was deleted or signed out
 * meanwhile, `PERMISSION_NEEDED` when they lack it, besides what it says itself.
 */
export class Users {
  readonly #parts: UserParts

  constructor(parts: UserParts) {
    this.#parts = parts
  }

  /** Oldest first. */
  list(systemId: SystemId): readonly User[] {
    return this.#parts.store.users.list(systemId)
  }

  /** Of those who have ever signed in. */
  activity(systemId: SystemId): readonly UserActivity[] {
    return this.#parts.sessions.activity(systemId)
  }

  /** @throws Refusal as `prepareCreate` and what it returns */
  async create(by: User, system: System, input: NewUser): Promise<User> {
    const create = await this.prepareCreate(by, system, input)
    return create()
  }

  /**
   * Makes a user in two steps, so that the second can be part of a transaction of the caller.
   * @param byToken login token of who asks; left out where they do not sign in to ask
   * @returns the second step. It throws Refusal `BAD_REQUEST` for a password that breaks the rule of
   *   the system, `GRANT_LACKING` when a permission is granted that who grants it lacks, `EMAIL_TAKEN`
   */
  async prepareCreate(by: User, system: System, input: NewUser, byToken?: string): Promise<() => User> {
    const { clock, store, hasher } = this.#parts
    const { name, email, password, permissions } = input
    const passwordHash = await hasher.hash(password)
    return () =>
      store.transaction(() => {
        this.#checkPassword(system, password)
        refuseGrant(this.#manager(by, byToken), permissions)
        this.#refuseTaken(system.id, email)
        this.#parts.quota?.demand(system.id, 'users')
        const createdAt = clock.now()
        const user = {
          systemId: system.id,
          name,
          email,
          passwordHash,
          isMaster: false,
          permissions,
          createdAt,
        }
        return { id: store.users.insert(user), ...user }
      })
  }

  /**
   * A changed password ends the user's sessions, but the one that changed it.
   * @param byToken login token of who asks
   * @throws Refusal `BAD_REQUEST` for a password that breaks the rule of the system, `NOT_FOUND`,
   *   `MASTERS_ONLY` when the user is a master and who asks is not, `GRANT_LACKING` when a permission is granted that
   *   who grants it lacks, or when the password is changed of a user who has one that who asks lacks;
   *   `MASTER_PERMISSIONS` when one is taken from a master
   */
  async change(by: User, byToken: string, system: System, userId: number, change: UserChange): Promise<void> {
    const { store, hasher } = this.#parts
    const { password } = change
    const passwordHash = password === undefined ? null : await hasher.hash(password)
    store.transaction(() => {
      if (password !== undefined) this.#checkPassword(system, password)
      const manager = this.#manager(by, byToken)
      const user = this.#changeable(manager, system.id, userId)
      // Whoever sets a password can sign in with it.
      if (passwordHash !== null) refuseGrant(manager, user.permissions)
      const wanted = changed(manager, user, change)
      store.users.update(user.id, wanted)
      if (passwordHash !== null) this.#setPassword(user, passwordHash, byToken)
      describeAct(tellChange(user, wanted, passwordHash !== null))
      writeAct()
    })
  }

  /**
   * Deletes a user, whose sessions end.
   * @throws Refusal `NOT_FOUND`, `MASTERS_ONLY` when the user is a master and who asks is not, `LAST_MASTER`
   */
  remove(by: User, systemId: SystemId, userId: number): void {
    const { store } = this.#parts
    store.transaction(() => {
      const user = this.#changeable(this.#manager(by), systemId, userId)
      if (user.isMaster && store.users.masters(systemId).length === 1) throw refusal('LAST_MASTER')
      store.users.remove(user.id)
      writeAct()
    })
  }

  /**
   * Ends the user's sessions, but the one that asks.
   * @param byToken login token of who asks
   * @throws Refusal `NOT_FOUND`, `MASTERS_ONLY` when the user is a master and who asks is not
   */
  signOut(by: User, byToken: string, systemId: SystemId, userId: number): void {
    this.#parts.store.transaction(() => {
      const user = this.#changeable(this.#manager(by, byToken), systemId, userId)
      this.#parts.sessions.closeOfUser(user.id, byToken)
    })
  }

  /**
   * The open sessions of a user, newest first.
   * @param byToken login token of who asks
   * @throws Refusal `NOT_FOUND`, `MASTERS_ONLY` when the user is a master and who asks is not
   */
  openSessions(by: User, byToken: string, systemId: SystemId, userId: number): readonly OpenSession[] {
    const user = this.#changeable(this.#manager(by, byToken), systemId, userId)
    return this.#parts.sessions.listOfUser(user.id, byToken)
  }

  /**
   * Ends one of them.
   * @param byToken login token of who asks
   * @throws Refusal `NOT_FOUND`, `MASTERS_ONLY` when the user is a master and who asks is not
   */
  endSession(by: User, byToken: string, systemId: SystemId, userId: number, session: string): void {
    this.#parts.store.transaction(() => {
      const user = this.#changeable(this.#manager(by, byToken), systemId, userId)
      if (!this.#parts.sessions.closeOne(user.id, session)) throw refusal('NOT_FOUND')
    })
  }

  /**
   * Ends the user's other sessions.
   * @param token login token of who asks
   * @throws Refusal `BAD_REQUEST` for a password that breaks the rule of the system
   */
  async changeOwnPassword(by: User, token: string, system: System, password: string): Promise<void> {
    const { store, hasher } = this.#parts
    const passwordHash = await hasher.hash(password)
    store.transaction(() => {
      this.#checkPassword(system, password)
      this.#setPassword(this.#current(by, token), passwordHash, token)
      writeAct()
    })
  }

  /**
   * Only a master may: the code is then the one to sign in with. Sessions go on.
   * @param token login token of who asks
   */
  async changeAccessCode(by: User, token: string, system: System, accessCode: string): Promise<void> {
    const { clock, store, hasher } = this.#parts
    const hash = await hasher.hash(accessCode)
    store.transaction(() => {
      if (!this.#current(by, token).isMaster) throw refusal('MASTERS_ONLY')
      store.systems.setAccessCodeHash(system.id, hash, clock.now())
      writeAct()
    })
  }

  /** Null while it is the one that the system was made with. */
  accessCodeChangedAt(systemId: SystemId): EpochMilliseconds | null {
    return this.#parts.store.systems.accessCodeChangedAt(systemId)
  }

  /** Who asks, as they are now. */
  #current(by: User, token?: string): User {
    const { users, loginTokens } = this.#parts.store
    const current = users.find(by.id)
    const isSignedOut = token !== undefined && loginTokens.find(secretHash(token))?.userId !== by.id
    if (!current || isSignedOut) throw refusal('NOT_AUTHENTICATED')
    return current
  }

  /** As `#current`, of one who may manage users. */
  #manager(by: User, token?: string): User {
    const manager = this.#current(by, token)
    if (!manager.isMaster && !manager.permissions.user)
      throw refusal('PERMISSION_NEEDED', { permission: 'user' })
    return manager
  }

  /** A user of the system; masters only for masters. */
  #changeable(manager: User, systemId: SystemId, userId: number): User {
    const user = this.#parts.store.users.find(userId as UserId)
    if (user?.systemId !== systemId) {
      throw refusal('NOT_FOUND', {}, { problems: [problem('user_id', 'knownUser')] })
    }
    if (user.isMaster && !manager.isMaster) throw refusal('MASTERS_ONLY')
    return user
  }

  #setPassword(user: User, passwordHash: string, token: string): void {
    this.#parts.store.users.setPasswordHash(user.id, passwordHash)
    this.#parts.sessions.closeOfUser(user.id, token)
  }

  #checkPassword(system: System, password: string): void {
    const rule = this.#parts.passwordRules.check(system, password)
    if (rule !== null) throw badRequest({ path: 'password', ...rule })
  }

  #refuseTaken(systemId: SystemId, email: string): void {
    const holders = this.#parts.store.users.findByEmail(emailKey(email))
    if (holders.some((user) => user.systemId === systemId)) {
      throw refusal('EMAIL_TAKEN', {}, { problems: [problem('email', 'emailFree')] })
    }
  }
}

/** For the audit log: permissions that changed say more than anything else. */
function tellChange(was: User, is: Pick<User, 'name' | 'permissions'>, password: boolean): Learnt {
  const given = PERMISSIONS.filter((key) => is.permissions[key] && !was.permissions[key])
  const taken = PERMISSIONS.filter((key) => !is.permissions[key] && was.permissions[key])
  const changed = [...(is.name === was.name ? [] : ['name']), ...(password ? ['password'] : [])]
  if (given.length + taken.length === 0) return { details: { changed } }
  return { verb: 'user.permitted', details: { given, taken, ...(changed.length > 0 && { changed }) } }
}

/** Name and permissions as they become. */
function changed(manager: User, user: User, { name, permissions = {} }: UserChange) {
  const wanted = { ...user.permissions }
  for (const key of PERMISSIONS) {
    wanted[key] = permissions[key] ?? user.permissions[key]
    if (user.isMaster && !wanted[key]) throw refusal('MASTER_PERMISSIONS')
  }
  refuseGrant(manager, wanted, user.permissions)
  return { name: name ?? user.name, permissions: wanted }
}

/** Nobody but a master can grant what they lack, to who does not have it yet. */
function refuseGrant(manager: User, wanted: Permissions, had?: Permissions): void {
  const lacking = PERMISSIONS.filter((key) => wanted[key] && !had?.[key] && !manager.permissions[key])
  if (lacking.length > 0 && !manager.isMaster) throw refusal('GRANT_LACKING', { permissions: lacking })
}
