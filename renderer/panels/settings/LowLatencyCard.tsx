/** Whether channels have low latency HLS that say nothing themselves. */
import { Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { changeAllLowLatency, LOW_LATENCY_KEY, readAllLowLatency } from '../../api/low-latency.ts'
import { Card } from '../../ui/Card.tsx'
import { NotSaved } from './NotSaved.tsx'
import { Row } from './Row.tsx'
import { SettingsFailed } from './SettingsFailed.tsx'
import css from './Settings.module.css'

export function LowLatencyCard() {
  const { t } = useTranslation()
  const id = useId()
  const query = useQuery({ queryKey: LOW_LATENCY_KEY, queryFn: readAllLowLatency })
  const change = useMutation({ mutationFn: changeAllLowLatency })
  return (
    <Card title={t('lowLatency.title')} flush>
      <SettingsFailed query={query} className={css.inner} />
      {query.data && (
        <Row label={t('lowLatency.installation.label')} help={t('lowLatency.installation.help')} id={id}>
          <Switch
            aria-labelledby={id}
            checked={change.isPending ? change.variables : query.data.on}
            onChange={(event) => change.mutate(event.currentTarget.checked)}
          />
        </Row>
      )}
      <NotSaved error={change.error} />
    </Card>
  )
}
