import type { TFunction } from 'i18next'
import { TEST_PICTURE_ENCODER } from '../../service/contract/console/words.ts'

/**
 * What an encoder calls itself, in the words of its user: OBS announces itself by the names of its
 * library, ffmpeg by that of its container format library, also where it says that it is like another encoder.
 */
export function encoderName(t: TFunction, announced: string): string {
  if (announced === TEST_PICTURE_ENCODER) return t('encoder.testPicture')
  const obs = /libobs version ([\d.]+)/.exec(announced)
  if (obs) return `OBS Studio ${obs[1] ?? ''}`
  const ffmpeg = /\bLavf[\d.]*/.exec(announced)
  if (ffmpeg) return `FFmpeg (${ffmpeg[0]})`
  return announced
}
