/** Language of this window, and the zone of the system. */
import { Button, SegmentedControl, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../api/events/clock.ts'
import { renewSession } from '../../api/session.ts'
import { changeSystem } from '../../api/system.ts'
import { LANGUAGES } from '../../i18n/index.ts'
import { timeOfDay } from '../../i18n/format.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { useSignedIn } from '../../stores/session.ts'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step.ts'
import { useZones } from '../../setup/use-zones.ts'
import css from './FirstRun.module.css'

export function LanguageStep(step: StepProps) {
  const { t } = useTranslation()
  const label = useId()
  const { system } = useSignedIn()
  const { language, setLanguage } = usePreferences()
  const [zone, setZone] = useState(system.timeZone)
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = useZones(system.timeZone)
  const save = useMutation({
    mutationFn: async () => {
      if (zone === system.timeZone) return
      await changeSystem({ timeZone: zone })
      await renewSession()
    },
    onSuccess: step.next,
  })
  const now = useNow()
  return (
    <StepForm
      step={step}
      title={t('firstRun.language.title')}
      lead={t('firstRun.language.lead')}
      busy={save.isPending}
      error={save.error}
      onContinue={() => save.mutate()}
    >
      <div className={css.card}>
        <div className={css.row}>
          <div>
            <div className={css.label} id={label}>
              {t('frame.language')}
            </div>
            <p className="meta">{t('firstRun.language.languageHelp')}</p>
          </div>
          <SegmentedControl
            aria-labelledby={label}
            value={language}
            onChange={(value) => setLanguage(value === 'ja' ? 'ja' : 'en')}
            data={LANGUAGES.map((value) => ({
              value,
              label: <span lang={value}>{t(`firstRun.languageName.${value}`)}</span>,
            }))}
          />
        </div>
        <div className={css.field}>
          <Select
            label={t('firstRun.language.zone')}
            description={t('firstRun.language.zoneHelp')}
            value={zone}
            onChange={(value) => value !== null && setZone(value)}
            data={zones}
            searchable
            openOnFocus={false}
            limit={60}
            nothingFoundMessage={t('firstRun.language.noZone')}
            maxDropdownHeight={240}
          />
          <p className={css.below}>
            <span className="num">
              {t('firstRun.language.time', { time: timeOfDay(now, zone).slice(0, 5) })}
            </span>
            {here !== zone && (
              <Button size="xs" className={css.quiet} onClick={() => setZone(here)}>
                {t('firstRun.language.useHere', { zone: here })}
              </Button>
            )}
          </p>
        </div>
      </div>
    </StepForm>
  )
}
