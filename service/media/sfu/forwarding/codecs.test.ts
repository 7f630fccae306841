import { describe, expect, it } from 'vitest'
import { ForwardingRoom } from '../../../../test/support/webrtc/forwarding.ts'
import {
  av1Payload,
  dependencyDescriptor,
  rtpPacket,
  vp9Payload,
} from '../../../../test/support/webrtc/packets.ts'
import type { VideoCodec } from '../../../contract/signaling.ts'
import { DependencyDescriptorView } from '../../../protocol/av1/dependency-descriptor.ts'
import { VIDEO_PAYLOAD_TYPES } from '../../../protocol/rtp/payload-types.ts'
import { Vp9DescriptorView } from '../../../protocol/vp9/descriptor.ts'

interface Frame {
  readonly rid: 'r0' | 'r1'
  readonly payload: Uint8Array
  readonly dependencyDescriptor?: Uint8Array
}

/** Sends frames of two layers, of one packet each, to a receiver that wants the layer of each key frame. */
function forward(codec: VideoCodec, frames: readonly Frame[]) {
  const room = new ForwardingRoom()
  const sender = room.sender({ codec, rids: ['r0', 'r1'] }, false)
  const { consumers, wire } = room.receiver(sender.producerOf('video'))
  const numbers = { r0: 100, r1: 9000 }
  for (const { rid, ...rest } of frames) {
    consumers[0]!.setWanted(rid)
    sender.media.packet(
      rtpPacket({
        payloadType: VIDEO_PAYLOAD_TYPES[codec].media,
        sequenceNumber: numbers[rid]++,
        timestamp: numbers[rid] * 3000,
        ssrc: numbers[rid] > 9000 ? 2 : 1,
        mid: 'v',
        rid,
        marker: true,
        ...rest,
      }),
    )
    room.now += 33
  }
  return wire.rtp
}

describe('pictures of', () => {
  it('VP9 are numbered on over a switch and the wrap of their numbers', () => {
    const of = (rid: 'r0' | 'r1', pictureId: number, tl0PicIdx: number, keyFrame = false): Frame => ({
      rid,
      payload: vp9Payload({ pictureId, tl0PicIdx, keyFrame }),
    })
    const seen = forward('VP9', [
      of('r0', 32_766, 254),
      of('r0', 32_767, 255, true),
      of('r0', 0, 0),
      of('r1', 500, 77, true),
      of('r1', 501, 78),
    ])
    const pictures = seen.map(({ bytes, view }) => {
      const descriptor = new Vp9DescriptorView()
      descriptor.read(bytes, view.payloadStart, view.payloadEnd)
      return [descriptor.pictureId, descriptor.tl0PicIdx]
    })
    expect(pictures).toEqual([
      [32_767, 255],
      [0, 0],
      [1, 1],
      [2, 2],
    ])
  })

  it.each([3, 60])('AV1 are numbered on in dependency descriptors of %i bytes', (length) => {
    const of = (rid: 'r0' | 'r1', frame: number, keyFrame = false): Frame => ({
      rid,
      payload: av1Payload({ keyFrame }),
      dependencyDescriptor: dependencyDescriptor(frame, length),
    })
    const seen = forward('AV1', [of('r0', 65_534), of('r0', 65_535, true), of('r1', 4, true), of('r1', 5)])
    const frames = seen.map(({ bytes, view }) => {
      expect(view.dependencyDescriptorLength).toBe(length)
      const descriptor = new DependencyDescriptorView()
      descriptor.read(bytes, view.dependencyDescriptorStart, view.dependencyDescriptorLength)
      return descriptor.frameNumber
    })
    expect(frames).toEqual([65_535, 0, 1])
  })

  it('H.264 begin with parameter sets where the sender repeats them, or else with an IDR slice', () => {
    const sps = Buffer.from([0x67, 1, 2, 3])
    const idr = Buffer.from([0x65, 1, 2, 3])
    const slice = Buffer.from([0x41, 1, 2, 3])
    const types = (frames: readonly Frame[]) => forward('H264', frames).map(({ payload }) => payload[0])
    const of = (rid: 'r0' | 'r1', payload: Buffer): Frame => ({ rid, payload })
    expect(types([of('r0', slice), of('r0', sps), of('r0', idr), of('r0', slice)])).toEqual([
      0x67, 0x65, 0x41,
    ])
    expect(types([of('r0', slice), of('r0', idr), of('r0', slice)])).toEqual([0x65, 0x41])
    const all = [of('r0', sps), of('r0', idr), of('r1', idr), of('r1', sps)]
    expect(types(all)).toEqual([0x67, 0x65, 0x67])
  })
})
