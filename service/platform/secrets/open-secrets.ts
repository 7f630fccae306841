import { randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { ensureOwnerOnly, readKeyFile, writeKeyFile } from './key-file.ts'
import type { KeyWrapper } from './key-wrapper.ts'
import { KeyStoreError } from './key-wrapper.ts'
import { KEY_BYTES, secretBox } from './secret-box.ts'
import type { SecretBox } from './secret-box.ts'

export interface Secrets {
  readonly box: SecretBox
  /** Sentences for the person who started the service. */
  readonly notes: readonly string[]
}

export interface SecretsOptions {
  readonly dataDir: string
  /** The operating system's key store; null where the service runs without a desktop. */
  readonly wrapper: KeyWrapper | null
}

/**
 * Opens what seals the secrets of a data folder. Its key is made on the first start and kept in the file
 * `secrets.key`: wrapped where there is a wrapper that works, else in clear and readable by its owner only.
 * A key that was kept in clear is wrapped as soon as it can be. Where a wrapped key can't be had, the box
 * is locked and the notes say why.
 * @throws KeyFileError when the file is damaged
 */
export async function openSecrets({ dataDir, wrapper }: SecretsOptions): Promise<Secrets> {
  const file = join(dataDir, 'secrets.key')
  const stored = await readKeyFile(file)
  const notes: string[] = []
  if (stored && (await ensureOwnerOnly(file))) {
    notes.push(
      `Others could read the file ${file}, which holds the key of archive secrets; they no longer can.`,
    )
  }
  if (stored && 'wrapped' in stored) return unlock(stored.wrapped, wrapper, notes)
  const key = stored?.key ?? randomBytes(KEY_BYTES)
  const wrapped = wrapper && (await tryWrap(key, wrapper, file, notes))
  if (wrapped !== null) await writeKeyFile(file, { wrapped })
  else if (!stored) await writeKeyFile(file, { key })
  return { box: secretBox(key), notes }
}

async function unlock(wrapped: string, wrapper: KeyWrapper | null, notes: string[]): Promise<Secrets> {
  const locked = (why: string): Secrets => ({
    box: secretBox(null),
    notes: [...notes, `Archive secrets are locked, so archive destinations can't be used: ${why}`],
  })
  if (!wrapper) return locked('their key is in the key store that the desktop application uses.')
  try {
    const key = await wrapper.unwrap(wrapped)
    if (key.length !== KEY_BYTES) return locked("the operating system's key store gave something else.")
    return { box: secretBox(key), notes }
  } catch (error) {
    return locked(reasonOf(error))
  }
}

/** Null, and a note, where the key can't be wrapped so that it can be had again. */
async function tryWrap(
  key: Uint8Array,
  wrapper: KeyWrapper,
  file: string,
  notes: string[],
): Promise<string | null> {
  try {
    const wrapped = await wrapper.wrap(key)
    // The clear key is given up after this: what comes back must be it.
    const again = await wrapper.unwrap(wrapped)
    if (again.length === key.length && timingSafeEqual(again, key)) return wrapped
    throw new KeyStoreError("The operating system's key store gave back something else.")
  } catch (error) {
    notes.push(
      `The key of archive secrets is in the file ${file}, readable by this user only: ${reasonOf(error)}`,
    )
    return null
  }
}

/** @throws what is no refusal of the key store */
function reasonOf(error: unknown): string {
  if (error instanceof KeyStoreError) return error.message
  throw error
}
