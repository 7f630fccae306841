import type { TFunction } from 'i18next'
import { refusalText } from '../i18n/refusal/text.ts'
import { ApiError } from './http.ts'

/** One sentence for an error of the engine: what happened and where. */
export function errorText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return String(error)
  if (error.refusal !== null) return refusalText(t, error.refusal)
  if (error.code === 'NETWORK') return t('error.network')
  return error.status >= 500 ? t('error.server') : t('error.unknown', { code: error.status })
}
