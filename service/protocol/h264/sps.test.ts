import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProtocolError } from '../protocol-error.ts'
import { parseSps } from './sps.ts'

const hex = (text: string) => Buffer.from(text, 'hex')

/** SPS that x264 wrote. */
const SPS = {
  high1080: '67640028acd940780227e5c04400000fa40003a9803c60c658',
  baseline180: '6742c00cd901419f9f011000000300100000030320f142a480',
  interlaced576: '674d401eeca05a126c0440000003004000000c9810003d090007a13930c03e28532c',
  full444: '67f4001f919b281407bdde0220000003002000000f01e30632c0',
  high10WithSar: '676e001ea6cb201405ff2e0b6e0204056e000003000200000300781e2c5c90',
}

describe('parseSps', () => {
  it('reads size with cropping, frame rate and order', () => {
    expect(parseSps(hex(SPS.high1080))).toEqual({
      profileIdc: 100,
      constraintFlags: 0,
      levelIdc: 40,
      width: 1920,
      height: 1080,
      interlaced: false,
      frameRate: 30_000 / 1001,
      reordered: true,
      chromaFormatIdc: 1,
      bitDepthLuma: 8,
      bitDepthChroma: 8,
    })
  })

  it.each([
    ['baseline180', { width: 320, height: 180, frameRate: 25, reordered: false, interlaced: false }],
    // Through hypothetical reference decoder parameters, as for constant bit rates.
    ['interlaced576', { width: 720, height: 576, frameRate: 25, reordered: true, interlaced: true }],
    // Cropped by single pixels, with scaling matrices.
    ['full444', { width: 638, height: 478, frameRate: 60, chromaFormatIdc: 3 }],
    // With aspect ratio, overscan, colours and chroma location.
    ['high10WithSar', { width: 640, height: 360, frameRate: 30, bitDepthLuma: 10, reordered: false }],
  ] as const)('reads %s', (name, expected) => {
    expect(parseSps(hex(SPS[name]))).toMatchObject(expected)
  })

  it('says null where there is no timing and no word on the order', () => {
    // Main profile, 16 x 16 pixels, no VUI: ue fields 0, one macroblock, picture order type 0.
    const bits =
      '01001101' +
      '00000000' +
      '00011110' +
      '1' +
      '1' +
      '1' +
      '1' +
      '1' +
      '0' +
      '1' +
      '1' +
      '1' +
      '1' +
      '0' +
      '0' +
      '1'
    const bytes = bits.match(/.{1,8}/g)?.map((byte) => parseInt(byte.padEnd(8, '0'), 2)) ?? []
    const sps = parseSps(Uint8Array.from([0x67, ...bytes]))
    expect(sps).toMatchObject({ width: 16, height: 16, frameRate: null, reordered: null })
  })

  it('refuses every SPS that was cut short of its last byte', () => {
    for (const text of Object.values(SPS)) {
      const whole = hex(text)
      for (let length = 0; length < whole.length - 2; length++) {
        expect(() => parseSps(whole.subarray(0, length))).toThrow(ProtocolError)
      }
    }
  })

  it.each([
    ['another NAL unit', '68ebe3cb22c0', 'an SPS must be NAL type 7'],
    ['endless zeros', '6742c00c' + '00'.repeat(20), 'Exp-Golomb code over 32 bits'],
  ])('refuses %s', (_name, text, message) => {
    expect(() => parseSps(hex(text))).toThrow(message)
  })

  it('throws nothing but ProtocolError, and reads no impossible size, whatever the bytes', () => {
    const head = fc.constantFrom(...Object.values(SPS))
    fc.assert(
      fc.property(head, fc.array(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 255 }))), (text, changes) => {
        const bytes = hex(text)
        for (const [at, value] of changes) if (at > 0 && at < bytes.length) bytes[at] = value
        try {
          const { width, height } = parseSps(bytes)
          expect(width > 0 && height > 0 && width * height <= 139_264 * 256).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
        }
      }),
      { numRuns: 3000 },
    )
  })
})
