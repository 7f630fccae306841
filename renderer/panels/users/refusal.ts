import type { TFunction } from 'i18next'
import { errorText } from '../../api/error-text.ts'
import { ApiError } from '../../api/http.ts'

/** One sentence for what the service refused here. */
export function refusalText(t: TFunction, error: unknown): string {
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return t('users.alreadyGone')
  return errorText(t, error)
}
