import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../stores/preferences.ts'
import { Notice } from '../../ui/Notice.tsx'
import { cutAtNext, nextFree } from '../../schedule/conflict.ts'
import { spanText, whenText } from './form-texts.ts'
import { lengthText } from '../../schedule/texts.ts'
import { dateOf } from '../../zone-time.ts'
import type { ScheduleFormState } from './use-schedule-form.ts'
import css from './Form.module.css'

/** What is in the way, and the two ways out of it. */
export function FormOverlap({ form }: { readonly form: ScheduleFormState }) {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  const { values, others, clashes, zone, change } = form
  const [first, ...more] = clashes
  if (first === undefined) return null
  const { other, shared } = first
  const { startsAt, endsAt } = nextFree(values, others)
  const cut = cutAtNext(values, others)
  const known = dateOf(values.startsAt, zone)
  const when = (at: number) => whenText(at, known, zone, language)
  return (
    <Notice tone="fail" alert={form.overtaken}>
      <div className={css.overlap}>
        {form.overtaken && <p>{t('schedules.form.overlap.meanwhile')}</p>}
        <p>
          {t('schedules.form.overlap.says', {
            name: other.name,
            time: spanText(other, known, zone, language),
            length: lengthText(t, shared.endsAt - shared.startsAt),
          })}
        </p>
        {more.length > 0 && <p>{t('schedules.form.overlap.more', { count: more.length })}</p>}
        <p className="second">{t('schedules.form.overlap.one')}</p>
      </div>
      <div className={css.fixes}>
        <Button size="xs" onClick={() => change({ startsAt, endsAt })}>
          {t('schedules.form.overlap.move', { time: when(startsAt) })}
        </Button>
        {cut !== null && (
          <Button size="xs" onClick={() => change({ endsAt: cut.endsAt })}>
            {t('schedules.form.overlap.cut', { time: when(cut.endsAt) })}
          </Button>
        )}
      </div>
    </Notice>
  )
}
