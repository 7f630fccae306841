import { SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../i18n/index.ts'
import {
  CONTRASTS,
  DENSITIES,
  usePreferences,
  type Contrast,
  type Density,
} from '../../stores/preferences.ts'
import { Card } from '../../ui/Card.tsx'
import { Row } from './Row.tsx'
import { SystemCard } from './SystemCard.tsx'

export function General() {
  return (
    <>
      <WindowCard />
      <SystemCard />
    </>
  )
}

/** Of this browser; nothing of it reaches the service. */
function WindowCard() {
  const { t } = useTranslation()
  const { language, setLanguage, density, setDensity, contrast, setContrast } = usePreferences()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [languageId, themeId, contrastId, densityId] = [useId(), useId(), useId(), useId()]
  return (
    <Card title={t('settings.general.window')} aside={t('settings.general.windowAside')} flush>
      <Row label={t('frame.language')} id={languageId}>
        <SegmentedControl
          aria-labelledby={languageId}
          value={language}
          onChange={(value) => setLanguage(value === 'ja' ? 'ja' : 'en')}
          data={LANGUAGES.map((value) => ({
            value,
            label: <span lang={value}>{t(`firstRun.languageName.${value}`)}</span>,
          }))}
        />
      </Row>
      <Row label={t('frame.theme')} id={themeId} help={t('settings.general.themeHelp')}>
        <SegmentedControl<MantineColorScheme>
          aria-labelledby={themeId}
          value={colorScheme}
          onChange={setColorScheme}
          data={[
            { value: 'light', label: t('frame.themeLight') },
            { value: 'dark', label: t('frame.themeDark') },
            { value: 'auto', label: t('frame.themeSystem') },
          ]}
        />
      </Row>
      <Row label={t('settings.general.contrast')} id={contrastId} help={t('settings.general.contrastHelp')}>
        <SegmentedControl<Contrast>
          aria-labelledby={contrastId}
          value={contrast}
          onChange={setContrast}
          data={CONTRASTS.map((value) => ({
            value,
            label: value === 'system' ? t('frame.themeSystem') : t(`settings.general.contrastName.${value}`),
          }))}
        />
      </Row>
      <Row label={t('settings.general.density')} id={densityId} help={t('settings.general.densityHelp')}>
        <SegmentedControl<Density>
          aria-labelledby={densityId}
          value={density}
          onChange={setDensity}
          data={DENSITIES.map((value) => ({ value, label: t(`settings.general.${value}`) }))}
        />
      </Row>
      <Row label={t('settings.general.motion')} help={t('settings.general.motionHelp')}>
        <span className="second">{t('frame.themeSystem')}</span>
      </Row>
    </Card>
  )
}
