import type { IncomingHttpHeaders } from 'node:http'
import { REFUSALS_AS } from '../../../contract/console/session.ts'
import { LIVE_ERRORS, OPTION_ERRORS } from '../../../contract/errors.ts'
import { Refusal, sentenceOf } from '../../../contract/refusal/refusal.ts'
import { REFUSALS } from '../../../contract/refusal/refusals.ts'
import type { RefusalCode } from '../../../contract/refusal/refusals.ts'
import type { Answer, ErrorForm } from '../http/answer.ts'
import { liveForm } from '../live/form.ts'
import { optionForm, refusalHeaders } from '../option/form.ts'

/** By the API that it names, for who tries out that API: its refusals are then answered in its own form. */
const PUBLISHED: Readonly<Record<string, ErrorForm>> = { live: liveForm, option: optionForm }

/**
 * The console's form of a refusal: data, which the console words in its language, and for scripts and logs a
 * message in English; null for any other error.
 */
export function consoleForm(error: unknown, headers: IncomingHttpHeaders = {}): Answer | null {
  if (!(error instanceof Refusal)) return null
  const published = PUBLISHED[String(headers[REFUSALS_AS])]?.(error)
  if (published) return published
  const { code, values, problems } = error.data
  const body = { ok: false, error: { code, message: sentenceOf(error.data), values, problems } }
  return { status: statusOf(code), headers: refusalHeaders(error.data), body }
}

/** That of the option API, else of the live API. */
function statusOf(code: RefusalCode): number {
  const { option, live } = REFUSALS[code]
  if (option !== null) return OPTION_ERRORS[option].status
  return live === null ? OPTION_ERRORS.INTERNAL.status : LIVE_ERRORS[live].status
}
