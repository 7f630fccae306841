/** Short-term loudness of what arrives on a channel, or since when there is none. */
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { useNow } from '../api/events/clock.ts'
import { useConnected } from '../api/events/hooks.ts'
import { loudness, shortDuration } from '../i18n/format.ts'
import { Figure } from '../ui/Figure.tsx'
import { soundOf } from './sound-of.ts'

export function SoundFigure({ channel }: { readonly channel: ChannelView }) {
  const { t } = useTranslation()
  const connected = useConnected()
  const now = useNow()
  const sound = connected ? soundOf(channel) : null
  if (sound === null) return '–'
  if (sound.kind === 'none') {
    return (
      <Figure
        strong
        value={{ value: t('sound.none'), unit: shortDuration(Math.max(0, now - sound.since)) }}
      />
    )
  }
  if (sound.kind === 'not-measured') {
    return (
      <span className="third" title={t('sound.notMeasuredWhy')}>
        {t('sound.notMeasured')}
      </span>
    )
  }
  if (sound.shortTermLufs === null) return <span className="third">{t('sound.word.notYet')}</span>
  return <Figure strong value={loudness(sound.shortTermLufs)} />
}
