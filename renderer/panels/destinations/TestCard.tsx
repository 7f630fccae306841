/** The test of the connection in the form of a destination. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TestView } from '../../../service/contract/console/destinations.ts'
import { Card } from '../../ui/Card.tsx'
import { KeyCap, modKey } from '../../ui/KeyCap.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TestSteps } from './TestSteps.tsx'
import type { TestProgress } from './use-test.ts'

interface Props {
  readonly test: TestProgress
  readonly run: () => void
  /** True where the destination is a folder of this computer. */
  readonly isFolder: boolean
}

export function TestCard({ test, run, isFolder }: Props) {
  const { t } = useTranslation()
  const { view, running, stale, lost } = test
  const failing = view?.done === true && view.outcome === 'failed' && !stale
  return (
    <Card title={t('destinations.test.title')}>
      <p className="meta">{t('destinations.test.lead')}</p>
      <Button
        loading={running}
        onClick={run}
        rightSection={inDesktop() ? <KeyCap>{`${modKey} T`}</KeyCap> : undefined}
      >
        {t(view === null ? 'destinations.test.start' : 'destinations.test.again')}
      </Button>
      {lost && <Notice tone="warn">{t('destinations.test.lost')}</Notice>}
      {stale && view !== null && (
        <Notice tone="warn" alert={false}>
          {t('destinations.test.stale')}
        </Notice>
      )}
      <TestSteps view={view} running={running} stale={stale} isFolder={isFolder} />
      {!running && (view === null || stale || failing) && !isRefused(view) && (
        <p className="meta">
          {t(failing ? 'destinations.test.saveFailing' : 'destinations.test.saveUntested')}
        </p>
      )}
    </Card>
  )
}

/** Values that break a rule cannot be saved either. */
const isRefused = (view: TestView | null) =>
  view?.steps.some(({ name, outcome }) => name === 'parse' && outcome === 'failed') ?? false

/** In a browser the key opens a tab. */
const inDesktop = () => 'airdesk' in window
