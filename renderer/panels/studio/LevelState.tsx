import { useTranslation } from 'react-i18next'
import { useOwnSound, type OwnSound } from '../../studio/own-level.ts'
import { StateWord } from '../../ui/StateWord.tsx'

const GLYPHS = {
  good: ['ok', 'ok'],
  tooLow: ['warn', 'warn'],
  tooLoud: ['warn', 'warn'],
  silent: ['warn', 'warn'],
  stopped: ['warn', 'warn'],
  notYet: ['waiting', 'idle'],
} as const satisfies Readonly<Record<OwnSound['word'], unknown>>

/** What the level of what is sent is called. */
export function LevelState() {
  const { t } = useTranslation()
  const { word } = useOwnSound()
  const [glyph, tone] = GLYPHS[word]
  return <StateWord glyph={glyph} tone={tone} text={t(`sound.word.${word}`)} />
}
