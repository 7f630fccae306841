import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProtocolError } from '../protocol-error.ts'
import { Vp8Depacketizer } from './depacketizer.ts'
import { Vp8DescriptorView } from './descriptor.ts'

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))

/** Two frames of 64x48 as libvpx wrote them. */
const KEY_FRAME = hex('b002009d012a40003000004708858588858488020200068e621367998f2f00fe6800')
const DELTA_FRAME = hex('d101000510ac00180018582ff400088c0000')

/** Reads a payload that stands behind 2 other bytes; fails where it is refused. */
function read(text: string): Vp8DescriptorView {
  const bytes = hex(`ffff ${text}`)
  const view = new Vp8DescriptorView()
  expect(view.read(bytes, 2, bytes.length)).toBe(true)
  return view
}

describe('Vp8DescriptorView', () => {
  it('reads a descriptor of one byte', () => {
    expect(read('10 01')).toMatchObject({
      payloadStart: 3,
      startOfPartition: true,
      partitionId: 0,
      nonReference: false,
      pictureId: -1,
      tl0PicIdx: -1,
      tid: -1,
      keyFrame: false,
      width: null,
    })
  })

  it('reads all that a descriptor may have, of a key frame', () => {
    expect(read(`b0 f0 9234 56 a5 b00200 9d012a 4001 f080 00`)).toMatchObject({
      payloadStart: 8,
      nonReference: true,
      pictureId: 0x1234,
      pictureIdAt: 4,
      pictureIdBits: 15,
      tl0PicIdx: 0x56,
      tl0PicIdxAt: 6,
      tid: 2,
      layerSync: true,
      keyFrame: true,
      width: 320,
      height: 240,
    })
  })

  it('reads a short picture id, and a key index without a temporal layer', () => {
    expect(read('80 90 7f ff 00')).toMatchObject({
      pictureId: 127,
      pictureIdBits: 7,
      tid: -1,
      payloadStart: 6,
    })
  })

  it('knows a key frame only in the first packet of a frame', () => {
    expect(read('00 00').keyFrame).toBeNull()
    expect(read('11 00').keyFrame).toBeNull()
    expect(read('10 00')).toMatchObject({ keyFrame: true, width: null })
  })

  it('forgets what the packet before had', () => {
    const view = read('b0 f0 9234 56 a5 b00200 9d012a 4001 f080 00')
    expect(view.read(hex('00 aa'), 0, 2)).toBe(true)
    expect(view).toMatchObject({
      pictureIdAt: -1,
      pictureIdBits: 0,
      tl0PicIdxAt: -1,
      tid: -1,
      keyFrame: null,
      width: null,
    })
  })

  it.each(['', '10', '90 80 12', '90 80 9234', '90 f0 9234 56 a5'])(
    'refuses %s, which has no frame',
    (bytes) => {
      expect(new Vp8DescriptorView().read(hex(bytes), 0, hex(bytes).length)).toBe(false)
    },
  )

  it('never reads beyond the payload, whatever the bytes', () => {
    const view = new Vp8DescriptorView()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), (bytes) => {
        if (!view.read(bytes, 0, bytes.length)) return
        expect(view.payloadStart).toBeLessThan(bytes.length)
        expect(Math.max(view.pictureIdAt, view.tl0PicIdxAt)).toBeLessThan(view.payloadStart)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('Vp8Depacketizer', () => {
  const depacketizer = new Vp8Depacketizer()
  const payload = (descriptor: string, part: Uint8Array) => Uint8Array.from([...hex(descriptor), ...part])

  it('joins the packets of a key frame, also of several partitions', () => {
    const frame = depacketizer.frame([
      payload('90 80 01', KEY_FRAME.subarray(0, 12)),
      payload('80 80 01', KEY_FRAME.subarray(12, 20)),
      payload('91 80 01', KEY_FRAME.subarray(20)),
    ])
    expect(frame).toEqual({ data: KEY_FRAME, key: true, width: 64, height: 48, decoderConfig: null })
  })

  it('gives other frames without a size', () => {
    const frame = depacketizer.frame([payload('10', DELTA_FRAME)])
    expect(frame).toEqual({ data: DELTA_FRAME, key: false, width: null, height: null, decoderConfig: null })
  })

  it.each([
    ['no payload', []],
    ['an empty payload', ['10']],
    ['a frame without its start', ['00 01']],
    ['two frames', ['10 01', '10 01']],
  ])('refuses %s', (_name, payloads) => {
    expect(() => depacketizer.frame(payloads.map(hex))).toThrow(ProtocolError)
  })
})
