import { refusalResponse } from '../../service/contract/refusal/refusal-response.ts'
import type { Problem } from '../../service/contract/refusal/rules.ts'
import { inWords } from '../../service/control/api/http/answer.ts'

/** A refusal by the console with its problems in English beside; any other answer as it is. */
export function inEnglish(body: unknown): unknown {
  const { data } = refusalResponse.safeParse(body)
  if (!data) return body
  // Its ids and values came from the table.
  const details = inWords(data.error.problems as unknown as Problem[])
  return { ...data, error: { ...data.error, details } }
}
