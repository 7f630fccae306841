/** The JSON file of a Google service account, looked at before it is sent. Pure. */
import { z } from 'zod'

/** What may be shown of it. */
export interface CredentialFacts {
  readonly project: string
  readonly email: string
}

export type ReadCredential =
  | { readonly ok: true; readonly facts: CredentialFacts }
  /** `members` that it should have; none where it is no JSON object at all. */
  | { readonly ok: false; readonly members: readonly string[] }

const text = z.string().min(1)
const file = z.object({
  type: text,
  client_email: text,
  private_key: text,
  token_uri: text,
  project_id: z.string().catch(''),
})

/** Reads it as the service will, and repeats nothing secret of it. */
export function readCredential(json: string): ReadCredential {
  const result = file.safeParse(parsed(json))
  if (result.success) {
    const { project_id: project, client_email: email } = result.data
    return { ok: true, facts: { project, email } }
  }
  const members = result.error.issues.flatMap(({ path: [member] }) => (member === undefined ? [] : [member]))
  return { ok: false, members: [...new Set(members.map(String))] }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
