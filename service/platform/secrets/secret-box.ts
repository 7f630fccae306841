import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Of the sealing key and of those made from it. */
export const KEY_BYTES = 32

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
  /**
   * HMAC-SHA256 as 64 hexadecimal digits, to recognise what holds secrets without keeping it: without the
   * key nobody can guess it back. A locked box gives others on each start.
   */
  fingerprint(text: string): string
  /**
   * A key for one purpose, hexadecimal, which tells nothing of the others (RFC 5869). A locked box gives others on each
   * start. Secret.
   */
  keyFor(purpose: string): string
}

/** @param key KEY_BYTES long; null makes a box that is locked */
export function secretBox(key: Uint8Array | null): SecretBox {
  // Node takes five times as long to use a key that comes as bytes.
  const sealing = key && createSecretKey(key)
  const unlocked = (): KeyObject => {
    if (!sealing) throw new SecretsLockedError()
    return sealing
  }
  const root = key ?? randomBytes(KEY_BYTES)
  const fingerprintKey = subkey(root, 'airdesk fingerprint')
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
      const nonce = bytes.subarray(0, NONCE_BYTES)
      // Without the length a shorter, guessable tag would do.
      const decipher = createDecipheriv('aes-256-gcm', unlocked(), nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
      const text = decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('hex'),
    keyFor: (purpose) => subkey(root, `airdesk ${purpose}`).toString('hex'),
  }
}

/** HKDF (RFC 5869). */
function subkey(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, KEY_BYTES))
}
