import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { HealthView, SessionFinding } from '../../../../service/contract/console/health.ts'
import { findingText } from '../../../i18n/finding.ts'
import { timeOfDay } from '../../../i18n/format.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { Card } from '../../../ui/Card.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { StateWord } from '../../../ui/StateWord.tsx'
import { PROOF } from './graphs.ts'
import { findingKey } from '../../../trouble/finding-key.ts'
import css from './Health.module.css'

interface Props {
  readonly view: HealthView
  /** Where a WebRTC client sends. */
  readonly isClient: boolean
  readonly selected: SessionFinding | null
  readonly select: (finding: SessionFinding) => void
}

/** Worst first among those that hold, then what cleared, newest first. */
const inOrder = (findings: readonly SessionFinding[]) => {
  const rank = ({ clearedAt, severity }: SessionFinding) =>
    clearedAt !== null ? 2 : severity === 'fail' ? 0 : 1
  return findings.toSorted((a, b) => rank(a) - rank(b))
}

/** What was found in this session, in words with what to do. */
export function FindingsCard({ view, isClient, selected, select }: Props) {
  const { t } = useTranslation()
  const open = view.findings.filter(({ clearedAt }) => clearedAt === null).length
  const cleared = view.findings.length - open
  if (view.findings.length === 0) {
    return (
      <Card
        title={t('findings.title')}
        aside={<StateWord glyph="ok" tone="ok" text={t('health.noFindings')} />}
      >
        <p className="third">{t(view.kind === 'media' ? 'health.noFindingsHelp' : 'health.webrtcHelp')}</p>
      </Card>
    )
  }
  return (
    <Card title={t('findings.title')} aside={t('health.counts', { open, cleared })} flush>
      <ul className={css.findings} tabIndex={0} aria-label={t('findings.title')}>
        {inOrder(view.findings).map((finding) => (
          <Row
            key={findingKey(finding)}
            finding={finding}
            isClient={isClient}
            isSelected={selected !== null && findingKey(selected) === findingKey(finding)}
            select={() => select(finding)}
          />
        ))}
      </ul>
    </Card>
  )
}

/** Others cleared because somebody did something, or so it may be. */
const clearedText = ({ code, withdrawn }: SessionFinding) => {
  if (withdrawn) return 'health.withdrawn'
  return code === 'network-gap' ? 'health.clearedBySelf' : 'health.cleared'
}

interface RowProps {
  readonly finding: SessionFinding
  readonly isClient: boolean
  readonly isSelected: boolean
  readonly select: () => void
}

function Row({ finding, isClient, isSelected, select }: RowProps) {
  const { t } = useTranslation()
  const zone = useSignedIn().system.timeZone
  const { severity, since, clearedAt, withdrawn } = finding
  const { what, fix } = findingText(t, finding, isClient)
  const from = timeOfDay(since, zone)
  const mark = clearedAt === null ? severity : withdrawn ? 'idle' : 'ok'
  return (
    <li className={css.finding} data-selected={isSelected || undefined}>
      <Glyph name={mark} tone={mark} />
      <div className={css.sentences}>
        <div className={css.sentence}>{what}</div>
        <div className="meta">{clearedAt === null ? fix : t(clearedText(finding))}</div>
      </div>
      <span className="num third">
        {clearedAt === null ? t('findings.since', { time: from }) : `${from}–${timeOfDay(clearedAt, zone)}`}
      </span>
      <span className={css.show}>
        {PROOF[finding.code] !== null && (
          <Button
            variant="subtle"
            size="xs"
            aria-pressed={isSelected}
            aria-label={t('health.showLabel', { what })}
            onClick={select}
            rightSection={isSelected ? undefined : <IconArrowRight size={16} stroke={1.6} />}
          >
            {isSelected ? t('health.onGraph') : t('health.show')}
          </Button>
        )}
      </span>
    </li>
  )
}
