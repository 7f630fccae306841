/** A state: glyph and word, never one of them alone. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { useConnected } from '../api/events/hooks.ts'
import { useNow } from '../api/events/clock.ts'
import { shortDuration } from '../i18n/format.ts'
import { closeText } from '../i18n/close.ts'
import { Glyph, type GlyphName } from './Glyph.tsx'
import { drawState, type DrawnState, type StateWords } from './state.ts'
import { told, type Mark } from './told.ts'
import type { Tone } from './tone.ts'
import css from './StateWord.module.css'

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

interface Props {
  readonly glyph: GlyphName
  readonly tone: Tone
  readonly text: string
  /** What is drawn where there is little room; the text is then on hover, and what screen readers say. */
  readonly short?: string
  /** The same as data. */
  readonly mark?: Mark | undefined
}

export function StateWord({ glyph, tone, text, short, mark }: Props) {
  const fine = tone === 'ok' || tone === 'idle'
  return (
    <span className={css.state} data-fine={fine || undefined} {...mark}>
      <Glyph name={glyph} tone={tone} />
      <span className={css.word} title={text}>
        {short === undefined ? text : <span aria-hidden="true">{short}</span>}
      </span>
      {short !== undefined && <span className="hidden-text">{text}</span>}
    </span>
  )
}

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
