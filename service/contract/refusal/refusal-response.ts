/** A refusal as the console's API answers it. */
import { z } from 'zod'
import { REFUSALS } from './refusals.ts'
import type { RefusalCode } from './refusals.ts'
import { RULES } from './rules.ts'
import type { RuleId } from './rules.ts'

/** By the tables; not JSON's own type, whose depth no type of the console needs. */
const values = z.record(z.string(), z.unknown())

/** A wrong member as the console is told of it. */
export const problemResponse = z.strictObject({
  path: z.string(),
  rule: z.enum(Object.keys(RULES) as [RuleId]),
  values,
})

export const refusalResponse = z.strictObject({
  ok: z.literal(false),
  error: z.strictObject({
    code: z.enum(Object.keys(REFUSALS) as [RefusalCode]),
    values,
    problems: z.array(problemResponse),
    /** In English, for logs and scripts. */
    message: z.string(),
  }),
})
