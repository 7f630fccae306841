import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProtocolError } from '../protocol-error.ts'
import { parseAvcConfiguration } from './avcc.ts'
import { H264Depacketizer } from './depacketizer.ts'
import { joinLengthPrefixed } from './nal.ts'
import { H264PayloadView } from './rtp-payload.ts'

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))

/** Two pictures of 64x48 as x264 wrote them. */
const SPS = '6742c00ad9047b0110000003001000000300a0f1226480'
const PPS = '68cb83cb20'
const IDR = '65888404 3c98a000201b2727275d75d75d75d780'
const SLICE = '419a381fe360'
const DELIMITER = '0910'
const PARAMETER_SETS = `78 0017 ${SPS} 0005 ${PPS}`

describe('H264PayloadView', () => {
  const read = (text: string) => {
    const bytes = hex(`ff ${text}`)
    const view = new H264PayloadView()
    expect(view.read(bytes, 1, bytes.length)).toBe(true)
    return view
  }

  it('tells the NAL units that begin in a packet', () => {
    expect(read(SLICE)).toMatchObject({ nalTypes: 1 << 1, keyFrame: false })
    expect(read(IDR)).toMatchObject({ nalTypes: 1 << 5, keyFrame: true })
    expect(read(PARAMETER_SETS)).toMatchObject({ nalTypes: (1 << 7) | (1 << 8), keyFrame: true })
    expect(read('68cb')).toMatchObject({ nalTypes: 1 << 8, keyFrame: false })
    expect([7, 8, 5].map((type) => read(PARAMETER_SETS).hasNal(type))).toEqual([true, true, false])
  })

  it('takes the first fragment of an IDR picture for its start', () => {
    expect(read('7c 85 88')).toMatchObject({ nalTypes: 1 << 5, keyFrame: true })
    expect(read('7c 05 88')).toMatchObject({ nalTypes: 0, keyFrame: false })
    expect(read('7c 45 88')).toMatchObject({ nalTypes: 0, keyFrame: false })
    expect(read('5c 81 88')).toMatchObject({ nalTypes: 1 << 1, keyFrame: false })
  })

  it.each(['', '00', '79 00', '7d 85 0000 88', '78', '78 0002 67', '78 0000', '78 00', '7c 85'])(
    'refuses %s',
    (bytes) => {
      expect(new H264PayloadView().read(hex(bytes), 0, hex(bytes).length)).toBe(false)
    },
  )

  it('reads whatever the depacketizer takes', () => {
    const view = new H264PayloadView()
    const anyPayload = fc
      .tuple(fc.constantFrom(0x78, 0x7c, 0x41, 0x79), fc.uint8Array({ maxLength: 12 }))
      .map(([first, rest]) => Uint8Array.from([first, ...rest]))
    fc.assert(
      fc.property(anyPayload, (payload) => {
        const isRead = view.read(payload, 0, payload.length)
        try {
          new H264Depacketizer().frame([payload])
          expect(isRead).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('H264Depacketizer', () => {
  const frame = (...payloads: readonly string[]) => new H264Depacketizer().frame(payloads.map(hex))

  it('joins aggregates, fragments and single NAL units to an access unit', () => {
    const key = frame(
      DELIMITER,
      PARAMETER_SETS,
      `7c 85 ${IDR.slice(2, 10)}`,
      '7c 05 3c98',
      `7c 45 ${IDR.slice(13)}`,
    )
    expect(key.data).toEqual(joinLengthPrefixed([SPS, PPS, IDR].map(hex)))
    expect(key).toMatchObject({ key: true, width: 64, height: 48 })
    const configuration = parseAvcConfiguration(key.decoderConfig ?? hex(''))
    expect(configuration).toMatchObject({ profileIdc: 66, lengthSize: 4, sps: [hex(SPS)], pps: [hex(PPS)] })
  })

  it('gives other pictures without a configuration', () => {
    expect(frame(SLICE)).toEqual({
      data: joinLengthPrefixed([hex(SLICE)]),
      key: false,
      width: null,
      height: null,
      decoderConfig: null,
    })
  })

  it.each([
    ['no payload', []],
    ['a delimiter alone', [DELIMITER]],
    ['a fragment without its start', ['7c 05 88', '7c 45 88']],
    ['a fragment without its end', ['7c 85 88']],
    ['a start within fragments', ['7c 85 88', '7c 85 88', '7c 45 88']],
    ['a whole NAL unit between fragments', ['7c 85 88', SLICE, '7c 45 88']],
    ['an empty fragment', ['7c c5']],
    ['an aggregate that is cut', ['78 0002 67']],
    ['an aggregate of nothing', ['78 0000']],
    ['packets of interleaved mode', ['79 0000 0002 6588']],
    ['an SPS that is broken', ['78 0001 67']],
  ])('refuses %s', (_name, payloads) => {
    expect(() => frame(...payloads)).toThrow(ProtocolError)
  })
})
