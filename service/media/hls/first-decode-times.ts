import type { AccessUnit } from '../../contract/media.ts'
import type { TrackUnits } from './track-units.ts'

/**
 * Lets decoding begin when presentation does. Pictures that are reordered are decoded a few frames before
 * they are shown, so a part of the timeline would begin that much before its first picture; players that
 * place a part by its first decoding time (hls.js does) would leave a hole of that length in front of it.
 * The first decoding times are moved together instead: each stays before its picture and after the last.
 * Where that moves all of them, the last picture keeps its duration, or players would leave it out.
 *
 * @param track of the first segment after a discontinuity, beginning with a key frame
 * @returns the same, moved; untouched where a picture would be decoded after it is shown
 */
export function alignFirstDecodeTimes(track: TrackUnits): TrackUnits {
  const first = track.units[0]
  if (!first || first.dts >= first.pts) return track
  const units = track.units.map((unit, i) => ({ ...unit, dts: Math.max(unit.dts, first.pts + i) }))
  return units.every(({ dts, pts }) => dts <= pts) ? { ...track, units, endDts: endOf(units, track) } : track
}

function endOf(units: readonly AccessUnit[], { endDts }: TrackUnits): number {
  const last = units.at(-1)
  return last && last.dts >= endDts ? last.dts + last.duration : endDts
}
