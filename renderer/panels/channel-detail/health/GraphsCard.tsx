import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HealthView, SessionFinding } from '../../../../service/contract/console/health.ts'
import type { WebhookSummary } from '../../../../service/contract/console/webhooks.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { Card } from '../../../ui/Card.tsx'
import { SPANS, type ChannelSearch } from '../search.ts'
import { GraphStack } from './GraphStack.tsx'
import { GraphTable } from './GraphTable.tsx'
import { frameOf, spanOf } from './history.ts'
import { marksOf } from './timeline.ts'
import css from './Health.module.css'

interface Props {
  readonly view: HealthView
  readonly webhooks: readonly WebhookSummary[]
  readonly selected: SessionFinding | null
  readonly span: ChannelSearch['span']
  readonly chooseSpan: (span: ChannelSearch['span']) => void
}

const FIVE = '5'
const CHOICES = ['1', FIVE, '30', 'session'] as const
const NAMES = { 1: 'one', 5: 'five', 30: 'thirty', session: 'session' } as const

/** What is measured, on one time axis. */
export function GraphsCard({ view, webhooks, selected, span, chooseSpan }: Props) {
  const { t } = useTranslation()
  const zone = useSignedIn().system.timeZone
  const [asTable, setAsTable] = useState(false)
  const frame = useMemo(() => frameOf(view, spanOf(view, span)), [view, span])
  const marks = useMemo(() => marksOf(view, webhooks), [view, webhooks])
  const toggle = asTable ? t('graph.asGraph') : t('graph.asTable')
  const chosen = span ?? FIVE
  return (
    <Card
      title={t(`health.title.${NAMES[chosen]}`)}
      flush
      aside={
        <>
          {view.kind === 'media' && <span className={css.limitKey}>{t('health.limitKey')}</span>}
          <span className={css.eventKey}>{t('health.eventKey')}</span>
          <Tooltip label={toggle}>
            <ActionIcon aria-label={toggle} onClick={() => setAsTable(!asTable)}>
              {asTable ? <IconChartLine size={18} stroke={1.6} /> : <IconTable size={18} stroke={1.6} />}
            </ActionIcon>
          </Tooltip>
          <SegmentedControl
            aria-label={t('health.window')}
            value={chosen}
            onChange={(value) => chooseSpan(SPANS.find((one) => one === value))}
            data={CHOICES.map((value) => ({ value, label: t(`health.span.${NAMES[value]}`) }))}
          />
        </>
      }
    >
      {asTable ? (
        <GraphTable {...{ view, frame, zone }} />
      ) : (
        <GraphStack {...{ view, frame, marks, selected, zone }} spanName={chosen} />
      )}
    </Card>
  )
}
