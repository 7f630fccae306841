import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from './Notice.tsx'

interface Query {
  readonly isFetching: boolean
  refetch(): unknown
}

/** Says what could not be loaded, and offers to try again. */
export function LoadFailed({ query, children }: { query: Query; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Notice
      tone="fail"
      actions={
        <Button loading={query.isFetching} onClick={() => void query.refetch()}>
          {t('common.retry')}
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
