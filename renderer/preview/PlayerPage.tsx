import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { Graphs } from './Graphs.tsx'
import { PlayerCard } from './PlayerCard.tsx'
import { PlaylistCard } from './PlaylistCard.tsx'
import { usePreviewPlayer } from './use-preview-player.ts'
import css from './PlayerPage.module.css'

/** To inspect what viewers get: the picture, its latency and buffer, the playlist. */
export function PlayerPage({ channel }: { channel: ChannelView }) {
  const preview = usePreviewPlayer(channel)
  return (
    <div className={css.columns}>
      <div className={css.column}>
        <PlayerCard channel={channel} preview={preview} size="small" />
        <Graphs player={preview.player} />
      </div>
      <PlaylistCard channel={channel} state={preview.state} />
    </div>
  )
}
