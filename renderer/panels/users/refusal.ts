import type { TFunction } from 'i18next'
import { carried } from '../../../service/contract/refusal/carried.ts'
import { errorText } from '../../api/error-text.ts'
import { ApiError } from '../../api/http.ts'

/** One sentence for what the service refused here. */
export function refusalText(t: TFunction, error: unknown): string {
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return t('users.alreadyGone')
  return errorText(t, error)
}

/** The rule that the one member of a request breaks, as forms keep it; undefined for any other error. */
export function refusedRule(error: unknown): string | undefined {
  const [first] = error instanceof ApiError ? error.problems : []
  return first && carried({ rule: first.rule, values: first.values } as typeof first)
}
