/** Whether the channel's next connection has low latency HLS; what is on air keeps what it began with. */
import { SegmentedControl } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { LOW_LATENCY_MODES } from '../../../../service/contract/console/low-latency.ts'
import type { ChannelLowLatency, LowLatencyMode } from '../../../../service/contract/console/low-latency.ts'
import { errorText } from '../../../api/error-text.ts'
import { changeLowLatency, lowLatencyKey, readLowLatency } from '../../../api/low-latency.ts'
import { Card } from '../../../ui/Card.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import css from '../../../archive/publish/Publish.module.css'

export function LowLatencyCard({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const { channelId } = channel
  const query = useQuery({ queryKey: lowLatencyKey(channelId), queryFn: () => readLowLatency(channelId) })
  const { data } = query
  return (
    <Card title={t('lowLatency.title')} aside={data && t(`lowLatency.state.${data.on ? 'on' : 'off'}`)} flush>
      {query.isError && <LoadFailed query={query}>{t('lowLatency.failed')}</LoadFailed>}
      {data && <Shown channel={channel} view={data} />}
    </Card>
  )
}

function Shown({ channel, view }: { channel: ChannelView; view: ChannelLowLatency }) {
  const { t } = useTranslation()
  const { channelId, connections, publish } = channel
  const change = useMutation({
    mutationFn: (mode: LowLatencyMode) => changeLowLatency(channelId, mode),
    onError: (error) =>
      notifications.show({ message: t('lowLatency.notDone', { reason: errorText(t, error) }) }),
  })
  const began = connections[0]?.lowLatency ?? view.on
  return (
    <div className={css.stack}>
      <p className="second">{t('lowLatency.what')}</p>
      <SegmentedControl<LowLatencyMode>
        aria-label={t('lowLatency.title')}
        value={change.isPending ? change.variables : view.mode}
        onChange={(mode) => change.mutate(mode)}
        data={LOW_LATENCY_MODES.map((value) => ({ value, label: t(`lowLatency.modes.${value}`) }))}
      />
      {view.mode === 'installation' && (
        <p className="meta">{t(`lowLatency.all.${view.installation ? 'on' : 'off'}`)}</p>
      )}
      {began === view.on ? (
        <p className="meta">{t('lowLatency.next')}</p>
      ) : (
        <Notice tone="info" alert={false}>
          {t(`lowLatency.keeps.${began ? 'on' : 'off'}`)}
        </Notice>
      )}
      {view.on && publish !== null && <p className="meta">{t('lowLatency.store')}</p>}
    </div>
  )
}
