import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RtpPacketView } from './packet.ts'
import {
  absSendTime,
  MAX_HEADER_LENGTH,
  patchPayloadType,
  patchSequenceNumber,
  patchSsrc,
  patchTimestamp,
  patchTransportSequenceNumber,
  writeHeader,
} from './writer.ts'
import type { HeaderExtensions } from './writer.ts'

const FIXED = {
  payloadType: 120,
  marker: true,
  sequenceNumber: 0x1234,
  timestamp: 0x01020304,
  ssrc: 0xa1a2a3a4,
}
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

function written(extensions: HeaderExtensions) {
  const target = new Uint8Array(MAX_HEADER_LENGTH).fill(0xff)
  const layout = writeHeader(target, { ...FIXED, extensions })
  return { target, layout, bytes: target.subarray(0, layout.length) }
}

describe('writeHeader', () => {
  it('writes the fixed header alone where there are no extensions', () => {
    const { bytes, layout } = written({ audioLevel: -1, dependencyDescriptor: null, mid: null })
    expect(toHex(bytes)).toBe('80f8123401020304a1a2a3a4')
    expect(layout).toEqual({
      length: 12,
      transportSequenceNumberAt: -1,
      dependencyDescriptorAt: -1,
    })
  })

  it('writes the one-byte form and tells where its values are', () => {
    const { bytes, layout } = written({
      absSendTime: 0x010203,
      transportSequenceNumber: 0xbeef,
      videoOrientation: 1,
    })
    expect(toHex(bytes.subarray(12))).toBe('bede0003' + '22010203' + '31beef' + '7001' + '000000')
    expect(layout).toMatchObject({ length: 28, transportSequenceNumberAt: 21 })
  })

  it('gives what the view reads, in the form that the longest value needs', () => {
    const level = fc.integer({ min: -1, max: 127 })
    fc.assert(
      fc.property(
        fc.record({
          absSendTime: fc.integer({ min: -1, max: 0xffffff }),
          transportSequenceNumber: fc.integer({ min: -1, max: 0xffff }),
          audioLevel: level,
          videoOrientation: level,
          dependencyDescriptor: fc.uint8Array({ maxLength: 255 }),
          mid: fc.stringMatching(/^[a-z0-9]{0,20}$/),
        }),
        fc.boolean(),
        (extensions, voice) => {
          const { bytes, layout } = written({ ...extensions, voice })
          const view = new RtpPacketView()
          expect(view.read(bytes)).toBe(true)
          const { transportSequenceNumber, audioLevel, videoOrientation, dependencyDescriptor, mid } =
            extensions
          expect(view).toMatchObject({
            ...FIXED,
            transportSequenceNumber,
            audioLevel,
            videoOrientation,
            voice: voice && audioLevel >= 0,
            payloadStart: layout.length,
            payloadEnd: layout.length,
            dependencyDescriptorStart: layout.dependencyDescriptorAt,
            dependencyDescriptorLength: dependencyDescriptor.length,
          })
          const start = view.dependencyDescriptorStart
          if (start >= 0)
            expect(bytes.subarray(start, start + dependencyDescriptor.length)).toEqual(dependencyDescriptor)
          expect(view.mid()).toBe(mid === '' ? null : mid)
          const isLong = dependencyDescriptor.length > 16 || mid.length > 16
          if (layout.length > 12) expect(bytes[12]).toBe(isLong ? 0x10 : 0xbe)
        },
      ),
    )
  })

  it('has room for all extensions at their longest', () => {
    const { layout } = written({
      absSendTime: 0,
      transportSequenceNumber: 0,
      audioLevel: 0,
      videoOrientation: 0,
      dependencyDescriptor: new Uint8Array(255),
      mid: 'm'.repeat(255),
    })
    expect(layout.length).toBeLessThanOrEqual(MAX_HEADER_LENGTH)
  })
})

it('patches what differs between receivers', () => {
  const { target, layout, bytes } = written({
    absSendTime: 0xabcdef,
    transportSequenceNumber: 2,
    audioLevel: 3,
  })
  patchSequenceNumber(target, 0xffff)
  patchTimestamp(target, 0xfffffffe)
  patchSsrc(target, 0xfffffffd)
  patchTransportSequenceNumber(target, layout.transportSequenceNumberAt, 0xfffc)
  patchPayloadType(target, 45)
  const view = new RtpPacketView()
  expect(view.read(bytes)).toBe(true)
  expect(view).toMatchObject({
    payloadType: 45,
    marker: true,
    sequenceNumber: 0xffff,
    timestamp: 0xfffffffe,
    ssrc: 0xfffffffd,
    transportSequenceNumber: 0xfffc,
    audioLevel: 3,
  })
  expect(toHex(bytes)).toContain('22abcdef')
})

it.each([
  ['one-byte', 'mid'],
  ['two-byte', 'a mid that is longer'],
])(
  'takes the transport sequence number out for one receiver, and back for the next, in the %s form',
  (_, mid) => {
    const { target, layout, bytes } = written({
      absSendTime: 1,
      transportSequenceNumber: 2,
      audioLevel: 3,
      mid,
    })
    const whole = toHex(bytes)
    const view = new RtpPacketView()
    patchTransportSequenceNumber(target, layout.transportSequenceNumberAt, -1)
    expect(view.read(bytes)).toBe(true)
    expect(view).toMatchObject({ transportSequenceNumber: -1, audioLevel: 3, payloadStart: layout.length })
    expect(view.mid()).toBe(mid)
    patchTransportSequenceNumber(target, layout.transportSequenceNumberAt, 2)
    expect(toHex(bytes)).toBe(whole)
  },
)

it('patches nothing that was not written', () => {
  const { target, layout } = written({})
  const before = toHex(target)
  patchTransportSequenceNumber(target, layout.transportSequenceNumberAt, 1)
  expect(toHex(target)).toBe(before)
})

it('tells times in 6.18 bits of seconds', () => {
  expect(absSendTime(1000)).toBe(1 << 18)
  expect(absSendTime(63_500)).toBe(63.5 * 2 ** 18)
  expect(absSendTime(64_000)).toBe(0)
  expect(absSendTime(1_800_000_000_001)).toBe((absSendTime(1_800_000_000_000) + 262) & 0xffffff)
})
