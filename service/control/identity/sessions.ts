import { DAY } from '../../contract/units.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { SystemId, UserId } from '../../contract/ids.ts'
import type { Clock } from '../../platform/clock.ts'
import { newSecret } from '../../platform/ids.ts'
import { describeAct } from '../audit/acts.ts'
import { userActor } from '../audit/actors.ts'
import type { SystemRepository } from '../system/repository.ts'
import type { LoginToken, LoginTokenRepository, UserRepository } from './repository.ts'
import { secretHash } from './secret-hash.ts'
import type { LoginOrigin, OpenSession, Session, SessionKind, User, UserActivity } from './user.ts'

/** How long a login token is good for. */
export const SESSION_MS = DAY

/** How precisely it is known when a user was last there. */
const SEEN_PRECISION: Milliseconds = 60_000

/** Of what a program says of itself, code points. */
const MAX_CLIENT = 300
const NOWHERE: LoginOrigin = { remoteAddress: '', client: '' }
/** Of a hash, so much tells sessions apart. */
const ID_LENGTH = 16

export interface OpenedSession {
  /** 256 random bits, base64url. Known to nobody else: only its hash is kept. */
  readonly token: string
  readonly expiresAt: EpochMilliseconds
}

/** Login tokens of the option API and of the console. */
export class Sessions {
  readonly #clock: Clock
  readonly #machine: Clock
  readonly #tokens: LoginTokenRepository
  readonly #users: UserRepository
  readonly #systems: SystemRepository
  /** When it was last written that a user was there. */
  readonly #seen = new Map<UserId, EpochMilliseconds>()

  constructor(deps: {
    clock: Clock
    /** Real time: who moves the clock in the console stays signed in. */
    machine?: Clock
    loginTokens: LoginTokenRepository
    users: UserRepository
    systems: SystemRepository
  }) {
    this.#clock = deps.clock
    this.#machine = deps.machine ?? deps.clock
    this.#tokens = deps.loginTokens
    this.#users = deps.users
    this.#systems = deps.systems
  }

  /** Signs a user in whose identity is already proved. */
  open(user: User, kind: SessionKind, origin: LoginOrigin = NOWHERE): OpenedSession {
    const now = this.#nowOf(kind)
    const token = newSecret(32, 'login token')
    const expiresAt = now + SESSION_MS
    this.#tokens.removeExpired(this.#leastNow())
    const client = [...origin.client].slice(0, MAX_CLIENT).join('')
    this.#tokens.insert({
      ...{ hash: secretHash(token), userId: user.id, kind, createdAt: now, expiresAt },
      ...{ remoteAddress: origin.remoteAddress, client },
    })
    this.#tokens.noteSeen(user.id, this.#clock.now(), true)
    this.#seen.set(user.id, this.#clock.now())
    describeAct({ actor: userActor(user), systemId: user.systemId, objects: [], details: { client } })
    return { token, expiresAt }
  }

  /** Null when the token is unknown, expired or of the other kind. */
  authenticate(token: string, kind: SessionKind): Session | null {
    const found = this.#tokens.find(secretHash(token))
    if (!found || found.kind !== kind || found.expiresAt <= this.#nowOf(kind)) return null
    const user = this.#users.find(found.userId)
    const system = user && this.#systems.find(user.systemId)
    if (!user || !system) return null
    this.#noteSeen(user.id)
    return { user, system, kind, expiresAt: found.expiresAt }
  }

  /** Signs out; nothing happens when the token is unknown. */
  close(token: string): void {
    this.#tokens.remove(secretHash(token))
  }

  /** Of the users of a system who have ever signed in. */
  activity(systemId: SystemId): readonly UserActivity[] {
    return this.#tokens.activity(systemId, { option: this.#nowOf('option'), console: this.#nowOf('console') })
  }

  /** Those of a user that are open, newest first. @param ownToken of who asks */
  listOfUser(userId: UserId, ownToken: string): readonly OpenSession[] {
    const own = secretHash(ownToken)
    return this.#openOf(userId).map((token) => {
      const { hash, kind, createdAt: openedAt, expiresAt, remoteAddress, client } = token
      const id = hash.slice(0, ID_LENGTH)
      return { id, kind, openedAt, expiresAt, remoteAddress, client, isOwn: hash === own }
    })
  }

  /** Ends one session of a user. @returns false where there is no such one */
  closeOne(userId: UserId, id: string): boolean {
    const found = this.#openOf(userId).find(({ hash }) => hash.slice(0, ID_LENGTH) === id)
    if (found) this.#tokens.remove(found.hash)
    return found !== undefined
  }

  /** Ends the user's sessions, but the one of `exceptToken`. */
  closeOfUser(userId: UserId, exceptToken: string | null): void {
    this.#tokens.removeOfUser(userId, exceptToken === null ? null : secretHash(exceptToken))
  }

  #openOf(userId: UserId): LoginToken[] {
    const all = this.#tokens.listOfUser(userId, this.#leastNow())
    return all.filter(({ kind, expiresAt }) => expiresAt > this.#nowOf(kind))
  }

  /** What the sessions of a kind go by. */
  #nowOf(kind: SessionKind): EpochMilliseconds {
    return (kind === 'console' ? this.#machine : this.#clock).now()
  }

  #leastNow(): EpochMilliseconds {
    return Math.min(this.#clock.now(), this.#machine.now())
  }

  #noteSeen(userId: UserId): void {
    const now = this.#clock.now()
    if (now - (this.#seen.get(userId) ?? 0) < SEEN_PRECISION) return
    this.#seen.set(userId, now)
    try {
      this.#tokens.noteSeen(userId, now, false)
    } catch {
      // When the disk is full, this is the last thing to fail for.
    }
  }
}
