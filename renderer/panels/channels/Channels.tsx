/** All channels with their state, the worst on top. */
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannels } from '../../api/events/hooks.ts'
import { FilterField } from '../../ui/FilterField.tsx'
import { useTitle } from '../../ui/frame/use-title.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { usePreferences } from '../../stores/preferences.ts'
import { byUrgency } from '../../ui/state.ts'
import { useChannelName } from '../../ui/use-channel-name.ts'
import { ChannelTable } from './ChannelTable.tsx'
import { EmptyChannels, NoMatch } from './EmptyChannels.tsx'
import { sortOf } from './search.ts'
import { byColumn, type Sort } from './sort.ts'
import { useChannelText } from './use-channel-text.ts'
import css from './Channels.module.css'

const route = getRouteApi('/channels')

export function Channels() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = route.useSearch()
  const { q = '' } = search
  const sort = sortOf(search)
  const language = usePreferences((s) => s.language)
  const nameOf = useChannelName()
  const text = useDeferredValue(q)
  const channels = useChannels()
  const textOf = useChannelText()
  useTitle(t('room.channels'))
  const setFilter = (value: string) =>
    void navigate({ to: '/channels', search: { ...search, q: value }, replace: true })
  const setSort = (next: Sort | null) => {
    const order = next ? { by: next.by, down: next.descending } : {}
    void navigate({ to: '/channels', search: { q, ...order }, replace: true })
  }

  const { by, descending } = sort ?? {}
  const sorted = useMemo(() => {
    const order =
      by === undefined ? byUrgency(0) : byColumn({ by, descending: descending === true }, nameOf, language)
    return channels && [...channels].sort(order)
  }, [channels, by, descending, nameOf, language])
  const rows = useMemo(() => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean)
    return sorted?.filter((c) => words.every((word) => textOf(c).includes(word))) ?? null
  }, [sorted, text, textOf])

  return (
    <>
      <PageHead
        actions={
          <>
            <FilterField
              className={css.filter}
              label={t('channels.filterLabel')}
              placeholder={t('channels.filter')}
              value={q}
              onChange={setFilter}
            />
            <Button
              variant="filled"
              leftSection={<IconPlus size={16} stroke={1.6} />}
              onClick={() => void navigate({ to: '/channels/new' })}
            >
              {t('channels.new')}
            </Button>
          </>
        }
      >
        <h1>{t('room.channels')}</h1>
      </PageHead>
      {rows === null && <LoadingRows label={t('channels.loading')} />}
      {rows !== null && (rows.length > 0 || sorted?.length === 0) && (
        <ChannelTable {...{ rows, sort, setSort }} />
      )}
      {sorted?.length === 0 && <EmptyChannels />}
      {rows?.length === 0 && sorted?.length !== 0 && <NoMatch text={q} clear={() => setFilter('')} />}
      {rows !== null && sorted !== null && sorted.length > 0 && (
        <div className={css.foot} role="status">
          {rows.length === sorted.length
            ? t('channels.count', { count: sorted.length })
            : t('channels.shown', { shown: rows.length, total: sorted.length })}
        </div>
      )}
    </>
  )
}
