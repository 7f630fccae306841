import type { AccessTokenId, SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import type { Quota } from '../system/quotas.ts'
import type { AccessTokenRepository } from './repository.ts'
import { secretHash } from './secret-hash.ts'
import type { AccessToken, AccessTokenKind } from './user.ts'

/** How precisely the last use of a token is known. */
const LAST_USED_PRECISION_MS: Milliseconds = 60_000
/** Uses are written this much later, together, not while a request waits. */
const WRITE_DELAY_MS: Milliseconds = 1000
/** Characters of a token that a list shows, and never more than a quarter of it. */
const PREFIX_LENGTH = 6

/** Tokens of the live API. */
export class AccessTokens {
  readonly #clock: Clock
  readonly #tokens: AccessTokenRepository
  readonly #used = new Map<AccessTokenId, EpochMilliseconds>()
  readonly #quota: Quota | undefined
  #writing: Timer | null = null

  constructor(deps: { clock: Clock; accessTokens: AccessTokenRepository; quota?: Quota | undefined }) {
    this.#quota = deps.quota
    this.#clock = deps.clock
    this.#tokens = deps.accessTokens
  }

  /**
   * Makes a token; what is returned is the only copy.
   * @param token its value, 256 random bits when left out
   * @throws Refusal `QUOTA_REACHED`
   */
  create(
    systemId: SystemId,
    name: string,
    kind: AccessTokenKind = 'api',
    token = newSecret(32, 'access token'),
  ) {
    if (kind === 'api') this.#quota?.demand(systemId, 'tokens')
    const id = newId<AccessTokenId>('access token id')
    const prefix = token.slice(0, Math.min(PREFIX_LENGTH, Math.floor(token.length / 4)))
    const createdAt = this.#clock.now()
    const row = { id, systemId, name, prefix, kind, createdAt, lastUsedAt: null, revokedAt: null }
    this.#tokens.insert(row, secretHash(token))
    return { id, token }
  }

  /** Null when the token is unknown, revoked or not for apps. */
  authenticate(token: string): AccessToken | null {
    const found = this.find(token)
    if (!found || found.kind !== 'api' || found.revokedAt !== null) return null
    this.#noteUse(found)
    return found
  }

  /** By its value, in whatever state. */
  find(token: string): AccessToken | null {
    return this.#tokens.findByHash(secretHash(token))
  }

  /** Those for apps, oldest first, revoked ones included. */
  list(systemId: SystemId): readonly AccessToken[] {
    return this.#tokens.list(systemId)
  }

  /** The oldest of those for apps that are good; null where there is none. */
  first(systemId: SystemId): AccessTokenId | null {
    return this.list(systemId).find(({ revokedAt }) => revokedAt === null)?.id ?? null
  }

  /** Ends a token at once and for as often as it is asked; false when the system has no such token. */
  revoke(systemId: SystemId, id: AccessTokenId): boolean {
    const token = this.list(systemId).find((one) => one.id === id)
    if (token?.revokedAt === null) this.#tokens.setRevoked(id, this.#clock.now())
    return token !== undefined
  }

  /** Makes a revoked token good again. */
  restore(id: AccessTokenId): void {
    this.#tokens.setRevoked(id, null)
  }

  /** The token that the console's own calls are made with; made when missing. Nobody has its value. */
  ofConsole(systemId: SystemId): AccessTokenId {
    return this.#tokens.ofConsole(systemId)?.id ?? this.create(systemId, 'Console', 'console').id
  }

  /** Writes the uses that are still to be written; to be called before the store is closed. */
  flush(): void {
    this.#writing?.cancel()
    this.#writing = null
    for (const [id, at] of this.#used) this.#tokens.setLastUsed(id, at)
    this.#used.clear()
  }

  #noteUse(token: AccessToken): void {
    const now = this.#clock.now()
    if (token.lastUsedAt !== null && now - token.lastUsedAt < LAST_USED_PRECISION_MS) return
    this.#used.set(token.id, now)
    this.#writing ??= this.#clock.after(WRITE_DELAY_MS, () => this.#tryFlush())
  }

  #tryFlush(): void {
    try {
      this.flush()
    } catch {
      // When the disk is full, the last use of a token is the last thing to fail for: it waits for the next one.
    }
  }
}
