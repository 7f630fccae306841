/** Passwords as the system wants them. Pure but for the random numbers. */
import { breaks } from '../../service/contract/refusal/carried.ts'
import { codePoints } from '../../service/contract/text.ts'
import type { PasswordRule } from '../../service/contract/console/users.ts'
import type { BrokenRules } from '../form/use-saved-form.ts'
import { MAX_PASSWORD_LENGTH, passwordSchema } from '../../service/contract/option-api.ts'

/** Most characters where nothing replaced the specified rule. */
export const SPECIFIED_MAX = 7

/** The rule that a password breaks, as forms keep it; null when it breaks none. */
export function brokenRule(password: string, { minLength }: PasswordRule): string | null {
  if (minLength === null) return passwordSchema.safeParse(password).error?.issues[0]?.message ?? null
  const length = codePoints(password)
  if (length < minLength) return breaks('minCharacters', { min: minLength })
  return length > MAX_PASSWORD_LENGTH ? breaks('maxCharacters', { max: MAX_PASSWORD_LENGTH }) : null
}

/** The same for a form with a field `password`. */
export function brokenPassword(password: string, rule: PasswordRule): BrokenRules {
  const broken = brokenRule(password, rule)
  return broken === null ? {} : { password: broken }
}

/** Letters and digits that no typeface confuses. */
const UNAMBIGUOUS = 'abcdefghjkmnpqrstuvwxyz23456789'
/** What generated passwords have where the system allows it. */
const GOOD_LENGTH = 16

/** As long as the specified rule allows; where it is replaced, 16 characters or the least length. */
export function generatePassword({ minLength }: PasswordRule): string {
  return pick(minLength === null ? SPECIFIED_MAX : Math.max(GOOD_LENGTH, minLength))
}

/** Three groups of four, to be read out. */
export const generateAccessCode = () => [pick(4), pick(4), pick(4)].join('-')

function pick(length: number): string {
  // 31 letters: bytes from 248 on would make some more likely.
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(length * 4))).filter((byte) => byte < 248)
  if (bytes.length < length) return pick(length)
  return bytes
    .slice(0, length)
    .map((byte) => UNAMBIGUOUS.charAt(byte % UNAMBIGUOUS.length))
    .join('')
}
