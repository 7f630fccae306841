import { chmod, readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { writeFileAtomic } from '../atomic-file.ts'
import { KEY_BYTES } from './secret-box.ts'
import { errorCode } from '../error-code.ts'

const OWNER_ONLY = 0o600

const keyText = z.base64().refine((text) => Buffer.from(text, 'base64').length === KEY_BYTES)
const fileSchema = z.union([
  z.strictObject({ version: z.literal(1), key: keyText }),
  z.strictObject({ version: z.literal(1), wrapped: z.string().min(1) }),
])
const newerSchema = z.object({ version: z.int().min(2) })

/** What the file holds: the key itself, or the key as only the operating system's store can read it. */
export type StoredKey = { readonly key: Uint8Array } | { readonly wrapped: string }

/** The key file can't be used; it is never overwritten. The message names it and says what to do. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError'

  constructor(file: string, what: string) {
    super(
      `The file ${file} ${what}. It holds the key that seals archive secrets. Put back a copy of it; or, to give up those secrets, move it away.`,
    )
  }
}

/**
 * Null when there is no file.
 * @throws KeyFileError when the file is damaged or of a newer version
 */
export async function readKeyFile(file: string): Promise<StoredKey | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const content = parseJson(text)
  const result = fileSchema.safeParse(content)
  if (!result.success) {
    const newer = newerSchema.safeParse(content).success
    throw new KeyFileError(file, newer ? 'was written by a newer version' : 'is damaged')
  }
  return 'key' in result.data ? { key: Buffer.from(result.data.key, 'base64') } : result.data
}

/** Writes the file whole or not at all, readable by its owner only. */
export async function writeKeyFile(file: string, stored: StoredKey): Promise<void> {
  const content = 'key' in stored ? { key: Buffer.from(stored.key).toString('base64') } : stored
  await writeFileAtomic(file, `${JSON.stringify({ version: 1, ...content })}\n`, OWNER_ONLY)
}

/** Takes others' rights to the file away; true when they had some. */
export async function ensureOwnerOnly(file: string): Promise<boolean> {
  // Windows has no such bits: there the data folder is the user's own.
  if (process.platform === 'win32') return false
  const { mode } = await stat(file)
  if ((mode & 0o077) === 0) return false
  await chmod(file, OWNER_ONLY)
  return true
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
