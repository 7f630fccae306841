import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { TestSteps } from './TestSteps.tsx'
import type { ConnectionTest } from './use-test.ts'
import css from './SavedTest.module.css'

interface Props {
  readonly test: ConnectionTest<string>
  readonly isFolder: boolean
}

/** How the latest test of a saved destination went; nothing before the first. */
export function SavedTest({ test, isFolder }: Props) {
  const { t } = useTranslation()
  const { view, running, refusal, lost } = test
  if (view === null && !running && refusal === null) return null
  return (
    <section className={css.test}>
      {refusal !== null && (
        <Notice tone="fail">{t('destinations.form.testFailed', { reason: errorText(t, refusal) })}</Notice>
      )}
      {lost && <Notice tone="warn">{t('destinations.test.lost')}</Notice>}
      {(view !== null || running) && (
        <TestSteps view={view} running={running} stale={false} isFolder={isFolder} />
      )}
    </section>
  )
}
