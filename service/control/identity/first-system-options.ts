import { z } from 'zod'
import { accessCodeSchema, emailSchema } from '../../contract/option-api.ts'
import { issueWords } from '../../contract/refusal/carried.ts'
import { timeZoneSchema } from '../system/settings.ts'

/** What an operator may fix of the first system, on its first or any later start. */
export interface FirstSystemOptions {
  readonly email?: string | undefined
  readonly password?: string | undefined
  /** Where there is no password: it is the beginning of this text, as long as the system asks for. */
  readonly passwordText?: string | undefined
  readonly accessCode?: string | undefined
  readonly accessToken?: string | undefined
  /** IANA name; used when the system is made. */
  readonly timeZone?: string | undefined
  /** What they came from where that is no option of the same name; by that name without dashes. */
  readonly givenBy?: Readonly<Partial<Record<string, string>>> | undefined
}

/** A value breaks the rule of its option; the message names both, and never the value. */
export class InvalidOptionError extends Error {
  override readonly name = 'InvalidOptionError'
  /** As on the command line, without the dashes. */
  readonly option: string

  /** @param givenBy what the value came from: the option, or a variable or file in its place */
  constructor(option: string, rule: string, givenBy = `--${option}`) {
    super(`${givenBy} ${rule}.`)
    this.option = option
  }
}

/** RFC 6750 2.1: what an Authorization header can carry. */
const accessTokenSchema = z
  .string()
  .regex(/^[A-Za-z0-9\-._~+/]+=*$/, 'must consist of letters, digits and - . _ ~ + / with = only at the end')
  .max(512, 'must have at most 512 characters')

const RULES = [
  ['email', 'email', emailSchema],
  ['accessCode', 'access-code', accessCodeSchema],
  ['accessToken', 'access-token', accessTokenSchema],
  ['timeZone', 'time-zone', timeZoneSchema],
] as const

/**
 * Checks all but the password, whose rule is the system's.
 * @throws InvalidOptionError
 */
export function checkOptions(options: FirstSystemOptions): void {
  for (const [member, option, schema] of RULES) {
    const value = options[member]
    if (value === undefined) continue
    const [issue] = schema.safeParse(value).error?.issues ?? []
    if (issue) throw new InvalidOptionError(option, issueWords(issue), options.givenBy?.[option])
  }
}
