/** What a level is called and how far it fills a meter. Pure. */

/** Drawn levels, dBFS: what is below is empty. */
export const QUIETEST_DB = -60
/** Players do not make up for what is quieter or louder, LUFS. */
const TOO_LOW = -30
const TOO_LOUD = -10

export type LevelWord = 'tooLow' | 'good' | 'tooLoud' | 'notYet'

/** @param shortTermLufs null before 3 s have come */
export function levelWord(shortTermLufs: number | null): LevelWord {
  if (shortTermLufs === null) return 'notYet'
  if (shortTermLufs < TOO_LOW) return 'tooLow'
  return shortTermLufs > TOO_LOUD ? 'tooLoud' : 'good'
}

/** How much of the meter a level fills, 0 to 1. */
export const share = (db: number): number => Math.min(1, Math.max(0, 1 - db / QUIETEST_DB))
