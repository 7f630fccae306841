import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import { newSecret } from '../../platform/ids.ts'
import { describeAct } from '../audit/acts.ts'
import type { SystemRepository } from '../system/repository.ts'
import type { System } from '../system/system.ts'
import { LoginLimits } from './login-limits.ts'
import type { PasswordHasher } from './password-hash.ts'
import type { UserRepository } from './repository.ts'
import type { OpenedSession, Sessions } from './sessions.ts'
import { emailKey } from '../../contract/option-api.ts'
import type { SessionKind, User } from './user.ts'
import { refusal } from '../../contract/refusal/refusal.ts'

export interface LoginAttempt {
  readonly email: string
  readonly password: string
  readonly accessCode: string
  readonly remoteAddress: string
  /** What the program says of itself; may be empty. */
  readonly client?: string
  readonly kind: SessionKind
}

interface Match {
  readonly user: User
  readonly system: System
}

export interface LoggedIn extends OpenedSession, Match {}

/**
 * Proves who someone is by e-mail, password and the access code of their system. Where one e-mail is
 * registered in several systems, the access code names the system.
 */
export class Login {
  readonly #clock: Clock
  readonly #users: UserRepository
  readonly #systems: SystemRepository
  readonly #sessions: Sessions
  readonly #hasher: PasswordHasher
  readonly #limits: LoginLimits
  /** Hash of something nobody knows: the login checks it where there is no user, which takes as long. */
  readonly #nobody: Promise<string>
  #hidesNothing = false

  constructor(deps: {
    clock: Clock
    users: UserRepository
    systems: SystemRepository
    sessions: Sessions
    hasher: PasswordHasher
  }) {
    this.#clock = deps.clock
    this.#users = deps.users
    this.#systems = deps.systems
    this.#sessions = deps.sessions
    this.#hasher = deps.hasher
    this.#limits = new LoginLimits(deps.clock)
    this.#nobody = deps.hasher.hash(newSecret())
    this.#nobody.catch(() => undefined)
  }

  /** From now on no more is checked than is needed: on a service for tests, which may have hundreds of systems. */
  hideNothing(): void {
    this.#hidesNothing = true
  }

  /**
   * @throws Refusal `LOGIN_FAILED`, the same and after the same time whichever part was wrong
   * @throws Refusal `TOO_MANY_ATTEMPTS`
   */
  async login(attempt: LoginAttempt): Promise<LoggedIn> {
    this.#tellAudit(attempt.email)
    const match = await this.#limits.attempt(emailKey(attempt.email), attempt.remoteAddress, async () => {
      const found = await (this.#hidesNothing ? this.#firstMatch(attempt) : this.#match(attempt))
      return found && this.#stillHolds(found) ? found : null
    })
    if (!match) throw refusal('LOGIN_FAILED')
    const { kind, remoteAddress, client = '' } = attempt
    return { ...match, ...this.#sessions.open(match.user, kind, { remoteAddress, client }) }
  }

  /** Who has had too many attempts, by e-mail or address, and until when. */
  waiting(): { readonly key: string; readonly until: EpochMilliseconds }[] {
    const now = this.#clock.now()
    return this.#limits.full().map(({ key, leftMs }) => ({ key, until: now + leftMs }))
  }

  /** An attempt that fails is told to the system that has a user of this e-mail; else to the installation. */
  #tellAudit(email: string): void {
    const [user, ...others] = this.#users.findByEmail(emailKey(email))
    const systemId = user && others.length === 0 ? user.systemId : null
    describeAct({ systemId, objects: [{ kind: 'user', id: null, name: email }] })
  }

  /**
   * As many hashes are computed for every e-mail, known or not: two for each system. With fewer, those who
   * manage one system's users could tell by the time which e-mails others have.
   */
  async #match(attempt: LoginAttempt): Promise<Match | null> {
    const nobody = await this.#nobody
    const candidates = this.#users.findByEmail(emailKey(attempt.email))
    const rounds = Math.max(1, this.#systems.list().length)
    let match: Match | null = null
    for (let i = 0; i < rounds; i++) {
      const user = candidates[i]
      const system = user ? this.#systems.find(user.systemId) : null
      const [password, accessCode] = await Promise.all([
        this.#hasher.verify(user?.passwordHash ?? nobody, attempt.password),
        this.#hasher.verify(system?.accessCodeHash ?? nobody, attempt.accessCode),
      ])
      if (user && system && password && accessCode) match ??= { user, system }
    }
    return match
  }

  /** Access codes of systems for tests cost little to check, so those come first. */
  async #firstMatch(attempt: LoginAttempt): Promise<Match | null> {
    for (const user of this.#users.findByEmail(emailKey(attempt.email))) {
      const system = this.#systems.find(user.systemId)
      if (!system || !(await this.#hasher.verify(system.accessCodeHash, attempt.accessCode))) continue
      if (await this.#hasher.verify(user.passwordHash, attempt.password)) return { user, system }
    }
    return null
  }

  /** Checking takes its time, and what was right when it began may have been changed or deleted meanwhile. */
  #stillHolds({ user, system }: Match): boolean {
    return (
      this.#users.find(user.id)?.passwordHash === user.passwordHash &&
      this.#systems.find(system.id)?.accessCodeHash === system.accessCodeHash
    )
  }
}
