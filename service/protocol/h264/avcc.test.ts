import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProtocolError } from '../protocol-error.ts'
import { avcConfigurationFromAnnexB, buildAvcConfiguration, parseAvcConfiguration } from './avcc.ts'
import { joinAnnexB } from '../../../test/support/nal-units.ts'

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))

/** As FFmpeg wrote them. */
const HIGH = hex(
  '01640028ff e10019 67640028acd940780227e5c04400000fa40003a9803c60c658 010006 68ebe3cb22c0 fdf8f800',
)
const HIGH_10 = hex(
  '016e001eff e1001f 676e001ea6cb201405ff2e0b6e0204056e000003000200000300781e2c5c90 010006 68ebc3cb22c0 fdfafa00',
)
const BASELINE = hex('0142c00cff e10019 6742c00cd901419f9f011000000300100000030320f142a480 010005 68cb83cb20')

describe('parseAvcConfiguration', () => {
  it('reads what FFmpeg wrote', () => {
    const configuration = parseAvcConfiguration(HIGH)
    expect(configuration).toMatchObject({ profileIdc: 100, compatibility: 0, levelIdc: 40, lengthSize: 4 })
    expect(configuration.sps).toEqual([HIGH.subarray(8, 33)])
    expect(configuration.pps).toEqual([hex('68ebe3cb22c0')])
  })

  it('refuses one that was cut anywhere before the end of its PPS', () => {
    for (let length = 0; length < BASELINE.length; length++) {
      expect(() => parseAvcConfiguration(BASELINE.subarray(0, length)), `${length} bytes`).toThrow(
        ProtocolError,
      )
    }
  })

  it.each([
    ['another version', '0042c00cff e10000 00', 'configurationVersion must be 1, not 0'],
    ['lengths of 3 bytes', '0142c00cfe e10001 67', 'lengthSizeMinusOne must be 0, 1 or 3'],
    ['no SPS', '0142c00cff e0 010001 68', 'must hold at least one SPS'],
    ['no PPS', '0142c00cff e10001 67 00', 'must hold at least one PPS'],
    [
      'a PPS for an SPS',
      '0142c00cff e10001 68 010001 68',
      'SPS in a decoder configuration must be NAL type 7',
    ],
    ['an empty SPS', '0142c00cff e10000 010001 68', 'SPS in a decoder configuration must be NAL type 7'],
    ['a length past the end', '0142c00cff e1ffff 67 010001 68', 'ends within a SPS'],
  ])('refuses %s', (_name, bytes, message) => {
    expect(() => parseAvcConfiguration(hex(bytes))).toThrow(message)
  })

  it('throws nothing but ProtocolError, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (tail) => {
        try {
          parseAvcConfiguration(Uint8Array.from([1, 66, 0, 30, 0xff, ...tail]))
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('buildAvcConfiguration', () => {
  it.each([
    ['High, with the four bytes more', HIGH],
    ['High 10, with its bit depths', HIGH_10],
    ['Baseline, without them', BASELINE],
  ])('writes the bytes that FFmpeg wrote: %s', (_name, bytes) => {
    const { sps, pps } = parseAvcConfiguration(bytes)
    expect(buildAvcConfiguration(sps, pps)).toEqual(bytes)
    expect(avcConfigurationFromAnnexB(joinAnnexB([...sps, ...pps]))).toEqual(bytes)
  })

  it('refuses missing and broken sets', () => {
    const { sps, pps } = parseAvcConfiguration(HIGH)
    expect(() => buildAvcConfiguration([], pps)).toThrow('1 to 31 SPS')
    expect(() => buildAvcConfiguration(sps, [])).toThrow('1 to 255 PPS')
    expect(() => buildAvcConfiguration(pps, pps)).toThrow(ProtocolError)
    expect(() => avcConfigurationFromAnnexB(new Uint8Array())).toThrow(ProtocolError)
  })
})
