import type { z } from 'zod'
import { issueWords, memberPath, problemsOf } from '../../../contract/refusal/carried.ts'
import { badRequest } from '../../../contract/refusal/refusal.ts'

/**
 * Checks a request against its schema.
 * @throws Refusal `BAD_REQUEST` naming each wrong member
 */
export function validate<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { reportInput: true })
  if (!result.success) throw badRequest(...problemsOf(result.error))
  return result.data
}

/**
 * A caller gets a documented answer or none. Costs microseconds, so it stays on.
 * @param operation for the log, which has the error
 * @throws Error when the answer breaks its schema
 */
export function checkResponse<Answer>(operation: string, schema: z.ZodType<Answer>, answer: unknown): Answer {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  const members = result.error.issues.map((issue) => `${memberPath(issue.path)}: ${issueWords(issue)}`)
  throw new Error(`${operation} answered against its schema: ${members.join('; ')}`)
}
