import type { Emulator } from '../control/emulator/emulator.ts'
import { loginLimitSource } from '../control/emulator/clock/login-limit-source.ts'
import { createIdentity } from '../control/identity/identity.ts'
import type { Identity, IdentityStore } from '../control/identity/identity.ts'
import { accessTokenRepository } from '../control/store/access-tokens.ts'
import type { Database } from '../control/store/database.ts'
import { loginTokenRepository } from '../control/store/login-tokens.ts'
import { systemRepository } from '../control/store/systems.ts'
import { userRepository } from '../control/store/users.ts'
import type { Quotas } from '../control/system/quotas.ts'
import type { Clock } from '../platform/clock.ts'
import type { ClosingStack } from '../platform/closing-stack.ts'

interface IdentityOptions {
  readonly clock: Clock
  readonly machine: Clock
  readonly emulator?: Emulator | null
}

/** Systems, users and their tokens, as the database keeps them. */
export function identityStore(database: Database): IdentityStore {
  return {
    transaction: (run) => database.transaction(run),
    together: (run) => database.together(run),
    beforeCommit: (write, item) => database.beforeCommit(write, item),
    afterCommit: (announce) => database.afterCommit(announce),
    systems: systemRepository(database),
    users: userRepository(database),
    loginTokens: loginTokenRepository(database),
    accessTokens: accessTokenRepository(database),
  }
}

/** Users, how they sign in, and tokens. */
export function openIdentity(
  { clock, machine, emulator = null }: IdentityOptions,
  { store, quota }: { readonly store: IdentityStore; readonly quota: Quotas },
  stack: ClosingStack,
): Identity {
  const identity = createIdentity({ clock, machine, store, quota })
  if (emulator) identity.login.hideNothing()
  emulator?.clock.follow(loginLimitSource(identity.login))
  stack.defer(() => identity.accessTokens.flush())
  return identity
}
