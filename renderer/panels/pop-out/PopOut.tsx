/** One channel's picture in a window of its own, as for a second display. */
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useChannel } from '../../api/events/hooks.ts'
import { PlayerCard } from '../../preview/PlayerCard.tsx'
import { usePreviewPlayer } from '../../preview/use-preview-player.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { OnAirPlate } from '../../channel/OnAirPlate.tsx'
import { ChannelState } from '../../channel/ChannelState.tsx'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { UserText } from '../../ui/UserText.tsx'
import css from './PopOut.module.css'

const route = getRouteApi('/pop-out/$channelId')

export function PopOut() {
  const { t } = useTranslation()
  const { channelId } = route.useParams()
  const channel = useChannel(channelId)
  if (channel) return <Known key={channelId} channel={channel} />
  return (
    <main className={css.unknown}>
      {channel === undefined ? (
        <Delayed>
          <p role="status">{t('detail.loading')}</p>
        </Delayed>
      ) : (
        <>
          <h1>{t('preview.gone')}</h1>
          <p>{t('preview.goneHelp')}</p>
        </>
      )}
    </main>
  )
}

function Known({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const name = useChannelName()(channel)
  const preview = usePreviewPlayer(channel)
  useEffect(() => {
    document.title = t('app.title', { room: name })
  }, [t, name])
  return (
    <main className={css.window}>
      <header className={css.head}>
        <h1>
          <UserText>{name}</UserText>
        </h1>
        <OnAirPlate since={channel.onAirSince} />
        <ChannelState channel={channel} />
      </header>
      <PlayerCard channel={channel} preview={preview} size="window" />
    </main>
  )
}
