/** Who may send to a channel and who may watch it: what is public, what is secret, who came. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AccessView } from '../../../../service/contract/console/access.ts'
import type { ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { accessKey, readAccess } from '../../../api/access.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { Card } from '../../../ui/Card.tsx'
import { Delayed } from '../../../ui/Delayed.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { useMinute } from '../../../ui/Moment.tsx'
import { playlistOf } from '../../../channel/channel-kind.ts'
import detail from '../ChannelDetail.module.css'
import { Addresses } from './Addresses.tsx'
import { Door } from './Door.tsx'
import { LowLatencyCard } from './LowLatencyCard.tsx'
import { PublishCard } from './PublishCard.tsx'
import { PublicBand } from './PublicBand.tsx'
import { SecretBand } from './SecretBand.tsx'
import { ViewersBand } from './ViewersBand.tsx'
import css from './Access.module.css'

const RENEW_MS = 2000

export function Access({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const { isMaster, permissions } = useSignedIn().user
  const mayRead = isMaster || permissions.delivery
  const { channelId } = channel
  const query = useQuery({
    queryKey: accessKey(channelId),
    queryFn: () => readAccess(channelId),
    refetchInterval: RENEW_MS,
    enabled: mayRead,
  })
  if (!mayRead) return <p className={css.empty}>{t('access.noRight')}</p>
  if (query.data) return <Shown channel={channel} view={query.data} />
  if (query.isError) return <LoadFailed query={query}>{t('access.failed')}</LoadFailed>
  return (
    <Delayed>
      <p className={css.empty} role="status">
        {t('detail.loading')}
      </p>
    </Delayed>
  )
}

function Shown({ channel, view }: { channel: ChannelView; view: AccessView }) {
  const { t } = useTranslation()
  const minute = useMinute()
  const { changed } = view
  const playlist = playlistOf(channel)
  return (
    <div className={detail.columns}>
      <div className={detail.column}>
        <Card
          title={t('access.title')}
          aside={changed && t('access.changed', { time: minute(changed.at), name: changed.by })}
          flush
        >
          <PublicBand {...{ channel, view }} />
          <SecretBand {...{ channel, view }} />
          {playlist && <ViewersBand {...{ channel, view }} />}
        </Card>
        {playlist && <PublishCard channel={channel} />}
        {playlist && <LowLatencyCard channel={channel} />}
      </div>
      <div className={detail.column}>
        {playlist && <Addresses {...{ channel, view }} />}
        <Door entries={view.door} />
      </div>
    </div>
  )
}
