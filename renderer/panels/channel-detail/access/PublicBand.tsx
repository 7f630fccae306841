import { useTranslation } from 'react-i18next'
import type { AccessView } from '../../../../service/contract/console/access.ts'
import type { ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { playlistOf } from '../../../channel/channel-kind.ts'
import { Band, ValueRow } from './Band.tsx'

export function PublicBand({ channel, view }: { channel: ChannelView; view: AccessView }) {
  const { t } = useTranslation()
  const playlist = playlistOf(channel)
  const { schedule, requireKey } = view
  // Delivery opens a schedule's channel to who knows its id, unless each needs an address.
  const isOpen = schedule ? !schedule.byAddress && schedule.openUntil !== null : !requireKey
  return (
    <>
      <Band
        of="public"
        title={t('access.public')}
        says={t(isOpen ? 'access.publicOpen' : 'access.publicKeyed')}
        isOpen={isOpen}
      />
      <ValueRow label={t('access.channelId')} value={channel.channelId} />
      {playlist && <ValueRow label={t('access.playlist')} value={playlist.playlistUrl} />}
    </>
  )
}
