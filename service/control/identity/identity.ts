import { datedBy } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { SystemRepository } from '../system/repository.ts'
import type { Quota } from '../system/quotas.ts'
import type { Transactions } from '../transactions.ts'
import { AccessTokens } from './access-tokens.ts'
import { Login } from './login.ts'
import { PasswordRules } from './password-rules.ts'
import { passwordHasher } from './password-hash.ts'
import type { PasswordHasher } from './password-hash.ts'
import type { AccessTokenRepository, LoginTokenRepository, UserRepository } from './repository.ts'
import { Sessions } from './sessions.ts'
import { Users } from './users.ts'

/** What identity is made of. */
export interface IdentityStore extends Transactions {
  readonly systems: SystemRepository
  readonly users: UserRepository
  readonly loginTokens: LoginTokenRepository
  readonly accessTokens: AccessTokenRepository
}

/** Who may do something: people by login and session, apps by access token. */
export interface Identity {
  readonly store: IdentityStore
  readonly hasher: PasswordHasher
  readonly sessions: Sessions
  readonly login: Login
  readonly passwordRules: PasswordRules
  readonly users: Users
  readonly accessTokens: AccessTokens
}

interface IdentityParts {
  /** Of all rules of time. */
  readonly clock: Clock
  /** Real time, in which is written what is only gathered, and by which sessions of the console end. */
  readonly machine?: Clock
  readonly store: IdentityStore
  /** Tests hand in one that costs less. */
  readonly hasher?: PasswordHasher
  readonly quota?: Quota
}

export function createIdentity({
  clock,
  machine = clock,
  store,
  hasher = passwordHasher(),
  quota,
}: IdentityParts): Identity {
  const sessions = new Sessions({ clock, machine, ...store })
  const passwordRules = new PasswordRules(store.systems)
  return {
    store,
    hasher,
    sessions,
    login: new Login({ clock, ...store, sessions, hasher }),
    passwordRules,
    users: new Users({ clock, store, sessions, hasher, passwordRules, quota }),
    accessTokens: new AccessTokens({ clock: datedBy(clock, machine), ...store, quota }),
  }
}
