import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly close: () => void
  /** The button that does what the dialog is for. */
  readonly children: ReactNode
}

/** Ends a dialog: the way out, then what it is for. */
export function DialogFoot({ close, children }: Props) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" gap="sm">
      <Button onClick={close}>{t('common.cancel')}</Button>
      {children}
    </Group>
  )
}
