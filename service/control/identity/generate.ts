import { randomStream } from '../../platform/randomness.ts'

/** Letters and digits that no typeface confuses. */
const UNAMBIGUOUS = 'abcdefghjkmnpqrstuvwxyz23456789'

const pick = (length: number, purpose: string) =>
  Array.from({ length }, () => UNAMBIGUOUS.charAt(randomStream(purpose).integer(0, UNAMBIGUOUS.length))).join(
    '',
  )

/** As long as the specified rule (n < 8) allows: 34 random bits. */
const PASSWORD_LENGTH = 7

const passwordLength = (minLength: number | null) => Math.max(PASSWORD_LENGTH, minLength ?? 0)

/** @param minLength of a system that has replaced the specified rule; null where it has not */
export function generatePassword(minLength: number | null): string {
  return pick(passwordLength(minLength), 'password')
}

/** The beginning of a text, as long as a password that is generated. @param minLength as above */
export function passwordOf(text: string, minLength: number | null): string {
  return text.slice(0, passwordLength(minLength))
}

/** Three groups of four, to be read out: 59 random bits. */
export function generateAccessCode(): string {
  return pick(12, 'access code').replace(/(.{4})(.{4})/, '$1-$2-')
}

/** Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function generateWebhookSecret(): string {
  return `whsec_${randomStream('webhook secret').bytes(32).toString('base64')}`
}
