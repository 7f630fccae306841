import type { TFunction } from 'i18next'
import { loudness, plain } from '../i18n/format.ts'
import { levelWord } from './level.ts'
import type { Sound } from './sound-of.ts'

/** A sound in one text: what its level is called, and the figure. */
export function soundText(t: TFunction, sound: Sound): string {
  if (sound.kind === 'none') return t('sound.none')
  if (sound.kind === 'not-measured') return t('sound.notMeasured')
  const word = t(`sound.word.${levelWord(sound.shortTermLufs)}`)
  if (sound.shortTermLufs === null) return word
  return [word, plain(loudness(sound.shortTermLufs))].join(t('common.listSeparator'))
}
