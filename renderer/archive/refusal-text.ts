/** Refusals of the live API that are about archives, in the language of the console. */
import type { TFunction } from 'i18next'
import type { ApiError } from '../api/http.ts'

/** Null for a refusal that is about something else. */
export function archiveRefusal(t: TFunction, { code, message }: ApiError): string | null {
  if (code === 'ARCHIVE-SECRETS-LOCKED') return t('destinations.secretsLocked')
  if (code === 'ARCHIVE-DESTINATION-NOT-FOUND') return t('destinations.unknown')
  if (code !== 'ARCHIVE-DESTINATION-IN-USE') return null
  const [channels, recordings] = [counted(message, 'channel'), counted(message, 'recording')]
  const reasons = [
    ...(channels > 0 ? [t('destinations.inUse', { count: channels })] : []),
    ...(recordings > 0 ? [t('destinations.inUseRecordings', { count: recordings })] : []),
  ]
  return reasons.length > 0 ? reasons.join(t('common.sentenceSeparator')) : message
}

/** How many the engine's sentence counts, as in `2 channels that are not deleted`. */
const counted = (message: string, thing: string) =>
  Number(new RegExp(`(\\d+) ${thing}s?\\b`).exec(message)?.[1] ?? 0)
