import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProtocolError } from '../protocol-error.ts'
import { Av1AggregationView, splitElements } from './aggregation.ts'
import { DependencyDescriptorView } from './dependency-descriptor.ts'
import { Av1Depacketizer } from './depacketizer.ts'
import { leb128, readLeb128 } from './leb128.ts'
import { parseSequenceHeader } from './sequence-header.ts'

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** OBUs of 64x48 as libaom wrote them, the size taken out as in RTP. */
const SEQUENCE_HEADER = '08 00000002aff79b5f2008'
const KEY_FRAME = '30 10009000000200008008fae740'
const DELTA_FRAME = '30 30038080000046a8800002400020009c50'
/** The temporal units that they were in. */
const KEY_UNIT = '12000a0a00000002aff79b5f2008320d10009000000200008008fae740'
const DELTA_UNIT = '1200321130038080000046a8800002400020009c50'

describe('LEB128', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (value) => {
        const bytes = leb128(value)
        expect(readLeb128(bytes, 0)).toEqual({ value, next: bytes.length })
      }),
    )
    expect(toHex(leb128(300))).toBe('ac02')
  })

  it.each(['', '80', 'ffffffff7f', '808080808080808000'])('refuses %s', (bytes) => {
    expect(readLeb128(hex(bytes), 0)).toBeNull()
  })
})

describe('Av1AggregationView', () => {
  it('reads the header', () => {
    const view = new Av1AggregationView()
    expect(view.read(hex('ff 68 00'), 1, 3)).toBe(true)
    expect(view).toMatchObject({
      continuesPrevious: false,
      continuesInNext: true,
      elementCount: 2,
      keyFrame: true,
      payloadStart: 2,
    })
    expect(view.read(hex('80 00'), 0, 2)).toBe(true)
    expect(view).toMatchObject({
      continuesPrevious: true,
      continuesInNext: false,
      elementCount: 0,
      keyFrame: false,
    })
  })

  it('refuses a payload without an element, and a sequence that starts with a piece', () => {
    const view = new Av1AggregationView()
    expect(view.read(hex('10'), 0, 1)).toBe(false)
    expect(view.read(hex('98 00'), 0, 2)).toBe(false)
  })
})

describe('splitElements', () => {
  it('takes a length from each element, or from all but the last', () => {
    expect(splitElements(hex('00 01aa 02bbcc'), 0).map(toHex)).toEqual(['aa', 'bbcc'])
    expect(splitElements(hex('20 01aa bbcc'), 2).map(toHex)).toEqual(['aa', 'bbcc'])
    expect(splitElements(hex('10 01aa'), 1).map(toHex)).toEqual(['01aa'])
  })

  it.each([
    ['00 02aa', 0],
    ['00 80', 0],
    ['20 02aa', 2],
    ['30 01aa', 3],
  ])('refuses %s', (bytes, count) => {
    expect(() => splitElements(hex(bytes), count)).toThrow(ProtocolError)
  })
})

describe('DependencyDescriptorView', () => {
  it('reads the mandatory fields and whether the structure is there', () => {
    const view = new DependencyDescriptorView()
    expect(view.read(hex('ff c51234 80'), 1, 4)).toBe(true)
    expect(view).toMatchObject({
      startOfFrame: true,
      endOfFrame: true,
      templateId: 5,
      frameNumber: 0x1234,
      frameNumberAt: 2,
      hasStructure: true,
    })
    expect(view.read(hex('001234 80'), 0, 3)).toBe(true)
    expect(view).toMatchObject({ startOfFrame: false, endOfFrame: false, hasStructure: false })
    expect(view.read(hex('001234 40'), 0, 4)).toBe(true)
    expect(view.hasStructure).toBe(false)
  })

  it('never reads beyond the descriptor, whatever the bytes', () => {
    const view = new DependencyDescriptorView()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 6 }), fc.integer({ min: -1, max: 6 }), (bytes, start) => {
        const length = bytes.length - Math.max(0, start)
        const isRead = view.read(bytes, start, length)
        expect(isRead).toBe(start >= 0 && length >= 3)
        if (isRead) expect(view.hasStructure).toBe(length > 3 && (bytes[start + 3] ?? 0) >= 128)
      }),
    )
  })

  it('refuses none, a short one and one past the end', () => {
    const view = new DependencyDescriptorView()
    expect(view.read(hex('c51234'), -1, 3)).toBe(false)
    expect(view.read(hex('c51234'), 0, 2)).toBe(false)
    expect(view.read(hex('c51234'), 1, 3)).toBe(false)
  })
})

describe('parseSequenceHeader', () => {
  /** Profile 0, then as given, and 64x48 in 6 bits each. */
  const header = (bits: string) => {
    const text = `000${bits}01010101111111101111`.padEnd(256, '0')
    return Uint8Array.from(text.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2))
  }
  const zeros = (count: number) => '0'.repeat(count)

  it.each([
    ['a still picture', `11${zeros(5)}`, true],
    ['one operating point', `0000${zeros(5)}${zeros(12)}00001`, false],
    ['a tier', `0000${zeros(5)}${zeros(12)}010001`, false],
    ['a display delay', `0001${zeros(5)}${zeros(12)}0000110011`, false],
    ['timing with equal intervals', `001${zeros(64)}10010100${zeros(5)}${zeros(12)}00001`, false],
    [
      'a decoder model at one of two operating points',
      `001${zeros(64)}0100011${zeros(42)}000001` + `${zeros(12)}000011${zeros(9)}` + `${zeros(12)}000010`,
      false,
    ],
  ])('finds the size behind %s', (_name, bits, reducedStillPicture) => {
    expect(parseSequenceHeader(header(bits))).toEqual({ width: 64, height: 48, reducedStillPicture })
  })

  it('throws nothing but ProtocolError, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          expect(parseSequenceHeader(bytes).width).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('Av1Depacketizer', () => {
  const depacketizer = new Av1Depacketizer()
  const frame = (...payloads: readonly string[]) => depacketizer.frame(payloads.map(hex))

  it('gives the temporal unit that the encoder wrote', () => {
    const { data, ...rest } = frame(`28 0b ${SEQUENCE_HEADER} ${KEY_FRAME}`)
    expect(toHex(data)).toBe(KEY_UNIT)
    expect(rest).toEqual({ key: true, width: 64, height: 48, decoderConfig: null })
    const delta = frame(`10 ${DELTA_FRAME}`)
    expect(toHex(delta.data)).toBe(DELTA_UNIT)
    expect(delta).toMatchObject({ key: false, width: null, height: null })
  })

  it('puts together what is in pieces, and takes OBUs that bring their size', () => {
    const pieces = KEY_FRAME.replaceAll(' ', '')
    const payloads = [
      `68 0c 0a 0a ${SEQUENCE_HEADER.slice(2)} ${pieces.slice(0, 8)}`,
      `d0 ${pieces.slice(8, 12)}`,
      `90 ${pieces.slice(12)}`,
    ]
    expect(toHex(frame(...payloads).data)).toBe(KEY_UNIT)
  })

  it('leaves out delimiters, padding and empty elements', () => {
    const { data } = frame(`00 01 10 00 03 788000 12 ${DELTA_FRAME}`)
    expect(toHex(data)).toBe(DELTA_UNIT)
  })

  it('takes no frame for a key frame that only repeats the sequence header', () => {
    expect(frame(`20 0b ${SEQUENCE_HEADER} ${DELTA_FRAME}`)).toMatchObject({ key: false, width: 64 })
  })

  it.each([
    ['no payload', []],
    ['delimiters alone', ['10 1000']],
    ['a piece without its start', [`90 ${DELTA_FRAME}`]],
    ['a piece without its end', [`50 ${DELTA_FRAME}`]],
    ['a whole OBU between pieces', [`50 ${DELTA_FRAME}`, `10 ${DELTA_FRAME}`]],
    ['a forbidden bit', ['10 b0 00']],
    ['a header that is cut', ['10 34']],
    ['an OBU longer than its element', ['10 32 05 00']],
  ])('refuses %s', (_name, payloads) => {
    expect(() => frame(...payloads)).toThrow(ProtocolError)
  })
})
