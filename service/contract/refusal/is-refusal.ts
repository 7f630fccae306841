/** Whether a body is a refusal of the service: `refusal-response.ts` without its schema, which takes time to make. */
import { REFUSALS } from './refusals.ts'
import type { RefusalData } from './refusal.ts'
import { RULES } from './rules.ts'

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isOneOf = (table: object, name: unknown): boolean =>
  typeof name === 'string' && Object.hasOwn(table, name)

const isProblem = (value: unknown): boolean =>
  isMembers(value) &&
  typeof value['path'] === 'string' &&
  isOneOf(RULES, value['rule']) &&
  isMembers(value['values'])

/** True of what the service itself answered; values of a code are as it made them, by the same table. */
export function isRefusal(body: unknown): body is { readonly error: RefusalData } {
  if (!isMembers(body) || body['ok'] !== false || !isMembers(body['error'])) return false
  const { code, values, problems, message } = body['error']
  return (
    isOneOf(REFUSALS, code) &&
    isMembers(values) &&
    Array.isArray(problems) &&
    problems.every(isProblem) &&
    typeof message === 'string'
  )
}
