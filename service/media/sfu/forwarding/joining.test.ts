import { expect, it } from 'vitest'
import { ForwardingRoom } from '../../../../test/support/webrtc/forwarding.ts'
import type { SeenPacket } from '../../../../test/support/webrtc/forwarding.ts'
import { rtpPacket } from '../../../../test/support/webrtc/packets.ts'
import { Vp8Source } from '../../../../test/support/webrtc/vp8-source.ts'
import { VIDEO_PAYLOAD_TYPES } from '../../../protocol/rtp/payload-types.ts'
import { KEY_FRAME_INTERVAL } from './layer.ts'

/** A room with one who receives since before the first picture. */
function setUp() {
  const room = new ForwardingRoom()
  const sender = room.sender({ codec: 'VP8' })
  const producer = sender.producerOf('video')
  const first = room.receiver(producer)
  const source = new Vp8Source({ ssrc: 1, sequenceNumber: 65_533 })
  const send = (...packets: Uint8Array[]) => packets.forEach((packet) => sender.media.packet(packet))
  const asked = () => sender.wire.told('pli').length
  return { room, sender, producer, first, source, send, asked }
}

const payloadsOf = (packets: readonly SeenPacket[]) => packets.map(({ payload }) => Buffer.from(payload))
const numbersOf = (packets: readonly SeenPacket[]) => packets.map(({ view }) => view.sequenceNumber)

it('one who joins gets the key frame of a moment ago and all behind it, once, and none is asked for', () => {
  const { room, producer, first, source, send, asked } = setUp()
  send(...source.frame(), ...source.frame({ keyFrame: true }), ...source.frame())
  room.now += KEY_FRAME_INTERVAL
  const before = asked()
  const late = room.receiver(producer)
  expect(late.wire.rtp).toHaveLength(6)
  send(...source.frame())
  expect(asked()).toBe(before)
  expect(payloadsOf(late.wire.rtp)).toEqual(payloadsOf(first.wire.rtp))
  const [number] = numbersOf(late.wire.rtp)
  expect(numbersOf(late.wire.rtp)).toEqual(late.wire.rtp.map((_, i) => (number! + i) & 0xffff))
  expect(late.wire.rtp.map(({ view }) => view.transportSequenceNumber)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})

it('one who joins later waits for the next one, which is asked for', () => {
  const { room, producer, source, send, asked } = setUp()
  send(...source.frame({ keyFrame: true }))
  room.now += KEY_FRAME_INTERVAL + 1
  const before = asked()
  const late = room.receiver(producer)
  send(...source.frame())
  expect(late.wire.rtp).toEqual([])
  expect(asked()).toBe(before + 1)
  send(...source.frame({ keyFrame: true }))
  expect(late.wire.rtp).toHaveLength(3)
})

it('what is lost of the key frame, and comes late, comes in its place', () => {
  const { room, producer, first, source, send } = setUp()
  const [begin, lost, end] = source.frame({ keyFrame: true })
  send(begin!, end!)
  const late = room.receiver(producer)
  send(lost!)
  const inOrder = (packets: readonly SeenPacket[]) =>
    packets.toSorted((a, b) => ((a.view.sequenceNumber - b.view.sequenceNumber) << 16) >> 16)
  expect(late.wire.rtp).toHaveLength(3)
  expect(payloadsOf(inOrder(late.wire.rtp))).toEqual(payloadsOf(inOrder(first.wire.rtp)))
})

it('one who paused goes on with a new key frame: the last one is behind what it saw', () => {
  const { room, producer, source, send, asked } = setUp()
  const late = room.receiver(producer)
  room.now += KEY_FRAME_INTERVAL
  send(...source.frame({ keyFrame: true }), ...source.frame())
  late.consumers[0]!.setPaused(true)
  const [before, seen] = [asked(), late.wire.rtp.length]
  late.consumers[0]!.setPaused(false)
  expect(late.wire.rtp).toHaveLength(seen)
  expect(asked()).toBe(before + 1)
})

it('of a key frame in slices without parameter sets, one who joins gets all slices', () => {
  const room = new ForwardingRoom()
  const sender = room.sender({ codec: 'H264' }, false)
  const producer = sender.producerOf('video')
  room.receiver(producer)
  const slice = (n: number) =>
    rtpPacket({
      payloadType: VIDEO_PAYLOAD_TYPES.H264.media,
      sequenceNumber: 10 + n,
      timestamp: 3000,
      ssrc: 1,
      mid: 'v',
      marker: n === 2,
      payload: Buffer.from([0x65, n]),
    })
  for (const n of [0, 1, 2]) sender.media.packet(slice(n))
  const late = room.receiver(producer)
  expect(late.wire.rtp.map(({ payload }) => payload[1])).toEqual([0, 1, 2])
})
