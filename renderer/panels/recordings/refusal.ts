import type { TFunction } from 'i18next'
import { errorText } from '../../api/error-text.ts'
import { ApiError, type ErrorCode } from '../../api/http.ts'

/** What is about a recording, in whole sentences. */
const OWN: readonly ErrorCode[] = ['STILL_RECORDING', 'NOT_WAITING', 'NOT_PLAYABLE', 'STORE_FAILED']

/** Why the engine did not do what was asked, and what to do. */
export function refusalText(t: TFunction, error: unknown): string {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'NOT_FOUND') return t('recordings.alreadyGone')
  const reason = errorText(t, error)
  return code !== null && OWN.includes(code) ? reason : t('danger.failed', { reason })
}
