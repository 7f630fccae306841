import { OPTION_ERRORS } from '../../../contract/errors.ts'
import type { OptionErrorCode } from '../../../contract/errors.ts'
import { Refusal, ownSentenceOf } from '../../../contract/refusal/refusal.ts'
import type { RefusalData } from '../../../contract/refusal/refusal.ts'
import { REFUSALS } from '../../../contract/refusal/refusals.ts'
import type { Problem } from '../../../contract/refusal/rules.ts'
import { inWords } from '../http/answer.ts'
import type { Answer } from '../http/answer.ts'

/** The option API's form of a refusal; null for any other error, and for what this API never refuses. */
export function optionForm(error: unknown): Answer | null {
  if (!(error instanceof Refusal)) return null
  const { option: code } = REFUSALS[error.code]
  if (code === null) return null
  const body = optionBody(code, error.problems, ownSentenceOf(error.data))
  return { status: OPTION_ERRORS[code].status, headers: refusalHeaders(error.data), body }
}

/** `{ "ok": false, "error": { "code", "message", "details"? } }` */
export function optionBody(
  code: OptionErrorCode,
  problems: readonly Problem[] = [],
  sentence: string | null = null,
): object {
  const details = problems.length > 0 ? { details: inWords(problems) } : {}
  return { ok: false, error: { code, message: sentence ?? OPTION_ERRORS[code].meaning, ...details } }
}

/** When to try again, or how to authenticate. */
export function refusalHeaders(data: RefusalData): Record<string, string> {
  if (data.code === 'TOO_MANY_ATTEMPTS' || data.code === 'TOO_MANY_CALLS')
    return { 'retry-after': String(data.values.retryAfterSeconds) }
  const { option } = REFUSALS[data.code]
  return option !== null && OPTION_ERRORS[option].status === 401 ? { 'www-authenticate': 'Bearer' } : {}
}
