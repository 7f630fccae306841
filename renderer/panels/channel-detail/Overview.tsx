import type { RtmpChannel } from '../../channel/channel-kind.ts'
import { Connections } from './Connections.tsx'
import { EncoderCard } from './EncoderCard.tsx'
import { Findings } from './Findings.tsx'
import { IngestCard } from './IngestCard.tsx'
import { ObsSettings } from './ObsSettings.tsx'
import { OutputCard } from './OutputCard.tsx'
import { PlayerCard } from '../../preview/PlayerCard.tsx'
import { RecordingsCard } from './RecordingsCard.tsx'
import { usePreviewPlayer } from '../../preview/use-preview-player.ts'
import css from './ChannelDetail.module.css'

/** To run a channel: the picture, what is wrong, who sends, what goes out. */
export function Overview({ channel }: { channel: RtmpChannel }) {
  const preview = usePreviewPlayer(channel)
  return (
    <div className={css.columns}>
      <div className={css.column}>
        <PlayerCard channel={channel} preview={preview} />
        {/* Findings come and go; the picture stays where it is. */}
        <Findings channel={channel} />
        <Connections channel={channel} brief />
        <RecordingsCard channel={channel} />
      </div>
      <div className={css.column}>
        <IngestCard channel={channel} />
        <EncoderCard channel={channel} />
        <OutputCard channel={channel} />
        {channel.connections.length === 0 && <ObsSettings channel={channel} />}
      </div>
    </div>
  )
}
