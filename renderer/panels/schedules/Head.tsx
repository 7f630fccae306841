/** What is shown, in which zone; earlier and later; the view; and the way to a new schedule. */
import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPlus, IconWorld } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { zoneName } from '../../i18n/format.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { ExchangeMenu } from './exchange/ExchangeMenu.tsx'
import { stepped } from './range.ts'
import type { View } from '../../schedule/search.ts'
import { ownZone } from '../../schedule/texts.ts'
import { useCanSchedule } from './use-can-schedule.ts'
import { dateOf, offsetText } from '../../zone-time.ts'
import css from './Schedules.module.css'

const ORDER = ['day', 'week', 'month', 'agenda', 'timeline'] as const satisfies readonly View[]

interface Props {
  readonly view: View
  readonly date: string
  readonly range: string
  readonly zone: string
  /** A moment in view, for the offsets. */
  readonly at: number
  readonly go: (to: { readonly view?: View; readonly date?: string | null }) => void
  readonly make: () => void
}

/** `JST +9`. */
const zoneText = (at: number, zone: string): string => `${zoneName(at, zone)} ${offsetText(at, zone)}`

export function Head({ view, date, range, zone, at, go, make }: Props) {
  const { t } = useTranslation()
  const canChange = useCanSchedule()
  const own = ownZone()
  const zones = [
    { name: zoneText(at, zone), says: 'serviceZone' as const },
    ...(own === zone ? [] : [{ name: zoneText(at, own), says: 'ownZone' as const }]),
  ]
  const words = zones.map(({ name, says }) => t(`schedules.head.${says}`, { zone: name })).join(' · ')
  return (
    <PageHead
      actions={
        <>
          <span className={css.zone} title={words}>
            <IconWorld size={16} stroke={1.6} aria-hidden="true" />
            <span className={css.words}>{words}</span>
            <span className={css.names} aria-hidden="true">
              {zones.map(({ name }) => name).join(' · ')}
            </span>
          </span>
          <SegmentedControl<View>
            aria-label={t('schedules.head.view')}
            value={view}
            onChange={(next) => go({ view: next })}
            data={ORDER.map((value) => ({ value, label: t(`schedules.view.${value}`) }))}
            withItemsBorders={false}
            classNames={{ label: css.view ?? '' }}
          />
          <Tooltip label={t('schedules.head.onlyLook')} disabled={canChange}>
            <Button
              variant="filled"
              leftSection={<IconPlus size={16} stroke={1.6} />}
              data-disabled={!canChange || undefined}
              aria-disabled={!canChange || undefined}
              onClick={() => canChange && make()}
            >
              {t('schedules.head.schedule')}
            </Button>
          </Tooltip>
          <ExchangeMenu show={(day) => go({ date: dateOf(day, zone) })} />
        </>
      }
    >
      <h1>{t('room.schedules')}</h1>
      <Button className={css.today} onClick={() => go({ date: null })}>
        {t('schedules.head.today')}
      </Button>
      <ActionIcon aria-label={t('schedules.head.back')} onClick={() => go({ date: stepped(view, date, -1) })}>
        <IconChevronLeft size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        aria-label={t('schedules.head.forward')}
        onClick={() => go({ date: stepped(view, date, 1) })}
      >
        <IconChevronRight size={16} stroke={1.6} />
      </ActionIcon>
      <strong className={`cut ${css.range ?? ''}`} aria-live="polite">
        {range}
      </strong>
    </PageHead>
  )
}
