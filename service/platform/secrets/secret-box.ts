import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The key is with someone else at the moment, for example the desktop application. */
export class SecretsLockedError extends Error {
  override readonly name = 'SecretsLockedError'

  constructor() {
    super('The key that seals secrets is not available.')
  }
}

/** Seals what the database must not hold in clear. */
export interface SecretBox {
  /** True where the key is not available: then nothing can be sealed or opened. */
  readonly locked: boolean
  /**
   * AES-256-GCM (NIST SP 800-38D): nonce, ciphertext, tag.
   * @param context what it belongs to, for example the row's id; it opens there only
   * @throws SecretsLockedError
   */
  seal(plain: string, context: string): Uint8Array
  /** @throws SecretsLockedError, or Error where the key, the context or a byte is not as it was sealed */
  open(sealed: Uint8Array, context: string): string
}

/** @param key 32 bytes; null makes a box that is locked */
export function secretBox(key: Uint8Array | null): SecretBox {
  const unlocked = (): Uint8Array => {
    if (!key) throw new SecretsLockedError()
    return key
  }
  return {
    locked: key === null,
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', unlocked(), nonce)
      cipher.setAAD(Buffer.from(context))
      return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', unlocked(), bytes.subarray(0, NONCE_BYTES))
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
      const text = decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
  }
}
