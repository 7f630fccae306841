/** All channels with their state, the worst on top. */
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useChannels } from '../../api/events/hooks.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { FilterField } from '../../ui/FilterField.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { engineNow } from '../../ui/Moment.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { byUrgency } from '../../channel/state.ts'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { useRights } from '../../stores/use-rights.ts'
import { ChannelTable } from './ChannelTable.tsx'
import { EmptyChannels, NoMatch } from './EmptyChannels.tsx'
import { Facets } from './filters/Facets.tsx'
import { matcher, readFilter, type ChannelFilter } from './filters/filter.ts'
import { FilterBar } from './filters/FilterBar.tsx'
import { useToday } from './filters/use-today.ts'
import { Foot } from './Foot.tsx'
import { BulkBar } from './many/BulkBar.tsx'
import { sortOf } from './search.ts'
import { byColumn, type Sort } from './sort.ts'
import { useChannelText } from './use-channel-text.ts'
import { useChoice } from './use-choice.ts'
import css from './Channels.module.css'

const route = getRouteApi('/channels')
const NO_CHANNELS: readonly ChannelView[] = []
const NO_IDS: ReadonlySet<string> = new Set()

export function Channels() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = route.useSearch()
  const filter = readFilter({ ...search })
  const channels = useChannels()
  const { operates } = useRights()
  useTitle(t('room.channels'))
  const orderOf = (sort: Sort | null) => (sort ? { by: sort.by, down: sort.descending } : {})
  const show = (next: ChannelFilter, sort = sortOf(search)) =>
    void navigate({ to: '/channels', search: { ...next, ...orderOf(sort) }, replace: true })
  return (
    <>
      <PageHead
        actions={
          <>
            <FilterField
              className={css.filter}
              label={t('channels.filterLabel')}
              placeholder={t('channels.filter')}
              value={filter.q ?? ''}
              onChange={(q) => show({ ...filter, q })}
            />
            <Facets filter={filter} change={show} />
            {operates && (
              <Button
                variant="filled"
                leftSection={<IconPlus size={16} stroke={1.6} />}
                onClick={() => void navigate({ to: '/channels/new' })}
              >
                {t('channels.new')}
              </Button>
            )}
          </>
        }
      >
        <h1>{t('room.channels')}</h1>
      </PageHead>
      {channels === null && <LoadingRows label={t('channels.loading')} />}
      {channels?.length === 0 && (
        <>
          <List channels={NO_CHANNELS} filter={{}} sort={null} show={show} />
          <EmptyChannels />
        </>
      )}
      {channels !== null && channels.length > 0 && (
        <List channels={channels} filter={filter} sort={sortOf(search)} show={show} />
      )}
    </>
  )
}

interface ListProps {
  readonly channels: readonly ChannelView[]
  readonly filter: ChannelFilter
  readonly sort: Sort | null
  readonly show: (filter: ChannelFilter, sort?: Sort | null) => void
}

function List({ channels, filter, sort, show }: ListProps) {
  const language = usePreferences((s) => s.language)
  const nameOf = useChannelName()
  const textOf = useChannelText()
  const today = useToday()
  const known = useMemo(() => ({ textOf, today: today ?? NO_IDS, now: engineNow() }), [textOf, today])
  const { by, descending = false } = sort ?? {}
  const sorted = useMemo(() => {
    const order = by === undefined ? byUrgency(0) : byColumn({ by, descending }, nameOf, language)
    return [...channels].sort(order)
  }, [channels, by, descending, nameOf, language])
  const { q = '', show: given, via, idle } = filter
  const text = useDeferredValue(q)
  const rows = useMemo(
    () => sorted.filter(matcher(readFilter({ q: text, show: given, via, idle }), known)),
    [sorted, text, given, via, idle, known],
  )
  const { choice, chosen, hidden, clear } = useChoice(channels, rows)
  const { operates } = useRights()
  if (channels.length === 0)
    return <ChannelTable rows={rows} sort={sort} setSort={() => undefined} choice={undefined} />
  return (
    <>
      <FilterBar
        channels={channels}
        known={known}
        isTodayKnown={today !== undefined}
        filter={filter}
        change={(next) => show(next)}
      />
      {rows.length > 0 ? (
        <ChannelTable
          rows={rows}
          sort={sort}
          setSort={(next) => show(filter, next)}
          choice={operates ? choice : undefined}
        >
          {chosen.length > 0 && <BulkBar channels={chosen} hidden={hidden} clear={clear} />}
        </ChannelTable>
      ) : (
        <div className={css.nothing}>
          <NoMatch text={q} clear={() => show({})} />
          {chosen.length > 0 && <BulkBar channels={chosen} hidden={hidden} clear={clear} />}
        </div>
      )}
      <Foot shown={rows.length} all={channels.length} hasChoice={operates} />
    </>
  )
}
