/** What was recorded: did it arrive, where is it, play it, delete it. */
import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ArchiveHead } from '../../archive/ArchiveHead.tsx'
import { shortId } from '../../i18n/format.ts'
import { PagedLog } from '../../log/PagedLog.tsx'
import { useLog } from '../../log/use-log.ts'
import { useTitle } from '../../frame/use-title.ts'
import { askDelete, askPlay, retry } from './actions.tsx'
import { useColumns } from './columns.tsx'
import { DiskGuard } from './DiskGuard.tsx'
import { Facets } from './Facets.tsx'
import { Inspector } from './Inspector.tsx'
import { useBusy, useRecording, useRecordingLog } from '../../archive/use-recordings.ts'
import { byBroadcast, type Row } from './recording-rows.ts'
import { Retention } from './Retention.tsx'
import { filterOf, readSearch, type RecordingSearch } from './search.ts'
import { useDestinations } from '../../archive/use-destinations.ts'
import { EmptyList } from '../../ui/EmptyList.tsx'

const route = getRouteApi('/archives')

export function Recordings() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = route.useSearch()
  useTitle(t('recordings.title'))

  const go = (next: RecordingSearch, replace: boolean) =>
    void navigate({ to: '/archives', search: next, replace })
  const busy = useBusy()
  const source = useRecordingLog(busy)
  const log = useLog({ source, search, readSearch, filterOf, opens: 'recording', go })
  const { refetch } = log
  // What ended meanwhile shows its end.
  useEffect(() => {
    if (!busy) void refetch({ cancelRefetch: false })
  }, [busy, refetch])
  const recording = useRecording(search.recording)
  const rows = useMemo(() => log.log && byBroadcast(log.log.rows), [log.log])
  const columns = useColumns(rows ?? [], search.recording === undefined)
  const onKey = (key: string, row: Row) => {
    if (key === 'Delete') askDelete(t, row)
    else if (key.toLowerCase() === 'p') askPlay(t, row)
    else if (key.toLowerCase() === 'r') retry(t, row)
    else return false
    return true
  }
  const { state, destination, channel, connection } = search
  return (
    <>
      <ArchiveHead
        actions={
          <>
            <DiskGuard />
            <Retention />
          </>
        }
      />
      <PagedLog
        room="recordings"
        log={log}
        rows={rows}
        rowId={({ id }) => id}
        columns={columns}
        onKey={onKey}
        facets={<Facets search={search} change={log.change} />}
        facetsSet={[state, destination, channel].filter((one) => one !== undefined).length}
        narrowings={
          connection === undefined
            ? []
            : [
                {
                  member: 'connection',
                  text: t('recordings.oneBroadcast', { id: shortId(connection) }),
                  clear: t('recordings.allBroadcasts'),
                },
              ]
        }
        nothing={<NothingRecorded />}
        inspector={log.opened && <Inspector key={log.opened.id} {...log.opened} query={recording} />}
      />
    </>
  )
}

/** Without a destination nothing is recorded; with one, recordings come with the next broadcast. */
function NothingRecorded() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data, isPending } = useDestinations()
  if (isPending) return null
  const off = data?.length === 0
  return (
    <EmptyList
      title={t(off ? 'recordings.off' : 'recordings.empty')}
      lead={t(off ? 'recordings.offHelp' : 'recordings.emptyHelp')}
    >
      <Button
        variant={off ? 'filled' : 'default'}
        onClick={() => void navigate({ to: '/archives/destinations' })}
      >
        {t(off ? 'recordings.toDestinations' : 'recordings.showDestinations')}
      </Button>
    </EmptyList>
  )
}
