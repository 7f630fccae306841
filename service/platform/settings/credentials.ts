import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What may be given in a file instead of on the command line. */
export const CREDENTIAL_NAMES = ['email', 'password', 'access-code', 'access-token'] as const
export type CredentialName = (typeof CREDENTIAL_NAMES)[number]

/** Much more than the longest of them. */
const MAX_BYTES = 4096

/** The file of a credential in its folder, named as systemd's `LoadCredential=` has it. */
export const credentialFile = (name: CredentialName): string => `airdesk.${name}`

/**
 * Reads the credentials that are there. A line break at the end, as an editor leaves it, is no part of one.
 * @param folder as systemd ($CREDENTIALS_DIRECTORY) or a container (/run/secrets) provides it
 * @throws Error that names the file or folder and why it can't be read; never what is in it
 */
export function readCredentials(folder: string): Partial<Record<CredentialName, string>> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${folder} is no folder`)
  const found: Partial<Record<CredentialName, string>> = {}
  for (const name of CREDENTIAL_NAMES) {
    const text = readIfThere(join(folder, credentialFile(name)))
    if (text !== null) found[name] = text.replace(/\r?\n$/, '')
  }
  return found
}

function readIfThere(file: string): string | null {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) return null
  if (size > MAX_BYTES) throw new Error(`${file} must have at most ${MAX_BYTES} bytes`)
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${file} can't be read (${(error as NodeJS.ErrnoException).code})`, { cause: error })
  }
}
