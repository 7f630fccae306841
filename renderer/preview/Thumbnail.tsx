import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShown } from '../media/use-player.ts'
import { followPicture } from './follow-picture.ts'
import css from './Thumbnail.module.css'

/**
 * What a channel on air shows, small, renewed every 2 s while it can be seen. It fills its parent; who
 * shows it names the channel beside it.
 */
export function Thumbnail({ channelId }: { channelId: string }) {
  const { t } = useTranslation()
  const [canvas, bind] = useState<HTMLCanvasElement | null>(null)
  const shown = useShown(canvas, 0)
  const [picture, setPicture] = useState<'coming' | 'shown' | 'none'>('coming')
  useEffect(() => {
    if (!shown || canvas === null) return
    return followPicture(canvas, channelId, (came) => setPicture(came ? 'shown' : 'none')).stop
  }, [shown, canvas, channelId])
  return (
    <span className={css.box}>
      <canvas ref={bind} className={css.picture} data-picture={picture} aria-hidden />
      {picture === 'none' && <span className={css.none}>{t('preview.noThumbnail')}</span>}
    </span>
  )
}
