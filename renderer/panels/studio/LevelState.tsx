import { useTranslation } from 'react-i18next'
import { useOwnSound, useSoundState, type OwnSound } from '../../studio/own-level.ts'
import { isSoundless } from '../../studio/sound-state.ts'
import { StateWord } from '../../ui/StateWord.tsx'

const GLYPHS = {
  good: ['ok', 'ok'],
  tooLow: ['warn', 'warn'],
  tooLoud: ['warn', 'warn'],
  silent: ['warn', 'warn'],
  stopped: ['warn', 'warn'],
  notYet: ['waiting', 'idle'],
} as const satisfies Readonly<Record<OwnSound['word'], unknown>>

/** What the level of what is sent is called. What was measured a moment ago says nothing of a source without sound. */
export function LevelState() {
  const { t } = useTranslation()
  const state = useSoundState()
  const { word: heard } = useOwnSound()
  const word = isSoundless(state) && heard !== 'silent' ? 'stopped' : heard
  const [glyph, tone] = GLYPHS[word]
  return <StateWord glyph={glyph} tone={tone} text={t(`sound.word.${word}`)} />
}
