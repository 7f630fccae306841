import { createIdentity } from '../../service/control/identity/identity.ts'
import type { Identity, IdentityStore } from '../../service/control/identity/identity.ts'
import { passwordHasher } from '../../service/control/identity/password-hash.ts'
import { accessTokenRepository } from '../../service/control/store/access-tokens.ts'
import type { Database } from '../../service/control/store/database.ts'
import { loginTokenRepository } from '../../service/control/store/login-tokens.ts'
import { systemRepository } from '../../service/control/store/systems.ts'
import { userRepository } from '../../service/control/store/users.ts'
import type { Quota } from '../../service/control/system/quotas.ts'
import type { Clock } from '../../service/platform/clock.ts'

export function identityStore(database: Database): IdentityStore {
  return {
    transaction: database.transaction,
    together: database.together,
    beforeCommit: database.beforeCommit,
    afterCommit: database.afterCommit,
    systems: systemRepository(database),
    users: userRepository(database),
    loginTokens: loginTokenRepository(database),
    accessTokens: accessTokenRepository(database),
  }
}

/** Identity on a real database, with hashes that cost little. */
export function testIdentity(clock: Clock, database: Database, quota?: Quota): Identity {
  return createIdentity({
    ...{ clock, store: identityStore(database), quota },
    hasher: passwordHasher({ memoryKiB: 8, passes: 1 }),
  })
}
