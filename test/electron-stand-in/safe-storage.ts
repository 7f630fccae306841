import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from './app.ts'
import { switchValue } from './command-line.ts'

/** What Chromium writes before what it encrypts. */
const MARK = Buffer.from('v11')
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The key store of the operating system: here a file beside the profile, made at its first use. */
function storeKey(): Buffer {
  const folder = app.getPath('userData')
  const file = join(folder, 'key-store-of-the-system')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, randomBytes(32), { mode: 0o600 })
  }
  return readFileSync(file)
}

/** Really encrypts. `--password-store=basic` stands for a desktop without a key store, as in Chromium. */
export const safeStorage = {
  getSelectedStorageBackend: () => {
    if (!app.isReady()) return 'unknown'
    return switchValue('password-store') === 'basic' ? 'basic_text' : 'gnome_libsecret'
  },
  isAsyncEncryptionAvailable: () => app.whenReady().then(() => true),
  encryptStringAsync: async (plain: string): Promise<Buffer> => {
    await app.whenReady()
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', storeKey(), nonce)
    return Buffer.concat([MARK, nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  },
  decryptStringAsync: async (encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> => {
    await app.whenReady()
    const sealed = encrypted.subarray(MARK.length)
    const decipher = createDecipheriv('aes-256-gcm', storeKey(), sealed.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
    return { result: Buffer.concat([text, decipher.final()]).toString('utf8'), shouldReEncrypt: false }
  },
}
