/** Schedules from a file: what would be made and what is left out, and why, before anything is. */
import { Button, FileButton, Group, SegmentedControl } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { IconUpload } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { readClock } from '../../../api/events/clock.ts'
import { createSchedule, useSchedules } from '../../../api/schedules.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { DAY_MS, utcDay } from '../../../time.ts'
import { decodeCsv } from '../../../ui/csv.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { createBody, QUALITIES, type Quality } from '../form-values.ts'
import { checked, MOST_LINES, USUAL_QUALITY, type Line } from './check.ts'
import { Lines } from './Lines.tsx'
import { readTable, type Fault, type Read } from './read.ts'
import { readCalendar } from './read-calendar.ts'
import css from './Exchange.module.css'

const MODAL = 'import-schedules'

/** @param show leads to a day of what was made, milliseconds since 1970 */
export function openImport(t: TFunction, show: (at: number) => void): void {
  modals.open({
    modalId: MODAL,
    title: t('schedules.exchange.title'),
    withCloseButton: false,
    size: 560,
    children: <Import show={show} close={() => modals.close(MODAL)} />,
  })
}

interface Props {
  readonly show: (at: number) => void
  readonly close: () => void
}

interface Failed {
  readonly line: Line
  readonly error: unknown
}

function Import({ show, close }: Props) {
  const { t } = useTranslation()
  const { timeZone: zone } = useSignedIn().system
  const [quality, setQuality] = useState<Quality>(USUAL_QUALITY)
  const [file, setFile] = useState<{ readonly name: string; readonly all: readonly Read[] } | null>(null)
  const [fault, setFault] = useState<Fault | 'tooMany' | null>(null)
  // What is in the way is asked once: what comes meanwhile, the service refuses.
  const [now] = useState(readClock)
  const { data: others } = useSchedules(utcDay(now) - DAY_MS, utcDay(now) + 400 * DAY_MS)
  const [failed, setFailed] = useState<readonly Failed[] | null>(null)
  const [isRunning, setRunning] = useState(false)
  const lines = useMemo(
    () => (file && others ? checked(file.all, { others, quality, now, zone }) : []),
    [file, others, quality, now, zone],
  )
  const right = lines.filter(({ why }) => why === null)

  const use = async (chosen: File) => {
    const text = decodeCsv(await chosen.bytes())
    const isCalendar = /^\s*BEGIN:VCALENDAR/i.test(text)
    const reading = isCalendar ? await readCalendar(text, now, zone) : readTable(text, now, zone)
    const all = reading.kind === 'read' ? reading.all : []
    setFault(reading.kind === 'fault' ? reading.fault : all.length > MOST_LINES ? 'tooMany' : null)
    setFile(reading.kind === 'fault' || all.length > MOST_LINES ? null : { name: chosen.name, all })
    setFailed(null)
  }
  const run = async () => {
    setRunning(true)
    const left: Failed[] = []
    for (const line of right) {
      if (line.draft === null) continue
      try {
        await createSchedule(createBody(line.draft, zone))
      } catch (error) {
        left.push({ line, error })
      }
    }
    setRunning(false)
    const made = right.length - left.length
    if (made > 0) notifications.show({ message: t('schedules.exchange.done', { count: made }) })
    const first = right.find((line) => !left.some((one) => one.line === line))?.period
    if (first) show(first.startsAt)
    if (left.length === 0) close()
    else setFailed(left)
  }
  return (
    <div className={css.dialog}>
      <p className="second">{t('schedules.exchange.lead', { zone })}</p>
      {failed === null && (
        <div className={css.choice}>
          <FileButton
            accept=".csv,.tsv,.txt,.ics,text/csv,text/calendar"
            onChange={(one) => one && void use(one)}
          >
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={16} stroke={1.6} />}>
                {t('schedules.exchange.file')}
              </Button>
            )}
          </FileButton>
          <span className="third cut">{file?.name}</span>
          <SegmentedControl<Quality>
            size="xs"
            aria-label={t('schedules.form.renditions')}
            value={quality}
            onChange={setQuality}
            data={QUALITIES.map((value) => ({ value, label: t(`schedules.form.quality.${value}`) }))}
          />
        </div>
      )}
      {fault !== null && (
        <Notice tone="fail">{t(`schedules.exchange.fault.${fault}`, { most: MOST_LINES })}</Notice>
      )}
      {failed !== null && (
        <Notice tone="fail">{t('schedules.exchange.failed', { count: failed.length })}</Notice>
      )}
      <Lines
        lines={failed?.map(({ line }) => line) ?? lines}
        reasonOf={(line) => {
          const found = failed?.find((one) => one.line === line)
          return found === undefined ? null : errorText(t, found.error)
        }}
      />
      <Group justify="flex-end" gap="sm">
        <Button data-autofocus onClick={close}>
          {t(failed === null ? 'common.cancel' : 'common.close')}
        </Button>
        {failed === null && (
          <Button
            variant="filled"
            disabled={right.length === 0}
            loading={isRunning}
            onClick={() => void run()}
          >
            {t('schedules.exchange.do', { count: right.length })}
          </Button>
        )}
      </Group>
    </div>
  )
}
