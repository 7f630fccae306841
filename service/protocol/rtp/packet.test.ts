import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRtcp, RtpPacketView } from './packet.ts'

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))

const FIXED = 'f8 1234 01020304 a1a2a3a4'

/** Reads it; fails where it is refused. */
function read(text: string): RtpPacketView {
  const view = new RtpPacketView()
  expect(view.read(hex(text))).toBe(true)
  return view
}

describe('RtpPacketView', () => {
  it('reads the fixed header', () => {
    const view = read(`80 ${FIXED} aabbcc`)
    expect(view).toMatchObject({
      payloadType: 120,
      marker: true,
      sequenceNumber: 0x1234,
      timestamp: 0x01020304,
      ssrc: 0xa1a2a3a4,
      payloadStart: 12,
      payloadEnd: 15,
      transportSequenceNumber: -1,
      audioLevel: -1,
      voice: false,
      videoOrientation: -1,
      dependencyDescriptorStart: -1,
    })
    expect([view.mid(), view.rid(), view.repairedRid()]).toEqual([null, null, null])
  })

  it('passes over contributing sources and leaves out padding', () => {
    expect(read(`a2 ${FIXED} 00000001 00000002 aabb 000003`)).toMatchObject({
      payloadStart: 20,
      payloadEnd: 22,
    })
    expect(read(`a0 ${FIXED} 000003`)).toMatchObject({ payloadStart: 12, payloadEnd: 12 })
  })

  it('reads extensions of the one-byte form, with padding between them', () => {
    const elements = '10 30 00 31beef 60 8a 70 03 41 7231 50 7a 92 8000ff'
    const view = read(`90 ${FIXED} bede 0005 ${elements} 00 aa`)
    expect(view).toMatchObject({
      transportSequenceNumber: 0xbeef,
      audioLevel: 10,
      voice: true,
      videoOrientation: 3,
      dependencyDescriptorStart: 32,
      dependencyDescriptorLength: 3,
      payloadStart: 36,
      payloadEnd: 37,
    })
    expect([view.mid(), view.rid(), view.repairedRid()]).toEqual(['0', 'r1', 'z'])
  })

  it('reads extensions of the two-byte form, also empty ones', () => {
    const view = read(`90 ${FIXED} 1000 0004 0102 6d31 0800 00 0601 7f 0302 0102 0000 aa`)
    expect(view).toMatchObject({
      audioLevel: 127,
      voice: false,
      transportSequenceNumber: 0x0102,
      payloadStart: 32,
    })
    expect(view.mid()).toBe('m1')
  })

  it('forgets the extensions of the packet before', () => {
    const view = read(`90 ${FIXED} bede 0003 1030 31beef 608a 7003 4172 00`)
    expect(view.transportSequenceNumber).toBe(0xbeef)
    expect(view.read(hex(`80 ${FIXED}`))).toBe(true)
    expect(view).toMatchObject({ transportSequenceNumber: -1, audioLevel: -1, videoOrientation: -1 })
    expect(view.mid()).toBeNull()
  })

  it('takes the elements before a broken or reserved one', () => {
    expect(read(`90 ${FIXED} bede 0002 6005 f0 7003 3f00 00`)).toMatchObject({
      audioLevel: 5,
      videoOrientation: -1,
    })
    expect(read(`90 ${FIXED} bede 0001 6005 3f00`)).toMatchObject({
      audioLevel: 5,
      transportSequenceNumber: -1,
    })
    expect(read(`90 ${FIXED} bede 0001 02 6005 00`)).toMatchObject({ audioLevel: -1 })
    expect(read(`90 ${FIXED} 1000 0001 0302 0102`)).toMatchObject({ transportSequenceNumber: 0x0102 })
    expect(read(`90 ${FIXED} 1000 0001 0303 0102`)).toMatchObject({ transportSequenceNumber: -1 })
  })

  it('ignores extensions of other profiles', () => {
    expect(read(`90 ${FIXED} abcd 0001 6005 0000 aa`)).toMatchObject({ audioLevel: -1, payloadStart: 20 })
  })

  it.each([
    ['nothing', ''],
    ['less than a header', '80 f8 1234 01020304 a1a2a3'],
    ['another version', `40 ${FIXED}`],
    ['contributing sources past the end', `81 ${FIXED} 0000`],
    ['an extension past the end', `90 ${FIXED} bede 0002 6005 0000`],
    ['half the head of an extension', `90 ${FIXED} bede`],
    ['padding of no bytes', `a0 ${FIXED} aa00`],
    ['more padding than payload', `a0 ${FIXED} aa03`],
  ])('refuses %s', (_name, bytes) => {
    expect(new RtpPacketView().read(hex(bytes))).toBe(false)
  })

  it('never throws, and what it says lies within the bytes', () => {
    const view = new RtpPacketView()
    const anyExtension = fc
      .tuple(fc.constantFrom([0xbe, 0xde], [0x10, 0], [0x10, 7]), fc.uint8Array({ maxLength: 60 }))
      .map(([profile, body]) => [...profile, 0, body.length >> 2, ...body])
    fc.assert(
      fc.property(fc.integer({ min: 0x80, max: 0xbf }), anyExtension, (first, extension) => {
        const bytes = Uint8Array.from([first, ...hex(FIXED), ...extension])
        if (!view.read(bytes)) return
        expect(view.payloadStart).toBeGreaterThanOrEqual(12)
        expect(view.payloadEnd).toBeGreaterThanOrEqual(view.payloadStart)
        expect(view.payloadEnd).toBeLessThanOrEqual(bytes.length)
        const { dependencyDescriptorStart: start, dependencyDescriptorLength: length } = view
        expect(start < 0 || start + length <= view.payloadStart).toBe(true)
        expect((view.mid()?.length ?? 0) + (view.rid()?.length ?? 0)).toBeLessThan(view.payloadStart)
      }),
      { numRuns: 3000 },
    )
  })
})

it('tells RTCP from RTP by the second byte', () => {
  expect([191, 192, 200, 206, 223, 224].map((type) => isRtcp(Uint8Array.of(0x80, type)))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ])
  expect(isRtcp(new Uint8Array())).toBe(false)
})
