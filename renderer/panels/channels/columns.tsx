import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useNow } from '../../api/events/clock.ts'
import { useConnected } from '../../api/events/hooks.ts'
import { duration, shortId } from '../../i18n/format.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import type { Column } from '../../ui/table/DataRow.tsx'
import { useMinute } from '../../ui/Moment.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { renditionNames } from '../../channel/ladder.ts'
import { NameCell } from './NameCell.tsx'
import type { SortColumn } from './sort.ts'
import { StateCell } from './StateCell.tsx'

type ColumnId = SortColumn | 'state' | 'id'

/** The name takes what the others leave; renditions, kind, id and time give way in turn in a narrow window. */
export function useColumns(): Column<ChannelView>[] {
  const { t } = useTranslation()
  return useMemo((): Column<ChannelView>[] => {
    const head = (id: ColumnId) => ({ id, header: t(`channels.column.${id}`) })
    const kind: Column<ChannelView> = {
      ...head('kind'),
      width: '76px',
      foldsBelow: 1100,
      sorts: true,
      cell: (c) => t(`channels.kind.${c.kind}`),
    }
    const renditions: Column<ChannelView> = {
      ...head('renditions'),
      width: '148px',
      foldsBelow: 1180,
      sorts: true,
      cell: (c) => (
        <UserText className="second cut">
          {renditionNames(c.renditions, t('channels.audioOnly')) || '–'}
        </UserText>
      ),
    }
    const id: Column<ChannelView> = {
      ...head('id'),
      width: '96px',
      foldsBelow: 940,
      cell: (c, current) => <Id id={c.channelId} current={current} />,
    }
    const since: Column<ChannelView> = {
      ...{ ...head('since'), width: '136px', align: 'end', sorts: true, foldsBelow: 860 },
      cell: (c) => <Since channel={c} />,
    }
    return [
      { ...head('state'), width: '208px', cell: (c) => <StateCell channel={c} /> },
      { ...head('name'), width: 'minmax(240px, 1fr)', sorts: true, cell: (c) => <NameCell channel={c} /> },
      id,
      kind,
      renditions,
      {
        ...{ ...head('viewers'), width: '92px', align: 'end', sorts: true },
        cell: (c) => <Viewers channel={c} />,
      },
      since,
    ]
  }, [t])
}

/** How long it is on air, else since when it is as it is. */
function Since({ channel: { onAirSince, stateSince } }: { channel: ChannelView }) {
  const now = useNow()
  const connected = useConnected()
  const minute = useMinute()
  return (
    <span className="num second">
      {onAirSince === null ? minute(stateSince) : connected ? duration(now - onAirSince) : '–'}
    </span>
  )
}

/** Who watches is not known without contact. */
function Viewers({ channel: { onAirSince, viewers } }: { channel: ChannelView }) {
  const connected = useConnected()
  return <span className="num">{connected && onAirSince !== null ? viewers : '–'}</span>
}

function Id({ id, current }: { id: string; current: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="mono second" title={id}>
        {shortId(id)}
      </span>
      <CopyButton value={id} thing={t('channels.idCopied')} tabIndex={current ? 0 : -1} />
    </>
  )
}
