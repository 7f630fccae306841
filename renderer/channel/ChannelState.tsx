/** The state of a channel in words. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { useConnected } from '../api/events/hooks.ts'
import { useNow } from '../api/events/clock.ts'
import { shortDuration } from '../i18n/format.ts'
import { closeText } from '../i18n/close.ts'
import { StateWord } from '../ui/StateWord.tsx'
import { told, type Mark } from '../ui/told.ts'
import { drawState, type DrawnState, type StateWords } from './state.ts'

/** The words of a state in the language of the console. */
export function stateText(t: TFunction, words: StateWords, close: ChannelView['lastClose']): string {
  switch (words.key) {
    case 'denied':
      return t('state.denied', { reason: close ? closeText(t, close) : '' })
    case 'packaging':
      return t('state.packaging', { seconds: words.seconds })
    case 'starving':
      return t('state.starving', { seconds: words.seconds })
    case 'findings':
      return t('state.findings', { count: words.count })
    case 'no-signal':
      return t('state.no-signal', { time: shortDuration(words.ms) })
    default:
      return t(`state.${words.key}`)
  }
}

export const stateMark = ({ channelId }: Pick<ChannelView, 'channelId'>, { words }: DrawnState): Mark =>
  told('state', words.key, channelId)

/** The state of a channel, kept up to date. */
export function ChannelState({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const drawn = drawState(channel, useNow(), useConnected())
  return (
    <StateWord
      glyph={drawn.glyph}
      tone={drawn.tone}
      text={stateText(t, drawn.words, channel.lastClose)}
      mark={stateMark(channel, drawn)}
    />
  )
}
