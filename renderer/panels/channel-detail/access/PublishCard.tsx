/** Whether the channel is published to a store, how that goes, and where its viewers find it there. */
import { SegmentedControl } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { PUBLISH_MODES } from '../../../../service/contract/console/publishing.ts'
import type { PublishingView, PublishMode } from '../../../../service/contract/console/publishing.ts'
import { errorText } from '../../../api/error-text.ts'
import { changePublishing, publishingKey, readPublishing } from '../../../api/publishing.ts'
import { PublishTrouble, PublishWord } from '../../../archive/publish/PublishState.tsx'
import { TargetForm } from '../../../archive/publish/TargetForm.tsx'
import css from '../../../archive/publish/Publish.module.css'
import { Card } from '../../../ui/Card.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { StateWord } from '../../../ui/StateWord.tsx'
import { CopyField } from '../../../ui/ValueField.tsx'
import { playlistOf } from '../../../channel/channel-kind.ts'

export function PublishCard({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const { channelId } = channel
  const query = useQuery({ queryKey: publishingKey(channelId), queryFn: () => readPublishing(channelId) })
  const { data } = query
  const isOff = data?.target === null || data?.addressesExpire === true
  return (
    <Card
      title={t('access.publish.title')}
      aside={
        data &&
        (isOff ? (
          <StateWord glyph="idle" tone="idle" text={t('access.publish.state.off')} />
        ) : (
          <PublishWord status={channel.publish} />
        ))
      }
      flush
    >
      {query.isError && <LoadFailed query={query}>{t('access.publish.failed')}</LoadFailed>}
      {data && <Shown channel={channel} view={data} />}
    </Card>
  )
}

function Shown({ channel, view }: { channel: ChannelView; view: PublishingView }) {
  const { t } = useTranslation()
  const { channelId, publish } = channel
  // A store that is not chosen yet is nothing that the service knows of.
  const [chosen, choose] = useState<PublishMode | null>(null)
  const mode = chosen ?? view.mode
  const change = useMutation({
    mutationFn: (wanted: 'system' | 'off') => changePublishing(channelId, { mode: wanted }),
    onSuccess: () => choose(null),
    onError: (error) =>
      notifications.show({ message: t('access.publish.notDone', { reason: errorText(t, error) }) }),
  })
  const own = view.mode === 'own' ? view.target : null
  const playlist = playlistOf(channel)?.playlistUrl
  return (
    <div className={css.rows}>
      {view.target !== null && !view.addressesExpire && playlist !== undefined && (
        <div className={css.stack}>
          {publish && <PublishTrouble channelId={channelId} status={publish} />}
          <CopyField label={t('access.publish.viewersAt')} value={playlist} />
        </div>
      )}
      <div className={css.stack}>
        <p className="second">{t('access.publish.what')}</p>
        <SegmentedControl
          aria-label={t('access.publish.mode')}
          value={change.isPending ? change.variables : mode}
          onChange={(wanted) => {
            choose(wanted)
            if (wanted !== 'own') change.mutate(wanted)
          }}
          data={PUBLISH_MODES.map((value) => ({ value, label: t(`access.publish.modes.${value}`) }))}
        />
        {mode === 'system' && (
          <p className="meta">
            {view.system
              ? t('access.publish.asSystem', { where: view.system.bucketUri })
              : t('access.publish.asSystemOff')}
          </p>
        )}
        {view.mode === 'own' && <p className="meta">{t('access.publish.stopHelp')}</p>}
      </div>
      {mode === 'own' && (
        <TargetForm
          key={JSON.stringify(own)}
          known={own && targetOf(own)}
          send={(target) => changePublishing(channelId, { mode: 'own', target }).then(() => choose(null))}
        />
      )}
      {view.target !== null && view.addressesExpire && (
        <div className={css.row}>
          <Notice tone="info" alert={false}>
            {t('access.publish.expire')}
          </Notice>
        </div>
      )}
    </div>
  )
}

const targetOf = ({ destinationId, prefix, publicBase, keep }: NonNullable<PublishingView['target']>) => ({
  ...{ destinationId, prefix, publicBase, keep },
})
