import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { AudioLevel } from '../../media/audio-level.ts'
import type { Player } from '../../media/player.ts'
import { playerMessage } from '../../preview/player-message.ts'
import { usePreviewPlayer } from '../../preview/use-preview-player.ts'
import css from './Wall.module.css'

/**
 * A player in a tile: no larger level than the tile shows, its sound as a meter. With low latency, too, it plays whole
 * segments: several players share this computer, where three parts a second of each made them stall, and the six
 * connections that a browser has to the preview's origin (HTTP/1.1), of which each would hold one for its next part.
 */
export function LivePicture({ channel, sounds }: { channel: ChannelView; sounds: boolean }) {
  const { t } = useTranslation()
  const preview = usePreviewPlayer(channel, false)
  const { player, state, video, bind } = preview
  useEffect(() => {
    player?.setMuted(!sounds)
  }, [player, sounds])
  const message = playerMessage(t, channel, preview)
  return (
    <>
      <video
        ref={bind}
        className={css.video}
        data-status={state?.status.kind ?? 'none'}
        data-stalls={state?.stalls ?? 0}
        data-trouble={state?.lastError ?? ''}
        muted
        playsInline
        tabIndex={-1}
      />
      {message && <span className={css.message}>{message.title}</span>}
      <Meter video={video} player={player} />
    </>
  )
}

const METER_MS = 80

/** Drawn without React: it moves many times a second. */
function Meter({ video, player }: { video: HTMLVideoElement | null; player: Player | null }) {
  const bar = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (video === null || player === null) return
    const level = new AudioLevel(video)
    const timer = setInterval(() => {
      const value = level.read().toFixed(3)
      bar.current?.style.setProperty('transform', `scaleY(${value})`)
      bar.current?.setAttribute('data-level', value)
    }, METER_MS)
    return () => {
      clearInterval(timer)
      level.destroy()
    }
  }, [video, player])
  return (
    <span className={css.meter} aria-hidden="true">
      <span ref={bar} />
    </span>
  )
}
