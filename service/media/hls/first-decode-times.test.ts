import { describe, expect, it } from 'vitest'
import type { AccessUnit } from '../../contract/media.ts'
import { alignFirstDecodeTimes } from './first-decode-times.ts'

const FRAME = 3000
/** Times in frames. */
const unit = (dts: number, pts: number): AccessUnit => ({
  dts: dts * FRAME,
  pts: pts * FRAME,
  duration: FRAME,
  key: dts === -2,
  data: new Uint8Array(),
})

describe('alignFirstDecodeTimes', () => {
  it('begins decoding with presentation, in rising order, and leaves the rest alone', () => {
    const units = [unit(-2, 0), unit(-1, 3), unit(0, 1), unit(1, 2), unit(2, 6), unit(3, 4)]
    expect(alignFirstDecodeTimes(units).map(({ dts }) => dts)).toEqual([0, 1, 2, 3000, 6000, 9000])
    expect(alignFirstDecodeTimes(units).map(({ pts }) => pts)).toEqual(units.map(({ pts }) => pts))
  })

  it('changes nothing without reordering', () => {
    const units = [unit(0, 0), unit(1, 1)]
    expect(alignFirstDecodeTimes(units)).toBe(units)
  })

  it('changes nothing where pictures are shown before the key frame', () => {
    const units = [unit(-2, 2), unit(-1, 0), unit(0, 1)]
    expect(alignFirstDecodeTimes(units)).toBe(units)
  })
})
