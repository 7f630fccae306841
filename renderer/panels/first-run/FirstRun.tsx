/** The questions of a new installation, one at a time, in place of the console. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { FinishSetup } from '../../../service/contract/console/setup.ts'
import { startTestPicture } from '../../api/channels.ts'
import { errorText } from '../../api/error-text.ts'
import { finishSetup } from '../../api/setup.ts'
import { SETUP_KEY } from '../../queries.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { EntrancePage } from '../../ui/EntrancePage.tsx'
import { DataStep } from './DataStep.tsx'
import { LanguageStep } from './LanguageStep.tsx'
import { PortsStep } from './PortsStep.tsx'
import { StepList } from './StepList.tsx'
import { UserStep } from './UserStep.tsx'
import { STEPS, useStep } from './use-step.ts'
import type { StepProps } from './step.ts'
import css from './FirstRun.module.css'

const VIEWS = { language: LanguageStep, user: UserStep, ports: PortsStep, data: DataStep }

export function FirstRun({ onDone }: { readonly onDone: () => Promise<void> }) {
  const { t } = useTranslation()
  const [step, goTo] = useStep()
  const finish = useFinish(onDone)
  useEffect(() => {
    document.title = t('app.title', { room: t('firstRun.title') })
  }, [t])
  const at = STEPS.indexOf(step)
  const before = STEPS[at - 1]
  const props: StepProps = {
    position: t('firstRun.position', { at: at + 1, of: STEPS.length }),
    next: () => goTo(STEPS[at + 1] ?? step),
    ...(before === undefined ? {} : { back: () => goTo(before) }),
    finish: (data) => finish.mutate(data),
    finishing: finish.isPending,
    finishError: finish.error,
  }
  const View = VIEWS[step]
  return (
    <EntrancePage side={<StepList current={step} goTo={goTo} />} className={css.main}>
      <View key={step} {...props} />
    </EntrancePage>
  )
}

/** Makes what there is to begin with, then opens the console and puts the test picture on air. */
function useFinish(onDone: () => Promise<void>) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (data: FinishSetup['data']) => {
      const { channelId } = await finishSetup({ data, language: usePreferences.getState().language })
      await onDone()
      queries.setQueryData(SETUP_KEY, { finished: true })
      // The console is open by now; it shows how far the picture is.
      startTestPicture(channelId).catch((error: unknown) =>
        notifications.show({ message: t('detail.testPictureFailed', { reason: errorText(t, error) }) }),
      )
    },
  })
}
