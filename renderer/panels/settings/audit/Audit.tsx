/** Who did what, newest first. */
import { Button, Checkbox, Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AUDIT_TOPICS } from '../../../../service/contract/console/words.ts'
import type { AuditEntry } from '../../../../service/contract/console/audit.ts'
import { exportAudit, listAudit } from '../../../api/audit.ts'
import { errorText } from '../../../api/error-text.ts'
import { PagedLog } from '../../../log/PagedLog.tsx'
import { useLog } from '../../../log/use-log.ts'
import type { LogSource } from '../../../log/log-source.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { EmptyList } from '../../../ui/EmptyList.tsx'
import { engineNow } from '../../../ui/Moment.tsx'
import { saveFile } from '../../../save-file.ts'
import { useColumns } from './columns.tsx'
import { Entry } from './Entry.tsx'
import { withMoment } from './period.ts'
import { filterOf, PERIODS, readAudit, type AuditSearch, type PeriodFilter } from './search.ts'
import { whoText } from './words.ts'
import css from './Audit.module.css'

const route = getRouteApi('/settings')
const RENEW_MS = 3000

/** Reads within a period on the clocks of the system. */
const sourceOf = (zone: string): LogSource<AuditEntry, PeriodFilter> => ({
  key: ['audit', 'log'],
  read: async (filter, { limit, before = null }) => {
    const { entries: rows, next } = await listAudit(withMoment(filter, engineNow(), zone), limit, before)
    return { rows, before: next }
  },
  position: ({ id }) => id,
  renewAfter: () => RENEW_MS,
})

/** Who is in the log, and how much there is, whatever the filter. */
const useWhole = () =>
  useQuery({ queryKey: ['audit', 'whole'], queryFn: () => listAudit({}, 1, null), refetchInterval: RENEW_MS })
    .data

export function Audit() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { timeZone } = useSignedIn().system
  const { section: _, ...search } = route.useSearch()
  const go = (next: AuditSearch, replace: boolean) =>
    void navigate({ to: '/settings', search: { section: 'audit', ...next }, replace })
  const source = useMemo(() => sourceOf(timeZone), [timeZone])
  const log = useLog({ source, search, readSearch: readAudit, filterOf, opens: 'entry', go })
  const rows = log.log?.rows
  const columns = useColumns(rows ?? [])
  return (
    <PagedLog
      room="audit"
      log={log}
      rows={rows}
      rowId={({ id }) => String(id)}
      columns={columns}
      facetsSet={0}
      controls={<Controls search={search} change={log.change} />}
      inAll={useWhole()?.inAll}
      narrowings={[]}
      nothing={
        <EmptyList title={t('audit.empty')} lead={t('audit.emptyHelp')}>
          {null}
        </EmptyList>
      }
      inspector={
        log.opened && (
          <Entry
            key={log.opened.id}
            {...log.opened}
            entry={rows?.find(({ id }) => String(id) === search.entry)}
          />
        )
      }
    />
  )
}

interface ControlProps {
  readonly search: AuditSearch
  readonly change: (members: Readonly<Record<string, string>>) => void
}

/** By whom, what about, since when, and only what was refused. */
function Controls({ search, change }: ControlProps) {
  const { t } = useTranslation()
  const actors = (useWhole()?.actors ?? []).map((actor) => ({
    value: actor.id === null ? actor.kind : `${actor.kind}:${actor.id}`,
    label: whoText(t, actor),
  }))
  return (
    <>
      <Select
        className={css.person}
        aria-label={t('audit.who')}
        data={[{ value: '', label: t('audit.everyone') }, ...actors]}
        value={search.actor ?? ''}
        onChange={(actor) => change({ actor: actor ?? '' })}
        allowDeselect={false}
      />
      <Select
        className={css.topic}
        aria-label={t('audit.topicLabel')}
        data={[
          { value: '', label: t('audit.everything') },
          ...AUDIT_TOPICS.map((topic) => ({ value: topic, label: t(`audit.topic.${topic}`) })),
        ]}
        value={search.topic ?? ''}
        onChange={(topic) => change({ topic: topic ?? '' })}
        allowDeselect={false}
      />
      <Select
        className={css.period}
        aria-label={t('audit.periodLabel')}
        data={[
          ...PERIODS.map((period) => ({ value: period, label: t(`audit.period.${period}`) })),
          { value: '', label: t('audit.period.all') },
        ]}
        value={search.period ?? ''}
        onChange={(period) => change({ period: period ?? '' })}
        allowDeselect={false}
      />
      <Checkbox
        className={css.refused}
        label={t('audit.refusedOnly')}
        checked={search.refused === 'true'}
        onChange={({ currentTarget: { checked } }) => change({ refused: checked ? 'true' : '' })}
      />
    </>
  )
}

/** Exports what the filter finds. */
export function ExportAudit() {
  const { t } = useTranslation()
  const { timeZone } = useSignedIn().system
  const { section: _, ...search } = route.useSearch()
  const run = useMutation({
    mutationFn: () => exportAudit(withMoment(filterOf(search), engineNow(), timeZone)),
    onSuccess: (file) => saveFile('airdesk-audit.jsonl', file, 'application/jsonl'),
    onError: (error) =>
      notifications.show({ message: t('audit.exportFailed', { reason: errorText(t, error) }) }),
  })
  return (
    <Button
      leftSection={<IconDownload size={16} stroke={1.6} />}
      loading={run.isPending}
      onClick={() => run.mutate()}
    >
      {t('audit.export')}
    </Button>
  )
}
