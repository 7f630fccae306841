import type { TFunction } from 'i18next'
import { errorText } from '../../api/error-text.ts'
import { ApiError } from '../../api/http.ts'

const KNOWN = ['FORBIDDEN', 'NOT_FOUND', 'LAST_MASTER', 'MASTER_PERMISSIONS'] as const

/** One sentence for what the service refused here. */
export function refusalText(t: TFunction, error: unknown): string {
  const code = error instanceof ApiError ? KNOWN.find((one) => one === error.code) : undefined
  return code === undefined ? errorText(t, error) : t(`users.refusal.${code}`)
}
