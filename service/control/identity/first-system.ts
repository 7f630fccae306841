import type { AccessTokenId, SystemId } from '../../contract/ids.ts'
import { wordsOf } from '../../contract/refusal/rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { System } from '../system/system.ts'
import { InvalidOptionError, checkOptions } from './first-system-options.ts'
import type { FirstSystemOptions } from './first-system-options.ts'
import { generatePassword, passwordOf } from './generate.ts'
import type { Identity } from './identity.ts'
import { createSystem, insertMaster } from './systems.ts'
import { emailKey } from '../../contract/option-api.ts'
import type { User } from './user.ts'

const DEFAULT_EMAIL = 'master@airdesk.local'

/** What is known in clear; null where only a hash is left. */
export interface Credentials {
  readonly email: string
  readonly password: string | null
  readonly accessCode: string | null
  readonly accessToken: string | null
}

export interface FirstSystem {
  readonly system: System
  /** The user whom `credentials` let in. */
  readonly master: User
  /** The token that the console's own calls are made with. */
  readonly consoleTokenId: AccessTokenId
  readonly credentials: Credentials
  /** True on the first start. */
  readonly created: boolean
}

/**
 * Makes the first system with its master user, access code, webhook secret and tokens on the first start.
 * Options given on any start win: what they say is made true, and what is true already stays untouched.
 * @throws InvalidOptionError
 */
export async function ensureFirstSystem(
  identity: Identity,
  clock: Pick<Clock, 'now'>,
  options: FirstSystemOptions = {},
): Promise<FirstSystem> {
  checkOptions(options)
  const existing = identity.store.systems.first()
  const { passwordText } = options
  const cut = passwordText && passwordOf(passwordText, existing?.passwordMinLength ?? null)
  const given = { ...options, password: options.password ?? cut }
  return existing ? applyOptions(identity, clock, existing, given) : create(identity, clock, given)
}

async function create(
  identity: Identity,
  clock: Pick<Clock, 'now'>,
  options: FirstSystemOptions,
): Promise<FirstSystem> {
  checkPassword(identity, { passwordMinLength: null }, options)
  const email = options.email ?? DEFAULT_EMAIL
  return { ...(await createSystem(identity, clock, { ...options, name: 'Airdesk', email })), created: true }
}

async function applyOptions(
  identity: Identity,
  clock: Pick<Clock, 'now'>,
  system: System,
  options: FirstSystemOptions,
): Promise<FirstSystem> {
  const { store } = identity
  const user = chosenUser(identity, system, options.email)
  const fresh = user ? null : (options.password ?? generatePassword(system.passwordMinLength))
  const password = fresh ?? options.password ?? null
  const passwordHash = await changedHash(identity, user?.passwordHash, password)
  // One that is true already may be of an earlier rule.
  if (passwordHash !== null) checkPassword(identity, system, options)
  const accessCodeHash = await changedHash(identity, system.accessCodeHash, options.accessCode ?? null)
  return store.transaction(() => {
    const email = options.email ?? DEFAULT_EMAIL
    const master =
      user ?? insertMaster(identity, clock, system.id, { email, passwordHash: passwordHash ?? '' })
    if (!master.isMaster) store.users.setMaster(master.id)
    if (user && passwordHash !== null) {
      store.users.setPasswordHash(user.id, passwordHash)
      identity.sessions.closeOfUser(user.id, null)
    }
    if (accessCodeHash !== null) store.systems.setAccessCodeHash(system.id, accessCodeHash, clock.now())
    if (options.accessToken !== undefined)
      ensureToken(identity, system.id, options.accessToken, options.givenBy?.['access-token'])
    const { accessCode = null, accessToken = null } = options
    return {
      system: store.systems.find(system.id) ?? system,
      master: store.users.find(master.id) ?? master,
      consoleTokenId: identity.accessTokens.ofConsole(system.id),
      credentials: { email: master.email, password, accessCode, accessToken },
      created: false,
    }
  })
}

/** @throws InvalidOptionError */
function checkPassword(
  { passwordRules }: Identity,
  system: Pick<System, 'passwordMinLength'>,
  { password, givenBy }: FirstSystemOptions,
): void {
  const rule = password === undefined ? null : passwordRules.check(system, password)
  if (rule !== null) throw new InvalidOptionError('password', wordsOf(rule), givenBy?.['password'])
}

/** The user with this e-mail; without one the oldest master. Null when there is none. */
function chosenUser(identity: Identity, system: System, email: string | undefined): User | null {
  const { users } = identity.store
  if (email === undefined) return users.masters(system.id)[0] ?? null
  return users.findByEmail(emailKey(email)).find((user) => user.systemId === system.id) ?? null
}

/** The hash to be stored, null where `current` already fits. */
async function changedHash(identity: Identity, current: string | undefined, plain: string | null) {
  if (plain === null) return null
  if (current !== undefined && (await identity.hasher.verify(current, plain))) return null
  return identity.hasher.hash(plain)
}

/** @throws InvalidOptionError when the token is another's */
function ensureToken(identity: Identity, systemId: SystemId, token: string, givenBy?: string): void {
  const found = identity.accessTokens.find(token)
  if (!found) return void identity.accessTokens.create(systemId, 'Command line', 'api', token)
  if (found.systemId !== systemId || found.kind !== 'api') {
    throw new InvalidOptionError('access-token', 'must not be a token that is in use elsewhere', givenBy)
  }
  if (found.revokedAt !== null) identity.accessTokens.restore(found.id)
}
