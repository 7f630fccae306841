/** Hashes that cost next to nothing, in place of those that are meant to cost much. */
import { hash as costlyHash } from '@node-rs/argon2'

export { verify } from '@node-rs/argon2'

export const hash = (plain: string): Promise<string> =>
  costlyHash(plain, { memoryCost: 8, timeCost: 1, parallelism: 1 })
