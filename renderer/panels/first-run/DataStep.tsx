/** What to begin with. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FinishSetup } from '../../../service/contract/console/setup.ts'
import { Tiles } from '../../ui/Tiles.tsx'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step.ts'

const CHOICES = ['empty', 'demo'] as const

export function DataStep(step: StepProps) {
  const { t } = useTranslation()
  const [data, setData] = useState<FinishSetup['data']>('empty')
  return (
    <StepForm
      step={step}
      title={t('firstRun.data.title')}
      lead={t('firstRun.data.lead')}
      action={t('firstRun.data.finish')}
      isLast
      onContinue={() => step.finish(data)}
    >
      <Tiles
        legend={t('firstRun.data.title')}
        legendHidden
        name="data"
        tiles={CHOICES.map((value) => ({
          value,
          title: t(`firstRun.data.${value}`),
          help: t(`firstRun.data.${value}Help`),
        }))}
        value={data}
        onChange={setData}
      />
    </StepForm>
  )
}
