/** Whether there is sound to send, and why there is none. Pure. */
import type { LevelWord } from '../sound/level.ts'
import type { StudioView } from './view.ts'

type Cause = NonNullable<StudioView['silence']>

/** What is measured of what is sent. `stopped`: the browser makes no sound at all. */
export type Heard = LevelWord | 'silent' | 'stopped'

/** `silent`: there is sound, and nothing is to be heard in it. */
export type SoundState = Cause | 'stopped' | 'muted' | 'silent' | 'notYet' | 'ok'

/** The first reason is the one to mend first. */
export function soundState(
  { silence, isMuted }: Pick<StudioView, 'silence' | 'isMuted'>,
  word: Heard,
): SoundState {
  if (word === 'stopped') return 'stopped'
  if (silence !== null) return silence
  if (isMuted) return 'muted'
  return word === 'silent' || word === 'notYet' ? word : 'ok'
}

/** True where viewers hear nothing. */
export const isSoundless = (state: SoundState): boolean => state !== 'ok' && state !== 'notYet'
