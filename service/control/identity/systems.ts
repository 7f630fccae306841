import type { AccessTokenId, SystemId } from '../../contract/ids.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import type { System } from '../system/system.ts'
import { machineTimeZone } from '../system/zoned-time.ts'
import { generateAccessCode, generatePassword, generateWebhookSecret } from './generate.ts'
import type { Identity, IdentityStore } from './identity.ts'
import type { User } from './user.ts'

/** What a new system is made of, checked already; what is left out is generated. */
export interface NewSystem {
  readonly name: string
  /** IANA name; the machine's when left out. */
  readonly timeZone?: string | undefined
  /** Of its master. */
  readonly email: string
  readonly password?: string | undefined
  readonly accessCode?: string | undefined
  readonly accessToken?: string | undefined
}

/** What opens a new system, in clear: nobody can read it back later. Secret. */
export interface NewCredentials {
  readonly email: string
  readonly password: string
  readonly accessCode: string
  readonly accessToken: string
}

export interface CreatedSystem {
  readonly system: System
  readonly master: User
  /** The token that the console's own calls are made with. */
  readonly consoleTokenId: AccessTokenId
  readonly credentials: NewCredentials
}

/**
 * Makes a system with its master user, access code, webhook secret and tokens.
 *
 * People of all systems sign in at one place; where an e-mail is registered in several, the access code names
 * the system. Where two systems share e-mail, password and access code too, the login takes the older user: the
 * database holds hashes only, so nobody can see that here.
 */
export async function createSystem(
  identity: Identity,
  clock: Pick<Clock, 'now'>,
  wanted: NewSystem,
): Promise<CreatedSystem> {
  const credentials = {
    email: wanted.email,
    password: wanted.password ?? generatePassword(null),
    accessCode: wanted.accessCode ?? generateAccessCode(),
    accessToken: wanted.accessToken ?? newSecret(32, 'access token'),
  }
  const [passwordHash, accessCodeHash] = await Promise.all([
    identity.hasher.hash(credentials.password),
    identity.hasher.hash(credentials.accessCode),
  ])
  const system: System = {
    id: newId<SystemId>('system'),
    name: wanted.name,
    timeZone: wanted.timeZone ?? machineTimeZone(),
    accessCodeHash,
    webhookSecret: generateWebhookSecret(),
    passwordMinLength: null,
    createdAt: clock.now(),
  }
  return identity.store.transaction(() => {
    identity.store.systems.insert(system)
    const master = insertMaster(identity, clock, system.id, { email: wanted.email, passwordHash })
    identity.accessTokens.create(system.id, 'Default', 'api', credentials.accessToken)
    const consoleTokenId = identity.accessTokens.ofConsole(system.id)
    return { system, master, consoleTokenId, credentials }
  })
}

/** What signs the webhooks of a system. Secret. @throws Error where there is no such system */
export function webhookSecretOf({ store }: Identity, systemId: SystemId): string {
  const system = store.systems.find(systemId)
  if (!system) throw new Error(`no system ${systemId}`)
  return system.webhookSecret
}

/** Whether what belongs to the whole installation can be told to the masters of its only system. */
export const hasOneSystem = ({ systems }: Pick<IdentityStore, 'systems'>): boolean =>
  systems.list().length === 1

/** Gives a system a user who may do everything. */
export function insertMaster(
  identity: Identity,
  clock: Pick<Clock, 'now'>,
  systemId: SystemId,
  { email, passwordHash }: Pick<User, 'email' | 'passwordHash'>,
): User {
  const user = {
    systemId,
    name: 'Master',
    email,
    passwordHash,
    isMaster: true,
    permissions: { delivery: true, view: true, schedule: true, user: true },
    createdAt: clock.now(),
  }
  return { id: identity.store.users.insert(user), ...user }
}
