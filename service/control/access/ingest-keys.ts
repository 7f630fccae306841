import type { ChannelId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { Bytes } from '../../contract/units.ts'
import { newSecret } from '../../platform/ids.ts'
import { SecretsLockedError } from '../../platform/secrets/secret-box.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { secretHash } from '../identity/secret-hash.ts'
import type { AccessRepository, AccessRow } from './repository.ts'

/** 168 bits, of which the last four characters, which are shown, tell 24. */
const KEY_BYTES: Bytes = 21
const TAIL = 4

/** The ingest keys of channels: compared by their hash, shown from what is sealed. */
export class IngestKeys {
  readonly #access: Pick<AccessRepository, 'find'>
  readonly #box: Pick<SecretBox, 'seal' | 'open'>

  constructor(access: Pick<AccessRepository, 'find'>, box: Pick<SecretBox, 'seal' | 'open'>) {
    this.#access = access
    this.#box = box
  }

  /** A new key, as it is kept. While what seals is not there, it is good for nothing but to be replaced. */
  make(channelId: ChannelId): Pick<AccessRow, 'keyHash' | 'sealedKey' | 'keyTail'> {
    const key = newSecret(KEY_BYTES, 'ingest key')
    return { keyHash: secretHash(key), sealedKey: this.#seal(key, channelId), keyTail: key.slice(-TAIL) }
  }

  /** False also where the channel has none. */
  isRight(channelId: ChannelId, key: string): boolean {
    const { keyHash } = this.#access.find(channelId)
    return keyHash !== null && secretHash(key) === keyHash
  }

  canBeShown(channelId: ChannelId): boolean {
    return this.#open(channelId) !== null
  }

  /** @throws Refusal `KEY_CANNOT_BE_SHOWN` */
  show(channelId: ChannelId): string {
    const key = this.#open(channelId)
    if (key === null) throw refusal('KEY_CANNOT_BE_SHOWN')
    return key
  }

  #seal(key: string, channelId: ChannelId): Uint8Array | null {
    try {
      return this.#box.seal(key, contextOf(channelId))
    } catch (error) {
      if (error instanceof SecretsLockedError) return null
      throw error
    }
  }

  /** Null where there is none, or it was sealed by what is not here. */
  #open(channelId: ChannelId): string | null {
    const { sealedKey } = this.#access.find(channelId)
    if (sealedKey === null) return null
    try {
      return this.#box.open(sealedKey, contextOf(channelId))
    } catch {
      return null
    }
  }
}

const contextOf = (channelId: ChannelId) => `ingest key of ${channelId}`
