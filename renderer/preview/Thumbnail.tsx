import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readClock } from '../api/events/clock.ts'
import { useConnected } from '../api/events/hooks.ts'
import { timeOfDay } from '../i18n/format.ts'
import { useShown } from '../media/use-player.ts'
import { useSignedIn } from '../stores/session.ts'
import { PicturePlate } from '../channel/PicturePlate.tsx'
import type { PlateText } from '../channel/use-picture-plate.ts'
import { followPicture } from './follow-picture.ts'
import css from './Thumbnail.module.css'

interface Props {
  readonly channelId: string
  /** What else is to stand on the picture. */
  readonly plate: PlateText | null
}

/**
 * What a channel on air shows, small, renewed every 2 s while it can be seen. One that no other follows stays, as old.
 * It fills its parent; who shows it names the channel beside it.
 */
export function Thumbnail({ channelId, plate }: Props) {
  const { t } = useTranslation()
  const connected = useConnected()
  const [canvas, bind] = useState<HTMLCanvasElement | null>(null)
  const shown = useShown(canvas, 0)
  const [picture, setPicture] = useState<'coming' | 'shown' | 'old' | 'none'>('coming')
  const cameAt = useRef<number | null>(null)
  const [lastAt, setLastAt] = useState<number | null>(null)
  useEffect(() => {
    if (!shown || canvas === null) return
    return followPicture(canvas, channelId, (came) => {
      if (came) cameAt.current = readClock()
      else setLastAt(cameAt.current)
      setPicture(came ? 'shown' : cameAt.current === null ? 'none' : 'old')
    }).stop
  }, [shown, canvas, channelId])
  const old = useOldPlate(lastAt)
  return (
    <span className={css.box}>
      <canvas ref={bind} className={css.picture} data-picture={picture} aria-hidden />
      {picture === 'none' && (
        <span className={css.none}>{t(connected ? 'preview.noThumbnail' : 'state.unknown')}</span>
      )}
      <PicturePlate
        plate={picture === 'old' ? { ...old, ...plate, isOld: true, last: plate?.last ?? old.last } : plate}
      />
    </span>
  )
}

/** What stands on a picture that is no longer renewed; of viewers it says nothing. */
function useOldPlate(at: number | null): PlateText {
  const { t } = useTranslation()
  const connected = useConnected()
  const { timeZone } = useSignedIn().system
  return {
    ...{ glyph: 'waiting', tone: 'idle', isOld: true },
    lines: connected ? [] : [t('state.unknown')],
    last: at === null ? null : t('onAir.lastPicture', { time: timeOfDay(at, timeZone) }),
    mark: null,
  }
}
