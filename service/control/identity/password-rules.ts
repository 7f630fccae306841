import { MAX_PASSWORD_LENGTH, passwordSchema } from '../../contract/option-api.ts'
import { codePoints } from '../../contract/text.ts'
import { rule } from '../../contract/refusal/rules.ts'
import { ruleOf } from '../../contract/refusal/carried.ts'
import type { BrokenRule } from '../../contract/refusal/rules.ts'
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

  /** The rule that a new password of a user of `system` breaks, null when it breaks none. */
  check(system: Pick<System, 'passwordMinLength'>, password: string): BrokenRule | null {
    if (system.passwordMinLength === null) return specified(password)
    if (codePoints(password) < system.passwordMinLength) {
      return rule('minCharacters', { min: system.passwordMinLength })
    }
    return atMost(password)
  }

  /**
   * The rule that a password breaks whose system is not known yet. Where any system has replaced the
   * specified rule, every length is taken, so that the answer does not tell to which system an e-mail belongs.
   */
  checkAtLogin(password: string): BrokenRule | null {
    if (!this.#systems.anyPasswordMinLength()) return specified(password)
    return password === '' ? rule('notEmpty') : atMost(password)
  }
}

function specified(password: string): BrokenRule | null {
  const [issue] = passwordSchema.safeParse(password).error?.issues ?? []
  return issue ? ruleOf(issue) : null
}

const atMost = (password: string) =>
  codePoints(password) > MAX_PASSWORD_LENGTH ? rule('maxCharacters', { max: MAX_PASSWORD_LENGTH }) : null
