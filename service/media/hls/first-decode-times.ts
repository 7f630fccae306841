import type { AccessUnit } from '../../contract/media.ts'

/**
 * Lets decoding begin when presentation does. Pictures that are reordered are decoded a few frames before
 * they are shown, so a part of the timeline would begin that much before its first picture; players that
 * place a part by its first decoding time (hls.js does) would leave a hole of that length in front of it.
 * The first decoding times are moved together instead: each stays before its picture and after the last.
 *
 * @param units of the first segment after a discontinuity, in decoding order, beginning with a key frame
 * @returns the same units; untouched where a picture would be decoded after it is shown
 */
export function alignFirstDecodeTimes(units: readonly AccessUnit[]): readonly AccessUnit[] {
  const first = units[0]
  if (!first || first.dts >= first.pts) return units
  const aligned = units.map((unit, i) => ({ ...unit, dts: Math.max(unit.dts, first.pts + i) }))
  return aligned.every(({ dts, pts }) => dts <= pts) ? aligned : units
}
