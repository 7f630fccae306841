import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../stores/preferences.ts'
import { Notice } from '../../ui/Notice.tsx'
import { spanText } from './form-texts.ts'
import type { ScheduleFormState } from './use-schedule-form.ts'
import { dateOf } from './zone-time.ts'

/** What another operator saved since the change began. Nothing is saved over it unseen. */
export function FormMeanwhile({ form }: { readonly form: ScheduleFormState }) {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  const { values, original, zone } = form
  if (!form.meanwhile || original === null) return null
  const known = dateOf(values.startsAt, zone)
  return (
    <Notice
      tone="warn"
      actions={
        <>
          <Button size="xs" onClick={() => form.putBack()}>
            {t('schedules.form.meanwhile.theirs')}
          </Button>
          <Button size="xs" onClick={() => form.keepMine()}>
            {t('schedules.form.meanwhile.mine')}
          </Button>
        </>
      }
    >
      {t('schedules.form.meanwhile.says', {
        name: original.name,
        time: spanText(original, known, zone, language),
      })}
    </Notice>
  )
}
