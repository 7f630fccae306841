import { z } from 'zod'
import type { GsCredential } from '../../contract/archive.ts'
import { breaks } from '../../contract/refusal/carried.ts'

const text = z.string().min(1)
const credential = z.object({
  type: text,
  client_email: text,
  private_key: text,
  token_uri: text.refine((url) => ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '')),
})

/**
 * Reads the JSON of a service account's key. What it holds is secret, also where it is wrong: the rules
 * name members that it should have and repeat nothing of it.
 */
export const gsCredential = z.string().transform((json, context): GsCredential => {
  const result = credential.safeParse(parseJson(json))
  if (result.success) return result.data
  const members = new Set(result.error.issues.map(({ path: [member] }) => member))
  context.addIssue(
    members.has(undefined)
      ? breaks('jsonObject')
      : breaks('credential', { members: [...members].map(String) }),
  )
  return z.NEVER
})

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
