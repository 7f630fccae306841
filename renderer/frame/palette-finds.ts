/** What the palette finds beyond rooms and channels. */
import { useDebouncedValue } from '@mantine/hooks'
import type { SpotlightActionData } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNow } from '../api/events/clock.ts'
import { useFoundSchedules, useSchedules } from '../api/schedules.ts'
import { useDocuments } from '../explorer/use-documents.ts'
import { useSections } from '../stores/use-sections.ts'
import { DAY_MS, utcDay } from '../time.ts'
import { useMinute } from '../ui/Moment.tsx'

/** A pause in typing, milliseconds. */
const TYPING_MS = 150
/** Longest text that the engine looks for. */
const LONGEST = 255

/**
 * Yesterday's schedules and those of the next month, as the control room reads them, and what the engine finds among
 * all of them.
 * @param text what is looked for
 */
export function useScheduleActions(text: string): SpotlightActionData[] {
  const navigate = useNavigate()
  const time = useMinute()
  const day = utcDay(useNow())
  const [sought] = useDebouncedValue(text.trim().slice(0, LONGEST), TYPING_MS)
  const { data: near = [] } = useSchedules(day - DAY_MS, day + 31 * DAY_MS)
  const found = useFoundSchedules(sought)
  const all = new Map([...near, ...found].map((one) => [one.scheduleId, one]))
  return [...all.values()].map(({ scheduleId: id, name, startsAt }) => ({
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
