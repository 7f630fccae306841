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
 * A caller gets a documented answer or none. Costs microseconds, so it stays on.
 * @param operation for the log, which has the error
 * @throws Error when the answer breaks its schema
 */
export function checkResponse(operation: string, schema: z.ZodType<object>, answer: object): object {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  const members = result.error.issues.map((issue) => `${memberPath(issue.path)}: ${issue.message}`)
  throw new Error(`${operation} answered against its schema: ${members.join('; ')}`)
}

/**
 * Each wrong member with the first rule it breaks. The parse must have run with `reportInput`, else a
 * missing member reads like a wrong one.
 */
export function problems(error: z.ZodError): MemberProblem[] {
  const byMember = new Map<string, MemberProblem>()
  for (const issue of error.issues) {
    const member = memberPath(issue.path)
    const missing = 'input' in issue && issue.input === undefined
    const rule = missing ? `is required: ${issue.message}` : issue.message
    // What has the wrong type can break further rules by chance, as an empty array that of a string's length.
    if (!byMember.has(member)) byMember.set(member, { member, rule })
    if (byMember.size === MAX_PROBLEMS) break
  }
  return [...byMember.values()]
}

/** `['hls', 0, 'video', 'width']` as `hls[0].video.width`. */
export function memberPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}
