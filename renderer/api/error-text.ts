import type { TFunction } from 'i18next'
import { archiveRefusal } from '../archive/refusal-text.ts'
import { ruleText } from '../i18n/rules.ts'
import { stateRefusal } from '../state/refusal-text.ts'
import { ApiError } from './http.ts'

/** One sentence for an error of the engine: what happened and where. */
export function errorText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return String(error)
  if (error.status === 0) return t('error.network')
  if (error.problems.length > 0) {
    const members = error.problems.map((p) => `${p.member} (${ruleText(t, p.rule)})`)
    return t('error.members', { members: members.join(t('common.listSeparator')) })
  }
  if (error.status >= 500 && error.message === '') return t('error.server')
  const ofState = stateRefusal(t, error)
  if (ofState !== null) return ofState
  const ofArchive = archiveRefusal(t, error)
  if (ofArchive !== null) return ofArchive
  return t('error.unknown', { code: error.code, message: error.message })
}
