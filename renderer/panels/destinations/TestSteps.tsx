/** The steps of a test, each with how it went and, where it did not, what to do. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { TestStep, TestView } from '../../../service/contract/console/destinations.ts'
import { grouped } from '../../i18n/format.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { drawSteps, STEP_GLYPH, stepName, stepText, type DrawnStep } from './test-steps.ts'
import css from './TestSteps.module.css'

interface Props {
  /** Null before the first test. */
  readonly view: TestView | null
  readonly running: boolean
  /** True where they are of other values than those of now. */
  readonly stale: boolean
  /** True where the destination is a folder of this computer. */
  readonly isFolder: boolean
}

export function TestSteps({ view, running, stale, isFolder }: Props) {
  const { t } = useTranslation()
  return (
    <ol
      className={css.steps}
      aria-label={t('destinations.test.steps')}
      data-stale={(stale && view !== null) || undefined}
    >
      {drawSteps(running && view === null ? STARTING : view).map((drawn) => (
        <Step key={drawn.name} drawn={drawn} isFolder={isFolder} />
      ))}
    </ol>
  )
}

/** Asked for, and not answered yet. */
const STARTING = { id: '', done: false, outcome: null, steps: [] }

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
