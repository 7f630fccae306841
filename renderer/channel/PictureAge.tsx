/** How long ago what viewers see happened: one value and one sentence everywhere. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { useConnected } from '../api/events/hooks.ts'
import { age } from '../i18n/format.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { told, type Mark } from '../ui/told.ts'
import css from './PictureAge.module.css'

interface Props {
  readonly channel: Pick<ChannelView, 'channelId' | 'kind' | 'onAirSince' | 'pictureAge'>
}

/** The whole sentence; nothing while the channel is off air. */
export function PictureAge({ channel }: Props) {
  const { t } = useTranslation()
  const { kind, onAirSince, pictureAge } = channel
  if (!useConnected() || onAirSince === null) return null
  return (
    <p className={`${css.age ?? ''} ${pictureAge === null && kind !== 'webrtc' ? 'third' : ''}`}>
      {pictureAge?.tooOld === true && <Glyph name="warn" tone="warn" />}
      <span className="num" {...ageMark(channel)}>
        {sentence(t, channel)}
      </span>
    </p>
  )
}

/** The figure alone, for where a state stands before it; the sentence is on hover and what is read out. */
export function ShortPictureAge({ channel }: Props) {
  const { t } = useTranslation()
  const { onAirSince, pictureAge } = channel
  if (!useConnected() || onAirSince === null || pictureAge === null) return null
  return (
    <span className="num third" title={sentence(t, channel)}>
      <span aria-hidden="true">{ageText(t, pictureAge.ms)}</span>
      <span className="hidden-text" {...ageMark(channel)}>
        {sentence(t, channel)}
      </span>
    </span>
  )
}

const ageMark = ({ channelId, pictureAge }: Props['channel']): Mark =>
  told('age', pictureAge?.ms ?? 'unknown', channelId)

function sentence(t: TFunction, { kind, pictureAge }: Props['channel']): string {
  // Nothing is measured between clients; nothing is gathered for a segment there either.
  if (pictureAge === null) return t(kind === 'webrtc' ? 'controlRoom.age.atOnce' : 'controlRoom.age.unknown')
  const { ms, rising } = pictureAge
  return t(rising ? 'controlRoom.age.rising' : 'controlRoom.age.happened', { age: ageText(t, ms) })
}

function ageText(t: TFunction, ms: number): string {
  const { value, isSeconds } = age(ms)
  return isSeconds ? t('controlRoom.age.seconds', { seconds: value }) : value
}
