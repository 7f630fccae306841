/** What was recorded: did it arrive, where is it, play it, delete it. */
import { useDebouncedValue } from '@mantine/hooks'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { ArchiveHead } from '../../archive/ArchiveHead.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { useTitle } from '../../ui/frame/use-title.ts'
import { useScrollToTop } from '../../ui/use-scroll-to-top.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { DiskGuard } from './DiskGuard.tsx'
import { Filters } from './Filters.tsx'
import { Inspector } from './Inspector.tsx'
import { ListBar } from './ListBar.tsx'
import { ListFoot } from './ListFoot.tsx'
import { NoMatch, NothingRecorded } from './NoRecordings.tsx'
import { byBroadcast } from './recording-rows.ts'
import { RecordingTable } from './RecordingTable.tsx'
import { changed, filterOf, isFiltered, type RecordingSearch } from './search.ts'
import { useRecording, useRecordings } from './use-recordings.ts'
import css from '../../ui/ListPage.module.css'

const route = getRouteApi('/archives')
/** Pixels before the end at which older rows are asked for. */
const NEAR_END = 600

export function Recordings() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = route.useSearch()
  const scroller = useRef<HTMLDivElement>(null)
  const [byKey, setByKey] = useState(false)
  useTitle(t('recordings.title'))

  const [filterText] = useDebouncedValue(JSON.stringify(filterOf(search)), 200)
  const filter = useMemo(() => JSON.parse(filterText) as ReturnType<typeof filterOf>, [filterText])
  const state = useRecordings(filter)
  const { list, error } = state
  const openId = search.recording
  const recording = useRecording(openId)
  const rows = useMemo(() => list && byBroadcast(list.recordings), [list])
  useScrollToTop(scroller, filter)

  const go = (next: RecordingSearch, replace = true) =>
    void navigate({ to: '/archives', search: next, replace })
  const change = (members: Readonly<Record<string, string>>) => go(changed(search, members))
  const close = () => {
    change({ recording: '' })
    scroller.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus()
  }
  const onScroll = (element: HTMLElement) => {
    if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END) state.loadOlder()
  }
  const empty = rows?.length === 0
  return (
    <>
      <ArchiveHead actions={<DiskGuard />} />
      <div className={css.page} data-open={openId !== undefined || undefined}>
        <div className={css.facets} data-pane="facets" tabIndex={-1}>
          <Filters search={search} change={change} />
        </div>
        <section className={css.list} aria-label={t('recordings.title')} data-pane="list" tabIndex={-1}>
          {(!empty || isFiltered(search)) && <ListBar search={search} change={change} />}
          {error !== null && (
            <div className={css.failed}>
              <LoadFailed query={state}>{t('recordings.failed', { reason: errorText(t, error) })}</LoadFailed>
            </div>
          )}
          {rows === undefined && error === null && <LoadingRows label={t('recordings.loading')} />}
          {empty && !isFiltered(search) && <NothingRecorded />}
          {empty && isFiltered(search) && <NoMatch clear={() => go({})} />}
          {rows !== undefined && !empty && (
            <>
              <RecordingTable
                rows={rows}
                openId={openId}
                open={(id, withKey) => {
                  setByKey(withKey)
                  go(changed(search, { recording: id }), openId !== undefined)
                }}
                close={close}
                scrollerRef={scroller}
                onScroll={onScroll}
              />
              <ListFoot
                count={rows.length}
                older={state.older}
                more={list?.before !== null}
                load={state.loadOlder}
              />
            </>
          )}
        </section>
        {openId !== undefined && (
          <Inspector key={openId} id={openId} query={recording} close={close} takeFocus={byKey} />
        )}
      </div>
    </>
  )
}
