import { MAX_PASSWORD_LENGTH, passwordSchema } from '../../contract/option-api.ts'
import { codePoints } from '../../contract/text.ts'
import type { SystemRepository } from '../system/repository.ts'
import type { System } from '../system/system.ts'

/**
 * Which passwords are taken: as specified (`n < 8`), or with at least so many characters where a system
 * has replaced that rule. Lengths are code points.
 */
export class PasswordRules {
  readonly #systems: Pick<SystemRepository, 'anyPasswordMinLength'>

  constructor(systems: Pick<SystemRepository, 'anyPasswordMinLength'>) {
    this.#systems = systems
  }

  /** The rule that a new password of a user of `system` breaks, in words; null when it breaks none. */
  check(system: Pick<System, 'passwordMinLength'>, password: string): string | null {
    if (system.passwordMinLength === null) return specified(password)
    if (codePoints(password) < system.passwordMinLength) {
      return `must have at least ${system.passwordMinLength} characters`
    }
    return atMost(password)
  }

  /**
   * The rule that a password breaks whose system is not known yet. Where any system has replaced the
   * specified rule, every length is taken, so that the answer does not tell which system an e-mail is of.
   */
  checkAtLogin(password: string): string | null {
    if (!this.#systems.anyPasswordMinLength()) return specified(password)
    return password === '' ? 'must not be empty' : atMost(password)
  }
}

const specified = (password: string) => passwordSchema.safeParse(password).error?.issues[0]?.message ?? null

const atMost = (password: string) =>
  codePoints(password) > MAX_PASSWORD_LENGTH ? `must have at most ${MAX_PASSWORD_LENGTH} characters` : null
