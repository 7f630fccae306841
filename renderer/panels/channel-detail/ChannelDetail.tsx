/** One channel: before its first signal a guide to it, then what it sends, how well, and who is connected. */
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { CHANNEL_GRACE_MS, useChannel } from '../../api/events/hooks.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { isRtmp, isWebRtc, type RtmpChannel } from '../../channel/channel-kind.ts'
import { Connections } from './Connections.tsx'
import { EncoderCard } from './EncoderCard.tsx'
import { Head } from './Head.tsx'
import { IngestCard } from './IngestCard.tsx'
import { OutputCard } from './OutputCard.tsx'
import { Overview } from './Overview.tsx'
import { hadSignal } from './signal.ts'
import { Views } from './Views.tsx'
import { Waiting } from './Waiting.tsx'
import { WebRtc } from './WebRtc.tsx'
import css from './ChannelDetail.module.css'

const route = getRouteApi('/channels/$channelId')

export function ChannelDetail() {
  const { channelId } = route.useParams()
  const channel = useChannel(channelId)
  if (channel) return <Known key={channelId} channel={channel} />
  return <Unknown key={channelId} loading={channel === undefined} />
}

function Unknown({ loading }: { loading: boolean }) {
  const { t } = useTranslation()
  const [late, setLate] = useState(false)
  useTitle(t('room.channels'))
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), CHANNEL_GRACE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (loading || !late) {
    return (
      <Delayed>
        <p className={css.unknown} role="status">
          {t('detail.loading')}
        </p>
      </Delayed>
    )
  }
  return (
    <div className={css.unknown}>
      <h1>{t('detail.gone')}</h1>
      <p className="second">{t('detail.goneHelp')}</p>
      <div>
        <Button component={Link} to="/channels">
          {t('detail.toList')}
        </Button>
      </div>
    </div>
  )
}

function Known({ channel }: { channel: ChannelView }) {
  useTitle(useChannelName()(channel))
  return (
    <>
      <Head channel={channel} />
      {isRtmp(channel) && <Rtmp channel={channel} />}
      {isWebRtc(channel) && <WebRtc channel={channel} />}
    </>
  )
}

/** Who may send is for before the first signal, too. */
function Rtmp({ channel }: { channel: RtmpChannel }) {
  const { view } = route.useSearch()
  if (!hadSignal(channel) && view !== 'access') return <Waiting channel={channel} />
  return (
    <Views
      channel={channel}
      count={channel.connections.length}
      overview={<Overview channel={channel} />}
      connections={<Connections channel={channel} />}
      side={
        <>
          <IngestCard channel={channel} />
          <EncoderCard channel={channel} />
          <OutputCard channel={channel} />
        </>
      }
    />
  )
}
