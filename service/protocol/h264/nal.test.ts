import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isIdr, annexBToLengthPrefixed, joinLengthPrefixed, splitAnnexB } from './nal.ts'
import { joinAnnexB, splitLengthPrefixed } from '../../../test/support/nal-units.ts'

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))

/** NAL units as they may be: no start code inside, no zero at the end (ITU-T H.264 7.4.1). */
const anyNals = fc.array(
  fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 1, maxLength: 30 }).map((b) => Uint8Array.from(b)),
  { minLength: 1, maxLength: 6 },
)

it('splits what it joined, both ways', () => {
  fc.assert(
    fc.property(anyNals, (nals) => {
      expect(splitLengthPrefixed(joinLengthPrefixed(nals), 4)).toEqual(nals)
      expect(splitAnnexB(joinAnnexB(nals))).toEqual(nals)
    }),
  )
})

describe('isIdr', () => {
  it.each([
    ['an IDR picture', '00000001 65', true],
    ['one behind parameter sets', '00000002 6764 00000001 68 00000002 6588', true],
    ['a picture that refers to others', '00000002 0605 00000002 4188', false],
    ['a length that passes the end', '000000ff 41', false],
    ['nothing', '', false],
    ['the beginning of a length', '000000', false],
  ])('of %s', (_name, hex, expected) => {
    expect(isIdr(Buffer.from(hex.replaceAll(' ', ''), 'hex'))).toBe(expected)
  })
})

describe('splitAnnexB', () => {
  it('takes start codes of 3 and 4 bytes and any zeros around', () => {
    const bytes = hex('0000 000001 65aa 000001 41 00000000 000001 06bb 0000')
    expect(splitAnnexB(bytes)).toEqual([hex('65aa'), hex('41'), hex('06bb')])
    expect(splitAnnexB(hex('000001'))).toEqual([])
    expect(splitAnnexB(hex('0000'))).toEqual([])
  })

  it('is not misled by single ones and zeros', () => {
    expect(splitAnnexB(hex('000001 65 0001 01 000301'))).toEqual([hex('65 0001 01 000301')])
  })

  it.each(['65aa', '01', '65 000001 41'])('refuses %s', (bytes) => {
    expect(() => splitAnnexB(hex(bytes))).toThrow('no start code before the first NAL unit')
  })
})

it('makes an access unit of annex B, without its delimiter', () => {
  expect(annexBToLengthPrefixed(hex('00000001 09f0 00000001 65aabb'))).toEqual(hex('00000003 65aabb'))
})
