import type { TFunction } from 'i18next'
import { errorText } from '../../api/error-text.ts'
import { ApiError } from '../../api/http.ts'

const KNOWN = { STILL_RECORDING: 1, NOT_WAITING: 1, NOT_PLAYABLE: 1, NOT_FOUND: 1, STORE_FAILED: 1 } as const
const isKnown = (code: string): code is keyof typeof KNOWN => Object.hasOwn(KNOWN, code)

/** Why the engine did not do what was asked, and what to do. */
export function refusalText(t: TFunction, error: unknown): string {
  if (error instanceof ApiError && isKnown(error.code)) {
    return t(`recordings.refusal.${error.code}`, { words: error.message })
  }
  return t('danger.failed', { reason: errorText(t, error) })
}
