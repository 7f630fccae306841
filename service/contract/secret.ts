/** Which members of requests and responses are secret: never in a log, a listing or an error. */
import type { z } from 'zod'

const names = new Set<string>()

/**
 * Marks a schema as that of a secret member. Secrets are known by their member's name, so that they are
 * masked also in a request that no schema fits.
 * @param name name of the member, the same wherever it stands
 */
export function secret<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  names.add(name)
  return schema.meta({ ...schema.meta(), format: 'password' })
}

/** Names of all secret members of both APIs. */
export function secretMembers(): ReadonlySet<string> {
  return names
}
