/** How long ago what viewers see happened: one value and one sentence everywhere. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { useConnected } from '../api/events/hooks.ts'
import { age } from '../i18n/format.ts'
import { Glyph } from './Glyph.tsx'
import css from './PictureAge.module.css'

interface Props {
  readonly channel: Pick<ChannelView, 'onAirSince' | 'pictureAge'>
}

/** The whole sentence; nothing while the channel is off air. */
export function PictureAge({ channel }: Props) {
  const { t } = useTranslation()
  const { onAirSince, pictureAge } = channel
  if (!useConnected() || onAirSince === null) return null
  return (
    <p className={`${css.age ?? ''} ${pictureAge === null ? 'third' : ''}`}>
      {pictureAge?.tooOld === true && <Glyph name="warn" tone="warn" />}
      <span className="num">{sentence(t, pictureAge)}</span>
    </p>
  )
}

/** The figure alone, for where a state stands before it; the sentence is on hover and what is read out. */
export function ShortPictureAge({ channel: { onAirSince, pictureAge } }: Props) {
  const { t } = useTranslation()
  if (!useConnected() || onAirSince === null || pictureAge === null) return null
  return (
    <span className="num third" title={sentence(t, pictureAge)}>
      <span aria-hidden="true">{ageText(t, pictureAge.ms)}</span>
      <span className="hidden-text">{sentence(t, pictureAge)}</span>
    </span>
  )
}

function sentence(t: TFunction, pictureAge: ChannelView['pictureAge']): string {
  if (pictureAge === null) return t('controlRoom.age.unknown')
  const { ms, rising } = pictureAge
  return t(rising ? 'controlRoom.age.rising' : 'controlRoom.age.happened', { age: ageText(t, ms) })
}

function ageText(t: TFunction, ms: number): string {
  const { value, isSeconds } = age(ms)
  return isSeconds ? t('controlRoom.age.seconds', { seconds: value }) : value
}
