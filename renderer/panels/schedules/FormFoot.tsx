import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import danger from '../../ui/danger.module.css'
import { askDeleteSchedule } from './delete-schedule.ts'
import type { ScheduleFormState } from './use-schedule-form.ts'
import css from './Form.module.css'

interface Props {
  readonly form: ScheduleFormState
  /** Milliseconds since 1970. */
  readonly now: number
  /** Closes the form and gives up what is not saved. */
  readonly leave: () => void
  /** The same, asking where something would be lost. */
  readonly cancel: () => void
}

export function FormFoot({ form, now, leave, cancel }: Props) {
  const { t } = useTranslation()
  const { original, canChange, changed, blocked, busy } = form
  if (!canChange) return null
  if (original === null) {
    return (
      <footer className={css.foot}>
        <div className={css.actions}>
          <Button onClick={cancel}>{t('common.cancel')}</Button>
          <Button type="submit" variant="filled" disabled={blocked && !busy} loading={busy}>
            {t('schedules.form.create')}
          </Button>
        </div>
      </footer>
    )
  }
  const started = original.startsAt <= now
  return (
    <footer className={css.foot}>
      {started && (
        <p className="meta" id="schedule-started">
          {t('schedules.remove.started')}
        </p>
      )}
      <div className={css.actions}>
        <Button
          className={started ? undefined : danger.destroy}
          disabled={started}
          aria-describedby={started ? 'schedule-started' : undefined}
          onClick={() => askDeleteSchedule(t, original, now, leave)}
        >
          {t('schedules.form.delete')}
        </Button>
        <Button disabled={!changed || busy} onClick={() => form.putBack()}>
          {t('schedules.form.putBack')}
        </Button>
        <Button type="submit" variant="filled" disabled={blocked && !busy} loading={busy}>
          {t('common.save')}
        </Button>
      </div>
    </footer>
  )
}
