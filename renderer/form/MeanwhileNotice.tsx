import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/Notice.tsx'

interface Props {
  /** What somebody else saved. */
  readonly children: ReactNode
  readonly takeTheirs: () => void
  readonly keepMine: () => void
}

/** What another window saved since the change began, and the choice between it and what is typed. */
export function MeanwhileNotice({ children, takeTheirs, keepMine }: Props) {
  const { t } = useTranslation()
  return (
    <Notice
      tone="warn"
      actions={
        <>
          <Button size="xs" onClick={takeTheirs}>
            {t('common.meanwhile.theirs')}
          </Button>
          <Button size="xs" onClick={keepMine}>
            {t('common.meanwhile.mine')}
          </Button>
        </>
      }
    >
      {children}
    </Notice>
  )
}
