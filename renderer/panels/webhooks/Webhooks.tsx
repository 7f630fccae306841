/** The webhook log: did it arrive, why not, send it again. */
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconRefresh, IconSend } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { useTitle } from '../../ui/frame/use-title.ts'
import { useScrollToTop } from '../../ui/use-scroll-to-top.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { EventTable } from './EventTable.tsx'
import { Facets } from './Facets.tsx'
import { Inspector } from './Inspector.tsx'
import { LogBar } from './LogBar.tsx'
import { LogFoot } from './LogFoot.tsx'
import { NoMatch, NothingSent } from './NoEvents.tsx'
import { askRedeliverAll } from './redeliver.tsx'
import { changed, filterOf, isFiltered, type LogSearch } from './search.ts'
import { SampleDialog } from './SampleDialog.tsx'
import { useEvent, useLog } from './use-log.ts'
import { WebhooksHead } from './WebhooksHead.tsx'
import css from '../../ui/ListPage.module.css'

const route = getRouteApi('/webhooks')
/** Pixels before the end at which older rows are asked for. */
const NEAR_END = 600

export function Webhooks() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = route.useSearch()
  const scroller = useRef<HTMLDivElement>(null)
  const [byKey, setByKey] = useState(false)
  const [sampling, setSampling] = useState(false)
  useTitle(t('room.webhooks'))

  const [filterText] = useDebouncedValue(JSON.stringify(filterOf(search)), 200)
  const filter = useMemo(() => JSON.parse(filterText) as ReturnType<typeof filterOf>, [filterText])
  const state = useLog(filter, search.event !== undefined)
  const { log, error } = state
  const event = useEvent(search.event)
  const rows = useMemo(
    () => log?.rows.map((row) => (row.id === event.data?.id ? event.data : row)),
    [log, event.data],
  )
  useScrollToTop(scroller, filter)

  const go = (next: LogSearch, replace = true) => void navigate({ to: '/webhooks', search: next, replace })
  const change = (members: Readonly<Record<string, string>>) => go(changed(search, members))
  const close = () => {
    change({ event: '' })
    scroller.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus()
  }
  const onScroll = (element: HTMLElement) => {
    state.setAtTop(element.scrollTop < 8)
    if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END) state.loadOlder()
  }
  const showFresh = () => {
    scroller.current?.scrollTo(0, 0)
    state.catchUp()
  }
  const empty = rows?.length === 0
  return (
    <>
      <WebhooksHead
        actions={
          <>
            <Button leftSection={<IconSend size={16} stroke={1.6} />} onClick={() => setSampling(true)}>
              {t('webhooks.sample.open')}
            </Button>
            <Button
              leftSection={<IconRefresh size={16} stroke={1.6} />}
              onClick={() => void askRedeliverAll(t, filter)}
            >
              {t('webhooks.redeliverAll')}
            </Button>
          </>
        }
      />
      <SampleDialog
        opened={sampling}
        close={() => setSampling(false)}
        sent={(event) => go({ event }, false)}
      />
      <div className={css.page} data-open={search.event !== undefined || undefined}>
        <div className={css.facets} data-pane="facets" tabIndex={-1}>
          <Facets search={search} change={change} />
        </div>
        <section className={css.list} aria-label={t('webhooks.log')} data-pane="log" tabIndex={-1}>
          <LogBar search={search} change={change} fresh={log?.fresh ?? 0} showFresh={showFresh} />
          {error !== null && (
            <div className={css.failed}>
              <LoadFailed query={state}>{t('webhooks.failed', { reason: errorText(t, error) })}</LoadFailed>
            </div>
          )}
          {rows === undefined && error === null && <LoadingRows label={t('webhooks.loading')} />}
          {empty && !isFiltered(search) && <NothingSent />}
          {empty && isFiltered(search) && <NoMatch clear={() => go({})} />}
          {rows !== undefined && !empty && (
            <>
              <EventTable
                rows={rows}
                openId={search.event}
                open={(id, withKey) => {
                  setByKey(withKey)
                  go(changed(search, { event: id }), search.event !== undefined)
                }}
                close={close}
                scrollerRef={scroller}
                onScroll={onScroll}
              />
              <LogFoot
                count={rows.length}
                older={state.older}
                more={(log?.before ?? null) !== null}
                load={state.loadOlder}
              />
            </>
          )}
        </section>
        {search.event !== undefined && (
          <Inspector key={search.event} id={search.event} query={event} close={close} takeFocus={byKey} />
        )}
      </div>
    </>
  )
}
