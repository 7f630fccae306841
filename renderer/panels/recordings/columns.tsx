import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { byteSize, duration } from '../../i18n/format.ts'
import { useNow } from '../../api/events/clock.ts'
import type { Column } from '../../ui/table/DataRow.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { channelText, drawRecording, sizeText, stateText } from '../../archive/draw-recording.ts'
import type { Row } from './recording-rows.ts'
import { useLogTime } from '../../log/use-log-time.ts'
import css from './Recordings.module.css'

/** What the details have too gives way in a narrow window. @param wide false beside the details */
export function useColumns(rows: readonly Row[], wide: boolean): Column<Row>[] {
  const { t } = useTranslation()
  const { dayWidth, zone } = useLogTime(rows.at(-1)?.startedAt)
  return useMemo(() => {
    const rest: Column<Row>[] = [
      {
        id: 'duration',
        header: t('recordings.column.duration'),
        width: '88px',
        align: 'end',
        cell: ({ durationMs }) => <span className="num second">{duration(durationMs)}</span>,
      },
      {
        id: 'bytes',
        header: t('recordings.column.bytes'),
        width: '96px',
        align: 'end',
        foldsBelow: 910,
        cell: ({ bytes }) => <Figure value={byteSize(bytes)} />,
      },
      {
        id: 'destination',
        header: t('recordings.column.destination'),
        width: 'minmax(140px, 1fr)',
        foldsBelow: 1050,
        cell: ({ bucketUri }) => (
          <span className="mono third cut" title={bucketUri} data-shortens>
            {bucketUri}
          </span>
        ),
      },
    ]
    return [
      {
        id: 'broadcast',
        header: t('recordings.column.broadcast'),
        width: 'minmax(110px, 1.8fr)',
        cell: (row) => <Broadcast row={row} />,
      },
      {
        id: 'start',
        header: t('recordings.column.start', { zone }),
        width: `${96 + dayWidth}px`,
        foldsBelow: wide ? 0 : 1020,
        cell: ({ startedAt, leads }) => (
          <Moment at={startedAt} className={leads ? 'second' : 'hidden-text'} />
        ),
      },
      {
        id: 'size',
        header: t('recordings.column.size'),
        width: '104px',
        foldsBelow: wide ? 0 : 1260,
        cell: ({ size }) => <span className="num second">{sizeText(t, size)}</span>,
      },
      {
        id: 'state',
        header: t('recordings.column.state'),
        width: wide ? 'minmax(200px, 1fr)' : '206px',
        cell: (row) => <State row={row} />,
      },
      ...(wide ? rest : []),
    ]
  }, [t, zone, dayWidth, wide])
}

/** Whose it is, at the first rendition only; the others repeat it for screen readers. */
function Broadcast({ row }: { row: Row }) {
  const { t } = useTranslation()
  const name = channelText(t, row)
  return (
    <span className={row.leads ? css.broadcast : 'hidden-text'}>
      <UserText className={`cut ${css.name ?? ''}`}>{name}</UserText>
      {row.schedule && row.schedule.name !== '' && (
        <UserText className="third cut">{row.schedule.name}</UserText>
      )}
    </span>
  )
}

function State({ row }: { row: Row }) {
  const { t } = useTranslation()
  return <StateWord {...drawRecording(row)} text={stateText(t, row, useNow())} />
}
