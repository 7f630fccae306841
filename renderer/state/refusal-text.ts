/** Refusals that are about the state, in the language of the console. */
import type { TFunction } from 'i18next'
import type { ApiError } from '../api/http.ts'

/** Null for a refusal that is about something else. */
export function stateRefusal(t: TFunction, { code, message }: ApiError): string | null {
  if (code === 'STORAGE_FULL') return t('settings.data.refusal.full')
  if (code === 'ON_AIR') {
    const channels = /^End these channels first: (.*)\.$/.exec(message)?.[1] ?? message
    return t('settings.data.refusal.onAir', { channels })
  }
  if (code !== 'STATE_UNUSABLE') return null
  const versions = /schema version (\d+), of a newer Airdesk; this one knows up to (\d+)/.exec(message)
  if (versions) {
    return t('settings.data.refusal.newer', { found: versions[1] ?? '', known: versions[2] ?? '' })
  }
  if (message.includes('damaged')) return t('settings.data.refusal.damaged')
  return message.includes('no state') ? t('settings.data.refusal.notOurs') : message
}
