/** A port as a row: what it is for, its number, and whether it can be had. */
import { Button, TextInput } from '@mantine/core'
import { Trans, useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import type { PortFinding } from '../../service/contract/console/setup.ts'
import { carriedText } from '../i18n/refusal/text.ts'
import { StateWord } from '../ui/StateWord.tsx'
import type { PortField } from './use-port-form.ts'
import css from './PortRow.module.css'

export function PortRow({ field, disabled }: { field: PortField; disabled?: string | undefined }) {
  const { t } = useTranslation()
  const { view, text, state } = field
  const why = disabled ?? (view.fixed ? t('firstRun.ports.fixed', { name: view.name }) : undefined)
  const bad = state.kind === 'held' || state.kind === 'wrong' || state.kind === 'twice'
  const problem = problemText(t, field)
  return (
    <div>
      <div className={css.row}>
        <div>
          <div className={css.label}>{t(`firstRun.ports.name.${view.name}`)}</div>
          <p className="meta">{why ?? t(`firstRun.ports.use.${view.name}`)}</p>
        </div>
        <div className={css.port}>
          <TextInput
            aria-label={t(`firstRun.ports.name.${view.name}`)}
            inputMode="numeric"
            autoComplete="off"
            w={96}
            value={text}
            error={bad}
            disabled={why !== undefined}
            onChange={(event) => field.set(event.currentTarget.value)}
          />
          <span className={css.portState} role="status">
            <PortStateWord field={field} />
          </span>
        </div>
      </div>
      {problem !== null && <p className={css.problem}>{problem}</p>}
      {state.kind === 'held' && <Held field={field} finding={state.finding} />}
    </div>
  )
}

function PortStateWord({ field: { state } }: { field: PortField }) {
  const { t } = useTranslation()
  switch (state.kind) {
    case 'checking':
      return <StateWord glyph="waiting" tone="idle" text={t('firstRun.ports.checking')} />
    case 'good':
      return (
        <StateWord
          glyph="ok"
          tone="ok"
          text={t(state.ours ? 'firstRun.ports.ours' : 'firstRun.ports.free')}
        />
      )
    case 'unknown':
      return <StateWord glyph="idle" tone="idle" text={t('firstRun.ports.unknown')} />
    case 'held':
      return (
        <StateWord
          glyph="fail"
          tone="fail"
          text={t(state.finding.state === 'refused' ? 'firstRun.ports.refused' : 'firstRun.ports.held')}
        />
      )
    default:
      return <StateWord glyph="fail" tone="fail" text={t('firstRun.ports.wrong')} />
  }
}

function problemText(t: TFunction, { state }: PortField): string | null {
  if (state.kind === 'wrong') return carriedText(t, state.rule)
  if (state.kind !== 'twice') return null
  return t('firstRun.ports.twice', { other: t(`firstRun.ports.name.${state.other}`) })
}

function Held({ field, finding }: { field: PortField; finding: PortFinding }) {
  const { t } = useTranslation()
  const { next } = finding
  return (
    <div className={css.held} role="alert">
      <div className={css.heldText}>
        <HeldBy port={field.text} finding={finding} />
      </div>
      {next !== null && (
        <Button size="xs" onClick={() => field.set(String(next))}>
          {t('firstRun.ports.use_', { port: next })}
        </Button>
      )}
      <Button size="xs" className={css.again} onClick={field.check}>
        {t('firstRun.ports.again')}
      </Button>
    </div>
  )
}

function HeldBy({ port, finding: { state, heldBy } }: { port: string; finding: PortFinding }) {
  const { t } = useTranslation()
  if (state === 'refused') return t('firstRun.ports.needsRights', { port })
  if (heldBy === null) return t('firstRun.ports.heldByOther', { port })
  const program = heldBy.program ?? t('firstRun.ports.anotherProgram')
  return (
    <Trans
      i18nKey="firstRun.ports.heldBy"
      values={{ port, program, pid: heldBy.pid }}
      components={{ b: <strong /> }}
    />
  )
}
