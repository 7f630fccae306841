import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from './failures.ts'
import { Stopped } from './Stopped.tsx'

/** Instead of the console where the frame itself or a dialog could not be drawn. */
export function StoppedConsole({ error }: { readonly error: unknown }) {
  const { t } = useTranslation()
  const [failure] = useState(() => failureOf(error, 'frame'))
  return (
    <main>
      <Stopped
        failure={failure}
        title={t('stopped.console')}
        lead={t('stopped.consoleLead')}
        first={
          <Button variant="filled" onClick={() => location.reload()}>
            {t('stopped.reloadConsole')}
          </Button>
        }
      />
    </main>
  )
}
