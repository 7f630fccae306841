/** What the channel operations need from elsewhere. */
import type { AccessTokenId, SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'

/** Keys of the encrypted playlists, kept by the connections. */
export interface EncryptionKeys {
  /** 32 hexadecimal digits, lower case; null when no channel of this system has such a key. Secret. */
  find(systemId: SystemId, kid: string): string | null
}

/** The answer that a creating request with an Idempotency-Key got. */
export interface RememberedAnswer {
  readonly operation: string
  /** SHA-256 of the request. */
  readonly requestHash: string
  /** JSON. */
  readonly response: string
}

/** First answers to creating requests, by the token that asked and its key. */
export interface IdempotencyKeys {
  find(tokenId: AccessTokenId, key: string): RememberedAnswer | null
  insert(tokenId: AccessTokenId, key: string, answer: RememberedAnswer, at: EpochMilliseconds): void
  /** Forgets those made at `time` or before. */
  removeUntil(time: EpochMilliseconds): void
}
