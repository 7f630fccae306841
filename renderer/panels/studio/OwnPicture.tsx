/** What goes out, or would: muted, as it is sent. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { isBusy, type PublisherState } from '../../studio/states.ts'
import { SoundMeter } from '../../sound/SoundMeter.tsx'
import { followOwnLevel, useSoundState } from '../../studio/own-level.ts'
import { isSoundless } from '../../studio/sound-state.ts'
import { useStudio } from '../../studio/use-studio.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { OnAirPlate } from '../../channel/OnAirPlate.tsx'
import { useConnected } from '../../api/events/hooks.ts'
import css from './OwnPicture.module.css'

export function OwnPicture({ channel }: { readonly channel: ChannelView }) {
  const { t } = useTranslation()
  const { picture, state, source } = useStudio()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = picture
  }, [picture])
  return (
    <section className={css.stage} aria-label={t('studio.ownPicture')}>
      <video ref={video} className={css.video} muted autoPlay playsInline />
      {/* Its words stand in the card beside it. */}
      <SoundMeter follow={followOwnLevel} />
      <div className={css.plates}>
        <Plate state={state} onAirSince={channel.onAirSince} />
        <Soundless />
        {source?.kind === 'slate' && <span className={css.plate}>{t('studio.slateShown')}</span>}
      </div>
    </section>
  )
}

/** Seen in every window, whatever else there is room for. */
function Soundless() {
  const { t } = useTranslation()
  const sound = useSoundState()
  if (!isSoundless(sound)) return null
  return (
    <span className={css.plate}>
      <Glyph name="warn" size={12} />
      <strong>{t(sound === 'muted' ? 'studio.plate.muted' : 'studio.plate.noSound')}</strong>
    </span>
  )
}

/** Red only when the engine says that viewers can see it, and it is ours that they see. */
function Plate({
  state,
  onAirSince,
}: {
  readonly state: PublisherState
  readonly onAirSince: number | null
}) {
  const { t } = useTranslation()
  const isConnected = useConnected()
  const isOurs = isBusy(state)
  const isRehearsal = 'broadcast' in state && state.broadcast?.isRehearsal === true
  if (isOurs && !isRehearsal && onAirSince !== null && isConnected) return <OnAirPlate since={onAirSince} />
  const word = isOurs ? (isRehearsal ? 'rehearsal' : isConnected ? 'opening' : 'unknown') : 'offAir'
  return (
    <span className={css.plate}>
      <Glyph name={word === 'unknown' ? 'waiting' : isOurs ? 'half' : 'ended'} size={12} />
      <strong>{t(`studio.plate.${word}`)}</strong>
      <span className={css.note}>{t(`studio.plate.${word}Note`)}</span>
    </span>
  )
}
