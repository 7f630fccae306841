import { z } from 'zod'
import { REFUSALS } from '../refusal/refusals.ts'
import type { RefusalCode } from '../refusal/refusals.ts'
import { RULES } from '../refusal/rules.ts'
import type { RuleId } from '../refusal/rules.ts'

const values = z.record(z.string(), z.unknown())

/** What the console's own API answers where it refuses: data, which the console words in its language. */
export const consoleErrorResponse = z.strictObject({
  ok: z.literal(false),
  error: z.strictObject({
    code: z.enum(Object.keys(REFUSALS) as RefusalCode[]),
    /** English, for scripts and logs. */
    message: z.string(),
    /** What the sentence of the code names. */
    values,
    /** Members that break rules. */
    problems: z.array(
      z.strictObject({ path: z.string(), rule: z.enum(Object.keys(RULES) as RuleId[]), values }),
    ),
  }),
})
