import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '../../../../service/contract/console/audit.ts'
import type { Column } from '../../../ui/table/DataRow.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { StateWord } from '../../../ui/StateWord.tsx'
import { useLogTime } from '../../../log/use-log-time.ts'
import { UserText } from '../../../ui/UserText.tsx'
import { aboutText, whatText, whoText } from './words.ts'
import css from './Audit.module.css'

export function useColumns(rows: readonly AuditEntry[]): Column<AuditEntry>[] {
  const { t } = useTranslation()
  const { dayWidth, zone } = useLogTime(rows.at(-1)?.at)
  return useMemo(
    () => [
      {
        id: 'time',
        header: t('audit.column.time', { zone }),
        width: `${78 + dayWidth}px`,
        cell: ({ at }) => <Moment at={at} className="second cut" />,
      },
      {
        id: 'who',
        header: t('audit.column.who'),
        width: '116px',
        cell: ({ actor }) => (
          <UserText className={isSomebody(actor) ? 'cut' : 'third cut'}>{whoText(t, actor)}</UserText>
        ),
      },
      {
        id: 'what',
        header: t('audit.column.what'),
        width: 'minmax(160px, 1fr)',
        cell: (entry) => (
          <span className="cut" title={`${whatText(t, entry)} ${aboutText(t, entry)}`} data-shortens>
            <strong className={css.verb}>{whatText(t, entry)}</strong>
            <UserText className="meta">{aboutText(t, entry)}</UserText>
          </span>
        ),
      },
      {
        id: 'result',
        header: t('audit.column.result'),
        width: '88px',
        cell: ({ refused }) => <Result refused={refused !== null} />,
      },
    ],
    [t, zone, dayWidth],
  )
}

const isSomebody = ({ kind }: AuditEntry['actor']) => kind === 'user' || kind === 'token'

/** Refused is a warning and never a failure. */
export function Result({ refused }: { refused: boolean }) {
  const { t } = useTranslation()
  return refused ? (
    <StateWord glyph="denied" tone="warn" text={t('audit.refused')} />
  ) : (
    <StateWord glyph="ok" tone="ok" text={t('audit.done')} />
  )
}
