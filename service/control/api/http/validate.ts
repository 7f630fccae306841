import type { z } from 'zod'
import type { MemberProblem } from '../../../contract/errors.ts'

/** More are not listed: a caller who gets this many has sent something else altogether. */
const MAX_PROBLEMS = 50

/**
 * Checks a request against its schema.
 * @param refuse makes the API's own error of what is wrong
 * @throws what `refuse` made
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  refuse: (problems: MemberProblem[]) => Error,
): z.output<Schema> {
  const result = schema.safeParse(input, { reportInput: true })
  if (!result.success) throw refuse(problems(result.error))
  return result.data
}

/**
 * Each wrong member with the rule it breaks. The parse must have run with `reportInput`, else a missing
 * member reads like a wrong one.
 */
export function problems(error: z.ZodError): MemberProblem[] {
  return error.issues.slice(0, MAX_PROBLEMS).map((issue) => {
    const missing = issue.code === 'invalid_type' && 'input' in issue && issue.input === undefined
    return { member: memberPath(issue.path), rule: missing ? `is required: ${issue.message}` : issue.message }
  })
}

/** `['hls', 0, 'video', 'width']` as `hls[0].video.width`. */
export function memberPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}
