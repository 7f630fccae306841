import { LIVE_ERRORS } from '../../../contract/errors.ts'
import type { LiveErrorCode } from '../../../contract/errors.ts'
import { Refusal, ownSentenceOf } from '../../../contract/refusal/refusal.ts'
import { REFUSALS } from '../../../contract/refusal/refusals.ts'
import type { Problem } from '../../../contract/refusal/rules.ts'
import { inWords } from '../http/answer.ts'
import type { Answer } from '../http/answer.ts'

/** The live API's form of a refusal; null for any other error, and for what this API never refuses. */
export function liveForm(error: unknown): Answer | null {
  if (!(error instanceof Refusal)) return null
  const { live: code } = REFUSALS[error.code]
  if (code === null) return null
  const { status } = LIVE_ERRORS[code]
  const body = liveBody(code, error.problems, ownSentenceOf(error.data))
  const { data } = error
  if (data.code === 'TOO_MANY_CALLS')
    return { status, headers: { 'retry-after': String(data.values.retryAfterSeconds) }, body }
  return status === 401 ? { status, headers: { 'www-authenticate': 'Bearer' }, body } : { status, body }
}

/** `{ "error_type", "error_reason" }`; the reason is problems, a sentence or else the meaning of the code. */
export function liveBody(
  code: LiveErrorCode,
  problems: readonly Problem[] = [],
  sentence: string | null = null,
): object {
  const reason = problems.length > 0 ? inWords(problems) : (sentence ?? LIVE_ERRORS[code].meaning)
  return { error_type: code, error_reason: reason }
}
