import { describe, expect, it } from 'vitest'
import type { AccessUnit } from '../../contract/media.ts'
import { alignFirstDecodeTimes } from './first-decode-times.ts'
import type { TrackUnits } from './track-units.ts'

const FRAME = 3000
/** Times in frames. */
const unit = (dts: number, pts: number): AccessUnit => ({
  dts: dts * FRAME,
  pts: pts * FRAME,
  duration: FRAME,
  key: dts === -2,
  data: new Uint8Array(),
})
const trackOf = (units: readonly AccessUnit[]): TrackUnits => {
  const last = units.at(-1)
  return { kind: 'video', units, endDts: (last?.dts ?? 0) + FRAME }
}

describe('alignFirstDecodeTimes', () => {
  it('begins decoding with presentation, in rising order, and leaves the rest alone', () => {
    const track = trackOf([unit(-2, 0), unit(-1, 3), unit(0, 1), unit(1, 2), unit(2, 6), unit(3, 4)])
    const { units, endDts } = alignFirstDecodeTimes(track)
    expect(units.map(({ dts }) => dts)).toEqual([0, 1, 2, 3000, 6000, 9000])
    expect(units.map(({ pts }) => pts)).toEqual(track.units.map(({ pts }) => pts))
    expect(endDts).toBe(track.endDts)
  })

  it('leaves the last picture its duration where all of them move', () => {
    const { units, endDts } = alignFirstDecodeTimes(trackOf([unit(-2, 0), unit(-1, 2)]))
    expect(units.map(({ dts }) => dts)).toEqual([0, 1])
    expect(endDts).toBe(1 + FRAME)
  })

  it('changes nothing without reordering', () => {
    const track = trackOf([unit(0, 0), unit(1, 1)])
    expect(alignFirstDecodeTimes(track)).toBe(track)
  })

  it('changes nothing where pictures are shown before the key frame', () => {
    const track = trackOf([unit(-2, 2), unit(-1, 0), unit(0, 1)])
    expect(alignFirstDecodeTimes(track)).toBe(track)
  })
})
