/** The webhook log: did it arrive, why not, send it again. */
import { Button } from '@mantine/core'
import { IconRefresh, IconSend } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PagedLog } from '../../log/PagedLog.tsx'
import { useLog } from '../../log/use-log.ts'
import { engineNow } from '../../ui/Moment.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { useColumns } from './columns.tsx'
import { Facets } from './Facets.tsx'
import { Inspector } from './Inspector.tsx'
import { NothingSent } from './NothingSent.tsx'
import { copyCurl } from './copy-curl.ts'
import { askRedeliver } from './redeliver.tsx'
import { RedeliverDialog } from './RedeliverDialog.tsx'
import { facetsSet, filterOf, givenUpOf, readSearch, type LogSearch } from './search.ts'
import { SampleDialog } from './SampleDialog.tsx'
import { hostAndPath } from '../../webhook/texts.ts'
import { useEvent, WEBHOOK_LOG } from './webhook-log.ts'
import { WebhooksHead } from './WebhooksHead.tsx'

const route = getRouteApi('/webhooks')

export function Webhooks() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = route.useSearch()
  const [sampling, setSampling] = useState(false)
  const [redelivering, setRedelivering] = useState(false)
  useTitle(t('room.webhooks'))

  const go = (next: LogSearch, replace: boolean) => void navigate({ to: '/webhooks', search: next, replace })
  const log = useLog({ source: WEBHOOK_LOG, search, readSearch, filterOf, opens: 'event', go })
  const event = useEvent(search.event)
  const rows = useMemo(
    () => log.log?.rows.map((row) => (row.id === event.data?.id ? event.data : row)),
    [log.log, event.data],
  )
  const step = (by: 1 | -1) => {
    const at = rows?.findIndex(({ id }) => id === search.event) ?? -1
    const next = at === -1 ? undefined : rows?.[at + by]
    if (next !== undefined) log.open(next.id, true)
  }
  const columns = useColumns(rows ?? [], search.event === undefined)
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
              onClick={() => setRedelivering(true)}
            >
              {t('webhooks.redeliverAll')}
            </Button>
          </>
        }
      />
      <RedeliverDialog
        opened={redelivering}
        close={() => setRedelivering(false)}
        start={givenUpOf(log.filter, engineNow())}
      />
      <SampleDialog
        opened={sampling}
        close={() => setSampling(false)}
        sent={(event) => go({ event }, false)}
      />
      <PagedLog
        room="webhooks"
        log={log}
        rows={rows}
        rowId={({ id }) => id}
        columns={columns}
        onKey={(key, row) => {
          if (key.toLowerCase() === 'r') askRedeliver(t, row)
          else if (key.toLowerCase() === 'c') void copyCurl(t, row)
          else return false
          return true
        }}
        facets={<Facets search={search} change={log.change} />}
        facetsSet={facetsSet(search)}
        narrowings={
          search.url === undefined
            ? []
            : [{ member: 'url', text: hostAndPath(search.url), clear: t('webhooks.clearEndpoint') }]
        }
        nothing={<NothingSent />}
        inspector={log.opened && <Inspector key={log.opened.id} {...log.opened} query={event} step={step} />}
      />
    </>
  )
}
