import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from './failures.ts'
import { Stopped, useDetails } from './Stopped.tsx'

/** Instead of the console where the frame itself or a dialog could not be drawn. */
export function StoppedConsole({ error }: { readonly error: unknown }) {
  const { t } = useTranslation()
  const [failure] = useState(() => failureOf(error, 'frame'))
  const details = useDetails(failure)
  const { copy, copied } = useClipboard({ timeout: 1500 })
  return (
    <main>
      <Stopped
        {...{ failure, details }}
        title={t('stopped.console')}
        lead={t('stopped.consoleLead')}
        actions={
          <>
            <Button variant="filled" autoFocus onClick={() => location.reload()}>
              {t('stopped.reloadConsole')}
            </Button>
            <Button leftSection={<IconCopy size={16} stroke={1.6} />} onClick={() => copy(details.text)}>
              {copied ? t('common.copied') : t('stopped.copy')}
            </Button>
          </>
        }
      />
    </main>
  )
}
