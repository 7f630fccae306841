import { useTranslation } from 'react-i18next'
import { MeanwhileNotice } from '../../form/MeanwhileNotice.tsx'
import { usePreferences } from '../../stores/preferences.ts'
import { spanText } from './form-texts.ts'
import type { ScheduleFormState } from './use-schedule-form.ts'
import { dateOf } from '../../zone-time.ts'

/** What another operator saved since the change began. Nothing is saved over it unseen. */
export function FormMeanwhile({ form }: { readonly form: ScheduleFormState }) {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  const { values, original, zone } = form
  if (!form.meanwhile || original === null) return null
  const known = dateOf(values.startsAt, zone)
  return (
    <MeanwhileNotice takeTheirs={() => form.putBack()} keepMine={() => form.keepMine()}>
      {t('schedules.form.meanwhile.says', {
        name: original.name,
        time: spanText(original, known, zone, language),
      })}
    </MeanwhileNotice>
  )
}
