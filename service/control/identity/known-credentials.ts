import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writeFileAtomic } from '../../platform/atomic-file.ts'
import { errorCode } from '../../platform/error-code.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Credentials, FirstSystem } from './first-system.ts'
import type { Identity } from './identity.ts'

const text = z.string().nullable()
const fileSchema = z.object({
  ...{ email: z.string(), password: text, access_code: text, access_token: text },
  proofs: z.object({ password: text, access_code: text }).optional(),
})

/**
 * By what a later start sees that a value still fits its hash, without the time that hashes are made to take. It says
 * no more than the value beside it.
 */
const proofOf = (hash: string, plain: string | null): string | null =>
  plain === null ? null : createHash('sha256').update(`${hash}\n${plain}`).digest('base64url')

/**
 * What is known in clear on this start: what was made or given now, and what the file remembers as far as
 * it is still true. Writes the file anew, so that it never keeps what is no longer good.
 * @param logger told of a damaged file, after which nothing is known any more
 */
export async function recallCredentials(
  file: string,
  identity: Identity,
  first: FirstSystem,
  logger: Pick<Logger, 'warn'>,
): Promise<Credentials> {
  const damaged = () =>
    logger.warn({ file }, 'the file of known credentials is damaged: what was not given is told no more')
  const remembered = await readKnownCredentials(file, identity, first, damaged)
  const credentials = {
    email: first.credentials.email,
    password: first.credentials.password ?? remembered.password,
    accessCode: first.credentials.accessCode ?? remembered.accessCode,
    accessToken: first.credentials.accessToken ?? remembered.accessToken,
  }
  await saveKnownCredentials(file, credentials, first)
  return credentials
}

/** Reads the file; each value that no longer fits its hash, or is another user's, comes back as null. */
export async function readKnownCredentials(
  file: string,
  identity: Identity,
  { system, master }: Pick<FirstSystem, 'system' | 'master'>,
  damaged: () => void = () => undefined,
): Promise<Credentials> {
  const remembered = await read(file, damaged)
  const { email, password, access_code: accessCode, access_token: accessToken, proofs } = remembered
  const fits = async (hash: string, plain: string | null, proof: string | null = null) => {
    if (plain === null) return null
    return proof === proofOf(hash, plain) || (await identity.hasher.verify(hash, plain)) ? plain : null
  }
  const token = accessToken === null ? null : identity.accessTokens.find(accessToken)
  const isGood = token?.systemId === system.id && token.kind === 'api' && token.revokedAt === null
  return {
    email: master.email,
    password: email === master.email ? await fits(master.passwordHash, password, proofs?.password) : null,
    accessCode: await fits(system.accessCodeHash, accessCode, proofs?.access_code),
    accessToken: isGood ? accessToken : null,
  }
}

/** Writes the file whole or not at all, readable by its owner only. */
export async function saveKnownCredentials(
  file: string,
  credentials: Credentials,
  { system, master }: Pick<FirstSystem, 'system' | 'master'>,
): Promise<void> {
  const { email, password, accessCode, accessToken } = credentials
  const proofs = {
    password: proofOf(master.passwordHash, password),
    access_code: proofOf(system.accessCodeHash, accessCode),
  }
  const content = { email, password, access_code: accessCode, access_token: accessToken, proofs }
  await writeFileAtomic(file, `${JSON.stringify(content, null, 2)}\n`, 0o600)
}

/** A missing or damaged file remembers nothing. One that cannot be read is not to be replaced: it throws. */
async function read(file: string, damaged: () => void): Promise<z.output<typeof fileSchema>> {
  const nothing = { email: '', password: null, access_code: null, access_token: null }
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  })
  if (content === null) return nothing
  try {
    return fileSchema.parse(JSON.parse(content))
  } catch {
    damaged()
    return nothing
  }
}
