import { useTranslation } from 'react-i18next'
import type { StateCounts } from '../../../../service/contract/console/state.ts'

/** What a state has, in words. */
export function useCountsText(): (counts: StateCounts) => string {
  const { t } = useTranslation()
  return ({ channels, schedules, users }) => t('settings.data.counts', { channels, schedules, users })
}
