/** The test of the connection, step by step. */
import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { TestView } from '../../../service/contract/console/destinations.ts'
import { grouped } from '../../i18n/format.ts'
import { Card } from '../../ui/Card.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { KeyCap, modKey } from '../../ui/KeyCap.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { TestStep } from '../../../service/contract/console/destinations.ts'
import { drawSteps, STEP_GLYPH, stepName, stepText, type DrawnStep } from './test-steps.ts'
import type { ConnectionTest } from './use-test.ts'
import css from './TestCard.module.css'

interface Props {
  readonly test: ConnectionTest
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
      <ol
        className={css.steps}
        aria-label={t('destinations.test.steps')}
        data-stale={(stale && view !== null) || undefined}
      >
        {drawSteps(running && view === null ? STARTING : view).map((drawn) => (
          <Step key={drawn.name} drawn={drawn} isFolder={isFolder} />
        ))}
      </ol>
      {!running && (view === null || stale || failing) && !isRefused(view) && (
        <p className="meta">
          {t(failing ? 'destinations.test.saveFailing' : 'destinations.test.saveUntested')}
        </p>
      )}
    </Card>
  )
}

/** Asked for, and not answered yet. */
const STARTING = { id: '', done: false, outcome: null, steps: [] }

/** Values that break a rule cannot be saved either. */
const isRefused = (view: TestView | null) =>
  view?.steps.some(({ name, outcome }) => name === 'parse' && outcome === 'failed') ?? false

/** In a browser the key opens a tab. */
const inDesktop = () => 'airdesk' in window

function Step({ drawn: { name, state, step }, isFolder }: { drawn: DrawnStep; isFolder: boolean }) {
  const { t } = useTranslation()
  const [glyph, tone] = STEP_GLYPH[state]
  const text = step && stepText(t, step)
  const ran = step !== null && state !== 'skipped'
  return (
    <li className={css.step} data-state={state}>
      <Glyph name={glyph} tone={tone} />
      <span className={css.name}>{stepName(t, name, isFolder)}</span>
      <span className={css.state}>
        {t(`destinations.stepState.${state}`)}
        {ran && (
          <span className="num third">{t('destinations.test.ms', { number: grouped(step.durationMs) })}</span>
        )}
      </span>
      {step !== null && step.note !== '' && <span className={css.note}>{noteText(t, step)}</span>}
      {text && (
        <div className={css.fault}>
          <p>{text.what}</p>
          <p className="second">{text.hint}</p>
          {text.raw !== '' && (
            <details>
              <summary>{t('destinations.test.details')}</summary>
              <p className={css.raw} lang="en">
                {text.raw}
              </p>
            </details>
          )}
        </div>
      )}
    </li>
  )
}

/** What the step `delete` notes is what it left in the store. */
function noteText(t: TFunction, { name, note }: Pick<TestStep, 'name' | 'note'>): string {
  return name === 'delete' && note !== '' ? t('destinations.test.leftBehind', { files: note }) : note
}
