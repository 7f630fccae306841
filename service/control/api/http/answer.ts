import type { IncomingHttpHeaders } from 'node:http'
import type { MemberProblem } from '../../../contract/errors.ts'
import { wordsOf } from '../../../contract/refusal/rules.ts'
import type { Problem } from '../../../contract/refusal/rules.ts'

/** A whole answer; `body` is sent as JSON. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
}

/**
 * Words a refusal in an API's own form; null for any other error, which is a fault of ours.
 * @param headers of the request, where there was one
 */
export type ErrorForm = (error: unknown, headers?: IncomingHttpHeaders) => Answer | null

/** Problems in English, as both public APIs answer them. */
export function inWords(problems: readonly Problem[]): MemberProblem[] {
  return problems.map((broken) => ({ member: broken.path, rule: wordsOf(broken) }))
}
