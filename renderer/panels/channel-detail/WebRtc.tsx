/** A WebRTC channel: before its first client a guide to it, then who is connected and what becomes of it. */
import { getRouteApi } from '@tanstack/react-router'
import type { WebRtcChannel } from '../../channel/channel-kind.ts'
import { Clients } from './Clients.tsx'
import { Findings } from './Findings.tsx'
import { OutputCard } from './OutputCard.tsx'
import { PlayerCard } from '../../preview/PlayerCard.tsx'
import { RecordingsCard } from './RecordingsCard.tsx'
import { hadSignal } from './signal.ts'
import { SignalingCard } from './SignalingCard.tsx'
import { usePreviewPlayer } from '../../preview/use-preview-player.ts'
import { Views } from './Views.tsx'
import { WaitingForClient } from './WaitingForClient.tsx'
import css from './ChannelDetail.module.css'

const route = getRouteApi('/channels/$channelId')

export function WebRtc({ channel }: { channel: WebRtcChannel }) {
  const { connections, hls } = channel.webrtc
  const somebodyCame = connections.length > 0 || (hls !== null && hadSignal(channel))
  const { view } = route.useSearch()
  if (!somebodyCame && view !== 'access') return <WaitingForClient channel={channel} />
  return (
    <Views
      channel={channel}
      count={connections.length}
      overview={hls === null ? <WithoutHls channel={channel} /> : <WithHls channel={channel} />}
      connections={<Clients channel={channel} />}
      side={
        <>
          <SignalingCard channel={channel} />
          {hls !== null && <OutputCard channel={channel} />}
        </>
      }
    />
  )
}

function WithoutHls({ channel }: { channel: WebRtcChannel }) {
  return (
    <div className={css.columns}>
      <div className={css.column}>
        <Clients channel={channel} />
      </div>
      <div className={css.column}>
        <SignalingCard channel={channel} />
      </div>
    </div>
  )
}

function WithHls({ channel }: { channel: WebRtcChannel }) {
  const preview = usePreviewPlayer(channel)
  return (
    <div className={css.columns}>
      <div className={css.column}>
        <PlayerCard channel={channel} preview={preview} />
        {/* Findings come and go; the picture stays where it is. */}
        <Findings channel={channel} />
        <Clients channel={channel} />
        <RecordingsCard channel={channel} />
      </div>
      <div className={css.column}>
        <SignalingCard channel={channel} />
        <OutputCard channel={channel} />
      </div>
    </div>
  )
}
