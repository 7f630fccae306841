import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProtocolError } from '../protocol-error.ts'
import { Vp9Depacketizer } from './depacketizer.ts'
import { Vp9DescriptorView } from './descriptor.ts'
import { readKeyFrameSize } from './frame-header.ts'

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))

/** Two frames of 64x48 as libvpx wrote them. */
const KEY_FRAME = hex('824983420003f002f60038241c184a00003060000013b818000000')
const DELTA_FRAME = hex('860040929c00500000032000005470')

/** Reads a payload that stands behind 2 other bytes; fails where it is refused. */
function read(text: string): Vp9DescriptorView {
  const bytes = hex(`ffff ${text}`)
  const view = new Vp9DescriptorView()
  expect(view.read(bytes, 2, bytes.length)).toBe(true)
  return view
}

describe('Vp9DescriptorView', () => {
  it('reads the non-flexible mode with layers and a scalability structure', () => {
    // I L B V; two spatial layers with sizes, one picture of a group with one reference.
    expect(read('aa 9234 12 56 38 00a0 005a 0140 00b4 01 0401 82')).toMatchObject({
      payloadStart: 19,
      pictureId: 0x1234,
      pictureIdAt: 3,
      pictureIdBits: 15,
      flexible: false,
      tid: 0,
      sid: 1,
      switchingUpPoint: true,
      tl0PicIdx: 0x56,
      tl0PicIdxAt: 6,
      startOfFrame: true,
      endOfFrame: false,
      keyFrame: false,
      spatialLayers: 2,
      width: 320,
      height: 180,
    })
  })

  it('reads the flexible mode with its references', () => {
    // I P L F B E Z; two references.
    expect(read('fd 7f 41 0302 86')).toMatchObject({
      payloadStart: 7,
      pictureId: 127,
      pictureIdBits: 7,
      flexible: true,
      interPicturePredicted: true,
      tid: 2,
      sid: 0,
      interLayerDependency: true,
      tl0PicIdx: -1,
      tl0PicIdxAt: -1,
      startOfFrame: true,
      endOfFrame: true,
      notReference: true,
      keyFrame: false,
    })
  })

  it('knows a key frame only in its first packet, and only in the lowest layer', () => {
    expect(read('08 82').keyFrame).toBe(true)
    expect(read('28 00 00 82').keyFrame).toBe(true)
    expect(read('28 03 00 82').keyFrame).toBe(false)
    expect(read('48 86').keyFrame).toBe(false)
    expect(read('04 82').keyFrame).toBeNull()
  })

  it.each([
    '',
    '08',
    '88 92',
    '88 9234',
    '28 00',
    '58 03 03 03 00',
    '5a 03 03 03 00 00',
    '0a 38 00a0 005a',
    '0a 08 ff 00',
  ])('refuses %s, which has no frame', (bytes) => {
    expect(new Vp9DescriptorView().read(hex(bytes), 0, hex(bytes).length)).toBe(false)
  })

  it('never reads beyond the payload, whatever the bytes', () => {
    const view = new Vp9DescriptorView()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        if (!view.read(bytes, 0, bytes.length)) return
        expect(view.payloadStart).toBeLessThan(bytes.length)
        expect(Math.max(view.pictureIdAt, view.tl0PicIdxAt)).toBeLessThan(view.payloadStart)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('readKeyFrameSize', () => {
  it('reads the size of key frames alone', () => {
    expect(readKeyFrameSize(KEY_FRAME)).toEqual({ width: 64, height: 48 })
    expect(readKeyFrameSize(DELTA_FRAME)).toBeNull()
  })

  it('knows what the profiles differ in', () => {
    // Marker, profile and flags; sync code; colour configuration; 64x48.
    const size = '0000000000111111' + '0000000000101111'
    const bits: readonly (readonly [string, string])[] = [
      ['10' + '10' + '0010' + '010010011000001101000010', '0010' + '110'], // 1: subsampling, reserved
      ['10' + '10' + '0010' + '010010011000001101000010', '111' + '0'], // 1 with RGB
      ['10' + '01' + '0010' + '010010011000001101000010', '0' + '0010'], // 2: 10 bits
      ['10' + '11' + '0' + '0010' + '010010011000001101000010', '1' + '0010' + '110'], // 3
    ]
    for (const [head, colour] of bits) {
      const text = (head + colour + size).padEnd(120, '0')
      const bytes = Uint8Array.from(text.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2))
      expect(readKeyFrameSize(bytes)).toEqual({ width: 64, height: 48 })
    }
  })

  it.each(['00', '02', '82498343', '824983420003'])('refuses %s', (bytes) => {
    expect(() => readKeyFrameSize(hex(bytes))).toThrow(ProtocolError)
  })
})

describe('Vp9Depacketizer', () => {
  const depacketizer = new Vp9Depacketizer()
  const payload = (descriptor: string, part: Uint8Array) => Uint8Array.from([...hex(descriptor), ...part])

  it('joins the packets of a frame', () => {
    const frame = depacketizer.frame([
      payload('88 9234', KEY_FRAME.subarray(0, 9)),
      payload('84 9234', KEY_FRAME.subarray(9)),
    ])
    expect(frame).toEqual({ data: KEY_FRAME, key: true, width: 64, height: 48, decoderConfig: null })
    expect(depacketizer.frame([payload('cc 9235', DELTA_FRAME)])).toMatchObject({ key: false, width: null })
  })

  it('joins spatial layers to a superframe with an index', () => {
    const frame = depacketizer.frame([
      payload('2e 00 00 30 0040 0030 0080 0060', KEY_FRAME),
      payload('2c 03 00', DELTA_FRAME),
    ])
    const index = hex('d9 1b000000 0f000000 d9')
    expect(frame).toEqual({
      data: Uint8Array.from([...KEY_FRAME, ...DELTA_FRAME, ...index]),
      key: true,
      width: 128,
      height: 96,
      decoderConfig: null,
    })
  })

  it.each([
    ['no payload', []],
    ['a frame without its start', ['04 82']],
    ['a frame without its end', ['08 82']],
    ['two starts', ['08 82', '0c 82']],
    ['a key frame without its header', ['0c 82']],
    ['a payload without a frame', ['0c']],
  ])('refuses %s', (_name, payloads) => {
    expect(() => depacketizer.frame(payloads.map(hex))).toThrow(ProtocolError)
  })
})
