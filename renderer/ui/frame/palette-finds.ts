/** What the palette finds beyond rooms and channels. */
import type { SpotlightActionData } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../api/events/clock.ts'
import { useSchedules } from '../../api/schedules.ts'
import { useDocuments } from '../../panels/api/use-documents.ts'
import { useSections } from '../../panels/settings/use-rights.ts'
import { DAY_MS, utcDay } from '../../time.ts'
import { useMinute } from '../Moment.tsx'

/** Yesterday's schedules and those of the next month, as the control room reads them. */
export function useScheduleActions(): SpotlightActionData[] {
  const navigate = useNavigate()
  const time = useMinute()
  const day = utcDay(useNow())
  const { data = [] } = useSchedules(day - DAY_MS, day + 31 * DAY_MS)
  return data.map(({ scheduleId: id, name, startsAt }) => ({
    id: `schedule-${id}`,
    label: name === '' ? id : name,
    description: time(startsAt),
    keywords: id,
    onClick: () => void navigate({ to: '/schedules', search: { schedule: id } }),
  }))
}

export function useSettingsActions(): SpotlightActionData[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return useSections().map((section) => ({
    id: `settings-${section}`,
    label: t('palette.setting', { section: t(`settings.section.${section}`) }),
    onClick: () => void navigate({ to: '/settings', search: section === 'general' ? {} : { section } }),
  }))
}

/** @param wanted false before anybody looks for something: the documents are large */
export function useOperationActions(wanted: boolean): SpotlightActionData[] {
  const navigate = useNavigate()
  const { data } = useDocuments(wanted)
  return (data?.entries ?? []).map(({ id, method, section, name, operation }) => ({
    id: `operation-${id}`,
    label: section === 'option' ? `${method.toUpperCase()} ${name}` : name,
    description: operation.summary,
    onClick: () => void navigate({ to: '/developer/api', search: { op: id } }),
  }))
}
