import { describe, expect, it } from 'vitest'
import { ForwardingRoom } from '../../../../test/support/webrtc/forwarding.ts'
import { rtpPacket } from '../../../../test/support/webrtc/packets.ts'
import { Vp8Source } from '../../../../test/support/webrtc/vp8-source.ts'
import { OPUS_PAYLOAD_TYPE, VIDEO_PAYLOAD_TYPES } from '../../../protocol/rtp/payload-types.ts'
import { remb, transportFeedback } from '../../../protocol/rtcp/write.ts'

describe('congestion control of a receiver', () => {
  it('limits nothing where the receiver tells nothing', () => {
    const { room, run, client } = scene(40_000_000)
    run(30)
    expect(client.consumers[0]!.currentRid).toBe('r1')
    expect(room.now).toBeGreaterThan(0)
  })

  it('gives less at lasting loss, and probes by padding whether there is room again', () => {
    const { client, run, lossy } = scene(0)
    lossy(0.4)
    run(200)
    expect(client.consumers[0]!.currentRid).not.toBe('r1')
    lossy(0)
    run(700)
    const padding = client.wire
      .of(client.consumers[0]!.rtxSsrc!)
      .filter(({ view, bytes }) => view.payloadEnd < bytes.length)
    expect(padding.length).toBeGreaterThan(0)
    for (const { view, payload } of padding) {
      expect(view.payloadType).toBe(VIDEO_PAYLOAD_TYPES.VP8.rtx)
      expect(payload).toHaveLength(0)
    }
    expect(client.consumers[0]!.currentRid).toBe('r1')
  })
})

it('padding goes by no stream that the receiver is not to get', () => {
  const { client, run, lossy } = scene(0, true)
  const [paused, other] = client.consumers
  lossy(0.4)
  run(200)
  lossy(0)
  run(700)
  expect(client.wire.of(other!.rtxSsrc!).length).toBeGreaterThan(0)
  expect(client.wire.of(paused!.rtxSsrc!)).toEqual([])
})

it('a receiver that never reports its sound keeps its picture', () => {
  const room = new ForwardingRoom()
  const sender = room.sender({ codec: 'VP8' })
  const client = room.receiver(...sender.media.producers)
  const [, video] = client.consumers
  client.consumers.forEach((consumer, i) => (consumer.mid = `${i}`))
  const line = { ssrcs: [], rids: null, direction: 'recvonly' } as const
  client.media.announced([
    { ...line, mid: '0', kind: 'audio', reportsArrivals: false },
    { ...line, mid: '1', kind: 'video', reportsArrivals: true },
  ])
  const source = new Vp8Source({ ssrc: 1 })
  for (let i = 0; i < 40 * 30; i++) {
    const told = client.wire.rtp.length
    const sound = { payloadType: OPUS_PAYLOAD_TYPE, ssrc: 2, mid: 'a', payload: Buffer.alloc(80) }
    for (const n of [2 * i, 2 * i + 1]) {
      sender.media.packet(rtpPacket({ ...sound, sequenceNumber: n, timestamp: n * 960 }))
    }
    source.frame({ keyFrame: i % 30 === 0 })
    for (const packet of source.sent.slice(-3)) {
      const payload = Buffer.concat([packet.payload!, Buffer.alloc(1000)])
      sender.media.packet(rtpPacket({ ...packet, payload }))
    }
    room.advance(33, sender, client)
    const arrivals = client.wire.rtp
      .slice(told)
      .filter(({ view }) => view.transportSequenceNumber >= 0)
      .map(({ view, atMs }) => ({
        sequenceNumber: view.transportSequenceNumber,
        receivedAtMs: view.ssrc === video!.ssrc ? atMs : null,
      }))
    const baseSequence = arrivals[0]!.sequenceNumber
    client.media.packet(transportFeedback(1, 1, { baseSequence, feedbackCount: i & 0xff, arrivals }))
  }
  expect(client.wire.of(video!.ssrc)).toHaveLength(source.sent.length)
})

it('a receiver that tells what it can take of each video alone gets them all', () => {
  const room = new ForwardingRoom()
  const senders = [room.sender({ codec: 'VP8' }, false), room.sender({ codec: 'VP8' }, false)]
  const client = room.receiver(...senders.map((sender) => sender.producerOf('video')))
  const sources = senders.map((_, i) => new Vp8Source({ ssrc: i + 1 }))
  for (let i = 0; i < 20 * 30; i++) {
    senders.forEach((sender, n) => {
      // The second one comes later: the first estimates say nothing of it.
      if (n > 0 && i < 5 * 30) return
      sources[n]!.frame({ keyFrame: i % 30 === 0 })
      for (const packet of sources[n]!.sent.slice(-3)) {
        const payload = Buffer.concat([packet.payload!, Buffer.alloc(1000)])
        sender.media.packet(rtpPacket({ ...packet, payload }))
      }
    })
    room.advance(33, ...senders, client)
    if (i % 15 > 0) continue
    // As aiortc: a third more than what comes of it.
    for (const { ssrc } of client.consumers) {
      if (client.wire.of(ssrc).length > 0) client.media.packet(remb(1, 1_000_000, [ssrc]))
    }
  }
  client.consumers.forEach(({ ssrc }, n) => {
    expect(client.wire.of(ssrc)).toHaveLength(sources[n]!.sent.length)
  })
})

/** Two layers of 0.15 and 1.2 Mbit/s to one receiver; with feedback where `bps` is 0, behind a paused stream if so said. */
function scene(bps: number, behindPaused = false) {
  const room = new ForwardingRoom()
  const sender = room.sender({ codec: 'VP8', rids: ['r0', 'r1'] }, false)
  const before = behindPaused ? [room.sender({ codec: 'VP8' }, false).producerOf('video')] : []
  const client = room.receiver(...before, sender.producerOf('video'))
  if (behindPaused) client.consumers[0]!.setPaused(true)
  const sources = [
    new Vp8Source({ ssrc: 1, rid: 'r0' }),
    new Vp8Source({ ssrc: 2, rid: 'r1', sequenceNumber: 9 }),
  ] as const
  let loss = 0
  let told = 0
  let count = 0
  const feedback = () => {
    const fresh = client.wire.rtp.slice(told)
    told = client.wire.rtp.length
    if (bps > 0 || fresh.length === 0) return
    const arrivals = fresh.map(({ view, atMs }, i) => ({
      sequenceNumber: view.transportSequenceNumber,
      receivedAtMs: i > 0 && (i * 0.37) % 1 < loss ? null : atMs,
    }))
    const baseSequence = arrivals[0]!.sequenceNumber
    client.media.packet(transportFeedback(1, 1, { baseSequence, feedbackCount: count++ & 0xff, arrivals }))
  }
  /** Pictures, each a 30th of a second. */
  const run = (frames: number) => {
    for (let i = 0; i < frames; i++) {
      const packets = sources.flatMap((source, layer) =>
        source.frame({ keyFrame: i % 15 === 0, packets: layer === 0 ? 10 : 80 }),
      )
      for (const packet of packets) sender.media.packet(packet)
      room.advance(33, sender, client)
      feedback()
    }
  }
  return { room, client, run, lossy: (share: number) => (loss = share) }
}
