/** A step: its question, its fields, and the way on. */
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { StepProps } from './step.ts'
import css from './FirstRun.module.css'

interface Props {
  readonly step: StepProps
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
  readonly onContinue: () => void
  readonly busy?: boolean
  /** Of saving; null unless it failed. */
  readonly error?: unknown
  /** Why the step can't be left by its button; null when it can. */
  readonly blocked?: string | null
  /** What the button says; default: continue. */
  readonly action?: string
  /** The last step has no rest. */
  readonly isLast?: boolean
}

export function StepForm(props: Props) {
  const { step, title, lead, children, onContinue, busy = false, error = null, blocked = null } = props
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const reason = useId()
  // The step that was just opened is answered at once, without a way to its field.
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>(FIRST_FIELD)?.focus()
  }, [])
  const failure = error ?? step.finishError
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (blocked === null && !busy && !step.finishing) onContinue()
      }}
    >
      <div>
        <p className={css.position}>{step.position}</p>
        <h1 className={css.title}>{title}</h1>
        <p className={css.lead}>{lead}</p>
      </div>
      {children}
      {failure !== null && (
        <Notice tone="fail">{t('firstRun.failed', { reason: errorText(t, failure) })}</Notice>
      )}
      <div className={css.actions}>
        {step.back && (
          <Button
            className={css.quiet}
            leftSection={<IconArrowLeft size={16} stroke={1.6} />}
            onClick={step.back}
          >
            {t('firstRun.back')}
          </Button>
        )}
        <div className={css.ways}>
          {!props.isLast && (
            <Button className={css.quiet} loading={step.finishing} onClick={() => step.finish('empty')}>
              {t('firstRun.skip')}
            </Button>
          )}
          <Button
            type="submit"
            variant="filled"
            loading={busy || (props.isLast === true && step.finishing)}
            disabled={blocked !== null}
            aria-describedby={blocked === null ? undefined : reason}
          >
            {props.action ?? t('firstRun.continue')}
          </Button>
        </div>
        {blocked !== null && (
          <p className={css.reason} id={reason} role="status">
            {blocked}
          </p>
        )}
      </div>
    </form>
  )
}

const FIRST_FIELD = 'input[type=radio]:checked, input:not([type=radio], [type=hidden], :disabled)'
