import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureAddress } from '../api/channels.ts'
import { useShown } from '../media/use-player.ts'
import css from './Thumbnail.module.css'

/** From the end of one picture to the question for the next. */
const EVERY_MS = 2000

/**
 * What a channel on air shows, small, renewed every 2 s while it can be seen. It fills its parent; who
 * shows it names the channel beside it.
 */
export function Thumbnail({ channelId }: { channelId: string }) {
  const { t } = useTranslation()
  const [box, bind] = useState<HTMLElement | null>(null)
  const shown = useShown(box, 0)
  const [at, setAt] = useState(() => Date.now())
  const [settled, setSettled] = useState<{ readonly at: number; readonly ok: boolean } | null>(null)
  useEffect(() => {
    if (!shown || settled?.at !== at) return
    const timer = setTimeout(() => setAt(Date.now()), EVERY_MS)
    return () => clearTimeout(timer)
  }, [shown, settled, at])
  const failed = settled?.ok === false
  return (
    <span ref={bind} className={css.box}>
      <img
        className={css.picture}
        data-failed={failed || undefined}
        src={pictureAddress(channelId, at)}
        alt=""
        draggable={false}
        onLoad={() => setSettled({ at, ok: true })}
        onError={() => setSettled({ at, ok: false })}
      />
      {failed && <span className={css.none}>{t('preview.noThumbnail')}</span>}
    </span>
  )
}
