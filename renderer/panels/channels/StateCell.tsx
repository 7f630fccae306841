import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useNow } from '../../api/events/clock.ts'
import { useConnected } from '../../api/events/hooks.ts'
import { shortDuration } from '../../i18n/format.ts'
import { OnAirPlate } from '../../channel/OnAirPlate.tsx'
import { drawState, type StateWords } from '../../channel/state.ts'
import { stateText } from '../../channel/ChannelState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import css from './Channels.module.css'

/** A state in a word or a time; the whole is on hover, and what screen readers say. */
function shortText(t: TFunction, words: StateWords): string {
  switch (words.key) {
    case 'no-signal':
      return shortDuration(words.ms)
    case 'starving':
      return shortDuration(words.seconds * 1000)
    case 'denied':
      return t('state.deniedShort')
    case 'receiving':
    case 'noMedia':
      return t('state.connected')
    case 'packaging':
    case 'packagingSoon':
      return t('channels.short.packaging')
    case 'unknown':
      return t('channels.short.unknown')
    case 'findings':
      return t('state.findings', { count: words.count })
    default:
      return t(`state.${words.key}`)
  }
}

/** Fine rows are quiet: the plate says enough, so *Healthy* is left out beside it. */
export function StateCell({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const connected = useConnected()
  const { glyph, tone, words } = drawState(channel, useNow(), connected)
  const isQuiet = connected && channel.onAirSince !== null && tone === 'ok'
  const whole = stateText(t, words, channel.lastClose)
  return (
    <span className={css.state} title={whole}>
      <OnAirPlate since={channel.onAirSince} timer={false} />
      {!isQuiet && <StateWord {...{ glyph, tone }} text={whole} short={shortText(t, words)} />}
    </span>
  )
}
