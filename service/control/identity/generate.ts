import { randomBytes, randomInt } from 'node:crypto'

/** Letters and digits that no typeface confuses. */
const UNAMBIGUOUS = 'abcdefghjkmnpqrstuvwxyz23456789'

const pick = (length: number) =>
  Array.from({ length }, () => UNAMBIGUOUS.charAt(randomInt(UNAMBIGUOUS.length))).join('')

/** As long as the specified rule (n < 8) allows: 34 random bits. */
export function generatePassword(): string {
  return pick(7)
}

/** Three groups of four, to be read out: 59 random bits. */
export function generateAccessCode(): string {
  return [pick(4), pick(4), pick(4)].join('-')
}

/** Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
