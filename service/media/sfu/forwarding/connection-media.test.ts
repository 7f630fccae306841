import { describe, expect, it } from 'vitest'
import { ForwardingRoom } from '../../../../test/support/webrtc/forwarding.ts'
import type { Client } from '../../../../test/support/webrtc/forwarding.ts'
import { rtpPacket } from '../../../../test/support/webrtc/packets.ts'
import { Vp8Source } from '../../../../test/support/webrtc/vp8-source.ts'
import { OPUS_PAYLOAD_TYPE, VIDEO_PAYLOAD_TYPES } from '../../../protocol/rtp/payload-types.ts'
import { bye, compound, nack, pli, receiverReport, senderReport } from '../../../protocol/rtcp/write.ts'
import type { ProducerTap } from './packet-sink.ts'

const VIDEO = 0x1111
const RTX = 0x2222
const AUDIO = 0xf000_0001

function setUp(receivers = 1) {
  const room = new ForwardingRoom()
  const sender = room.sender({ codec: 'VP8' })
  const producer = sender.producerOf('video')
  const clients = Array.from({ length: receivers }, () => room.receiver(producer))
  const [client] = clients
  const [consumer] = client!.consumers
  const source = new Vp8Source({ ssrc: VIDEO })
  const send = (...packets: Uint8Array[]) => packets.forEach((packet) => sender.media.packet(packet))
  return { room, sender, producer, clients, client: client!, consumer: consumer!, source, send }
}

const sound = (n: number, more = {}) =>
  rtpPacket({
    payloadType: OPUS_PAYLOAD_TYPE,
    sequenceNumber: 500 + n,
    timestamp: n * 960,
    ssrc: AUDIO,
    mid: 'a',
    payload: Buffer.from([n]),
    ...more,
  })

describe('the media of a connection', () => {
  it('forwards video from its first key frame on, under the SSRC of the receiver', () => {
    const { client, consumer, source, send } = setUp()
    send(...source.frame(), ...source.frame({ keyFrame: true }), ...source.frame())
    const seen = client.wire.of(consumer.ssrc)
    expect(seen.map(({ payload }) => Buffer.from(payload).toString('hex'))).toEqual(
      source.sent.slice(3).map(({ payload }) => Buffer.from(payload!).toString('hex')),
    )
    const numbers = seen.map(({ view }) => view.sequenceNumber)
    expect(numbers).toEqual(numbers.map((_, i) => numbers[0]! + i))
    expect(seen.map(({ view }) => view.marker)).toEqual([false, false, true, false, false, true])
  })

  it('knows how long ago a picture or sound came; repeats and reports are none', () => {
    const { room, sender, source, send } = setUp()
    expect(sender.media.mediaAgeMs).toBeNull()
    send(compound(receiverReport(1, [])))
    expect(sender.media.mediaAgeMs).toBeNull()
    const frame = source.frame({ keyFrame: true })
    send(...frame)
    expect(sender.media.mediaAgeMs).toBe(0)
    room.advance(2000, sender)
    send(...frame)
    expect(sender.media.mediaAgeMs).toBe(2000)
    send(sound(1))
    expect(sender.media.mediaAgeMs).toBe(0)
  })

  it('asks for the key frame that a receiver waits for, and again while none comes', () => {
    const { room, sender, client, source, send } = setUp()
    send(...source.frame())
    const before = sender.wire.told('pli').length
    room.advance(1000, sender, client)
    expect(sender.wire.told('pli').length).toBeGreaterThanOrEqual(before + 3)
    expect(sender.wire.told('pli')[0]).toMatchObject({ mediaSsrc: VIDEO })
    send(...source.frame({ keyFrame: true }))
    const after = sender.wire.told('pli').length
    room.advance(1000, sender, client)
    expect(sender.wire.told('pli')).toHaveLength(after)
  })

  it('asks once in 300 ms however many receivers ask', () => {
    const { room, sender, clients, source, send } = setUp(3)
    send(...source.frame({ keyFrame: true }))
    room.advance(400, sender)
    const before = sender.wire.told('pli').length
    for (const { media, consumers } of clients) media.packet(pli(1, consumers[0]!.ssrc))
    expect(sender.wire.told('pli')).toHaveLength(before + 1)
    for (const { media, consumers } of clients) media.packet(pli(1, consumers[0]!.ssrc))
    expect(sender.wire.told('pli')).toHaveLength(before + 1)
    room.advance(300, sender)
    expect(sender.wire.told('pli')).toHaveLength(before + 2)
  })

  it('forwards sound with its level, without mid, and tells the room the level', () => {
    const room = new ForwardingRoom()
    const sender = room.sender(null)
    const producer = sender.producerOf('audio')
    const { wire } = room.receiver(producer)
    const levels: unknown[] = []
    producer.onAudioLevel = (level, voice, nowMs) => levels.push([level, voice, nowMs])
    sender.media.packet(sound(1, { audioLevel: 30, voice: true }))
    expect(levels).toEqual([[30, true, room.now]])
    expect(wire.rtp[0]?.view).toMatchObject({ audioLevel: 30, voice: true, transportSequenceNumber: 0 })
    expect(wire.rtp[0]?.view.mid()).toBeNull()
  })

  it('forwards the orientation of video', () => {
    const { client, source, send } = setUp()
    source.frame({ keyFrame: true })
    send(rtpPacket({ ...source.sent[0]!, videoOrientation: 3 }))
    expect(client.wire.rtp[0]?.view.videoOrientation).toBe(3)
  })

  it('numbers what a connection gets over all its streams', () => {
    const room = new ForwardingRoom()
    const sender = room.sender({ codec: 'VP8' })
    const { wire } = room.receiver(...sender.media.producers)
    const source = new Vp8Source({ ssrc: VIDEO })
    const packets = [...source.frame({ keyFrame: true }), sound(1), ...source.frame(), sound(2)]
    for (const packet of packets) sender.media.packet(packet)
    expect(wire.rtp.map(({ view }) => view.transportSequenceNumber)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('numbers no stream whose arrivals the receiver does not report, and tells its others whole', () => {
    const room = new ForwardingRoom()
    const sender = room.sender({ codec: 'VP8' })
    const client = room.receiver(...sender.media.producers)
    const source = new Vp8Source({ ssrc: VIDEO })
    client.consumers.forEach((consumer, i) => (consumer.mid = `${i}`))
    const line = { ssrcs: [], rids: null, direction: 'recvonly' } as const
    client.media.announced([
      { ...line, mid: '0', kind: 'audio', reportsArrivals: false },
      { ...line, mid: '1', kind: 'video', reportsArrivals: true },
    ])
    const other = room.receiver(...sender.media.producers)
    const packets = [...source.frame({ keyFrame: true }), sound(1), ...source.frame(), sound(2)]
    for (const packet of packets) sender.media.packet(packet)
    const numbers = ({ wire }: Client) => wire.rtp.map(({ view }) => view.transportSequenceNumber)
    expect(numbers(client)).toEqual([0, 1, 2, -1, 3, 4, 5, -1])
    expect(numbers(other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(client.wire.rtp.map(({ payload }) => payload)).toEqual(
      other.wire.rtp.map(({ payload }) => payload),
    )
  })

  it('copies a packet once for all its receivers', () => {
    const { clients, source, send } = setUp(3)
    send(...source.frame({ keyFrame: true, packets: 1 }))
    const buffers = clients.map(({ wire }) => [...wire.buffers])
    expect(buffers[0]).toHaveLength(1)
    expect(new Set(buffers.flat()).size).toBe(1)
    expect(new Set(clients.map(({ wire }) => wire.rtp[0]!.view.ssrc)).size).toBe(3)
  })

  it('sends nothing before the receiver answered, and what its m-line declines not at all', () => {
    const { room, producer, source, send } = setUp(0 + 1)
    const late = room.join('late')
    const consumer = late.media.consume(producer)
    consumer.mid = 'x'
    late.media.start()
    send(...source.frame({ keyFrame: true }))
    expect(late.wire.rtp).toHaveLength(0)
    const line = { mid: 'x', kind: 'video', ssrcs: [], rids: null, reportsArrivals: true } as const
    late.media.announced([{ ...line, direction: 'recvonly' }])
    send(...source.frame())
    expect(late.wire.rtp).toHaveLength(6)
    late.media.announced([{ ...line, direction: 'inactive' }])
    send(...source.frame({ keyFrame: true }))
    expect(late.wire.rtp).toHaveLength(6)
  })
})

describe('what comes in', () => {
  it('is known by the SSRCs of the answer', () => {
    const { sender, client, source, send } = setUp()
    sender.media.announced([
      {
        ...{ mid: 'v', kind: 'video', direction: 'sendonly', rids: null, reportsArrivals: true },
        ssrcs: [{ media: VIDEO, rtx: RTX }],
      },
    ])
    source.frame({ keyFrame: true })
    const { mid, ...withoutMid } = source.sent[0]!
    expect(mid).toBe('v')
    send(rtpPacket(withoutMid))
    expect(client.wire.rtp).toHaveLength(1)
  })

  it('is known by its payload type where nothing else tells', () => {
    const { client, source, send } = setUp()
    source.frame({ keyFrame: true })
    const { mid, ...withoutMid } = source.sent[0]!
    expect(mid).toBe('v')
    send(rtpPacket(withoutMid))
    expect(client.wire.rtp).toHaveLength(1)
  })

  it('is dropped and counted where no producer is meant', () => {
    const { sender, client, send } = setUp()
    send(rtpPacket({ payloadType: 13, sequenceNumber: 1, timestamp: 1, ssrc: 5, payload: Buffer.from('x') }))
    send(Buffer.from('no packet at all'), new Uint8Array())
    expect(client.wire.rtp).toHaveLength(0)
    expect(sender.media.counters()['rtp']).toMatchObject({
      total_received_rtp: 1,
      total_received_rtp_unknown: 1,
    })
  })

  it('has its gaps asked for, with growing pauses, and then gives up with a key frame', () => {
    const { room, sender, client, source, send } = setUp()
    const packets = [...source.frame({ keyFrame: true }), ...source.frame()]
    packets.splice(4, 1)
    send(...packets)
    room.advance(20, sender, client)
    expect(sender.wire.told('nack')).toEqual([{ type: 'nack', mediaSsrc: VIDEO, sequenceNumbers: [1004] }])
    room.advance(300, sender, client)
    const early = sender.wire.told('nack').length
    room.advance(300, sender, client)
    const late = sender.wire.told('nack').length - early
    expect(early).toBeGreaterThan(late)
    expect(late).toBeGreaterThan(0)
    const asked = sender.wire.told('pli').length
    room.advance(1000, sender, client)
    expect(sender.wire.told('pli').length).toBe(asked + 1)
    const total = sender.wire.told('nack').length
    room.advance(1000, sender, client)
    expect(sender.wire.told('nack')).toHaveLength(total)
  })

  it('is unwrapped where it is a retransmission, and nothing comes twice', () => {
    const { room, sender, client, consumer, source, send } = setUp()
    const seen: unknown[] = []
    const tap: ProducerTap = {
      packet: ({ rid }, { sequenceNumber, ssrc, payloadType }) =>
        seen.push([rid, sequenceNumber, ssrc, payloadType]),
      senderReport: () => {},
    }
    sender.producerOf('video').addTap(tap)
    const packets = [...source.frame({ keyFrame: true }), ...source.frame()]
    const [lost] = packets.splice(4, 1)
    send(...packets)
    room.advance(20, sender)
    send(source.rtx(1004, RTX), source.rtx(1004, RTX), lost!, source.rtx(1003, RTX))
    room.advance(500, sender)
    expect(sender.wire.told('nack')).toHaveLength(1)
    const numbers = client.wire.of(consumer.ssrc).map(({ view }) => view.sequenceNumber)
    expect(numbers.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5].map((n) => numbers[0]! + n))
    expect(seen.at(-1)).toEqual([null, 1004, VIDEO, VIDEO_PAYLOAD_TYPES.VP8.media])
    expect(seen).toHaveLength(6)
    expect(sender.media.counters()['rtp']).toMatchObject({
      total_received_rtp: 9,
      total_received_rtp_rtx: 3,
      total_received_rtp_duplicate: 3,
    })
  })

  it('loses its mere padding without a gap; late padding takes its number', () => {
    const { client, consumer, source, send } = setUp()
    send(...source.frame({ keyFrame: true }))
    send(source.padding(), source.padding())
    const late = source.padding()
    const next = source.frame()
    send(...next, late)
    const seen = client.wire.of(consumer.ssrc)
    const first = seen[0]!.view.sequenceNumber
    expect(seen.map(({ view, payload }) => [view.sequenceNumber - first, payload.length > 0])).toEqual([
      [0, true],
      [1, true],
      [2, true],
      [4, true],
      [5, true],
      [6, true],
      [3, false],
    ])
  })

  it('that begins anew under the same SSRC goes on for receivers at the next key frame', () => {
    const { client, consumer, source, send } = setUp()
    send(...source.frame({ keyFrame: true }))
    const anew = new Vp8Source({ ssrc: VIDEO, sequenceNumber: 40_000, timestamp: 5, pictureId: 7 })
    send(...anew.frame(), ...anew.frame({ keyFrame: true }))
    const numbers = client.wire.of(consumer.ssrc).map(({ view }) => view.sequenceNumber - 0)
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5].map((n) => numbers[0]! + n))
  })

  it('is reported on with losses and the last sender report', () => {
    const { room, sender, source, send } = setUp()
    send(senderReport({ ssrc: VIDEO, ntpMs: 0, rtpTimestamp: 0, packets: 0, octets: 0 }))
    const packets = [...source.frame({ keyFrame: true }), ...source.frame()]
    packets.splice(4, 1)
    send(...packets)
    send(senderReport({ ssrc: VIDEO, ntpMs: 65_536_000, rtpTimestamp: 0, packets: 0, octets: 0 }))
    room.advance(1040, sender)
    const [block] = sender.wire.told('receiver-report')[0]!.blocks
    expect(block).toMatchObject({ ssrc: VIDEO, cumulativeLost: 1, highestSequence: 1005, lastSr: 0 })
    expect(block!.fractionLost).toBeCloseTo(1 / 6, 2)
    expect(block!.delaySinceLastSr / 65_536).toBeCloseTo(1.02, 1)
  })

  it('is told of by transport-wide feedback', () => {
    const { room, sender, source, send } = setUp()
    source.frame({ keyFrame: true })
    source.sent.forEach((fields, i) => send(rtpPacket({ ...fields, transportSequenceNumber: 70 + i })))
    room.advance(100, sender)
    const [feedback] = sender.wire.told('transport-feedback')
    expect(feedback).toMatchObject({ baseSequence: 70 })
    expect(feedback!.arrivals.map(({ sequenceNumber }) => sequenceNumber)).toEqual([70, 71, 72])
  })

  it('is limited by REMB at once and every second, until the limit is taken back', () => {
    const { room, sender, source, send } = setUp()
    send(...source.frame({ keyFrame: true }))
    sender.media.limitVideo(400_000)
    expect(sender.wire.told('remb')).toMatchObject([{ bitRateBps: 400_000 - (400_000 % 2), ssrcs: [VIDEO] }])
    room.advance(2100, sender)
    expect(sender.wire.told('remb')).toHaveLength(3)
    sender.media.limitVideo(null)
    expect(sender.wire.told('remb').at(-1)!.bitRateBps).toBeGreaterThan(500_000_000)
    room.advance(2000, sender)
    expect(sender.wire.told('remb')).toHaveLength(4)
  })
})

describe('what goes out', () => {
  it('is sent again as RTX when a receiver asks, not twice while it is under way', () => {
    const { room, client, consumer, source, send } = setUp()
    send(...source.frame({ keyFrame: true }), ...source.frame())
    const lost = client.wire.of(consumer.ssrc)[4]!
    const ask = () => client.media.packet(nack(1, consumer.ssrc, [lost.view.sequenceNumber]))
    ask()
    ask()
    const again = client.wire.of(consumer.rtxSsrc!)
    expect(again).toHaveLength(1)
    const [packet] = again
    expect(Buffer.from(packet!.payload).readUInt16BE()).toBe(lost.view.sequenceNumber)
    expect([...packet!.payload.subarray(2)]).toEqual([...lost.payload])
    expect(packet!.view).toMatchObject({
      payloadType: VIDEO_PAYLOAD_TYPES.VP8.rtx,
      timestamp: lost.view.timestamp,
      marker: lost.view.marker,
      transportSequenceNumber: 6,
    })
    room.now += 30
    ask()
    expect(client.wire.of(consumer.rtxSsrc!)).toHaveLength(2)
  })

  it('can be asked for a second long at 3000 packets a second', () => {
    const { room, client, consumer, source, send } = setUp()
    send(...source.frame({ keyFrame: true }))
    for (let i = 0; i < 100; i++) {
      room.now += 10
      send(...source.frame({ packets: 30 }))
    }
    const second = client.wire.of(consumer.ssrc)[33]!
    client.media.packet(nack(1, consumer.ssrc, [second.view.sequenceNumber]))
    const [again] = client.wire.of(consumer.rtxSsrc!)
    expect([...again!.payload.subarray(2)]).toEqual([...second.payload])
  })

  it('is nothing where a receiver asks for what was never sent', () => {
    const { client, consumer, source, send } = setUp()
    send(...source.frame({ keyFrame: true }))
    const first = client.wire.rtp[0]!.view.sequenceNumber
    client.media.packet(nack(1, consumer.ssrc, [first - 1, first + 3, first + 30_000]))
    expect(client.wire.of(consumer.rtxSsrc!)).toHaveLength(0)
  })

  it('has sender reports on the sender’s clock, so that sound and picture stay in time', () => {
    const room = new ForwardingRoom()
    const sender = room.sender({ codec: 'VP8' })
    const receiver = room.receiver(...sender.media.producers)
    const source = new Vp8Source({ ssrc: VIDEO })
    for (const packet of [...source.frame({ keyFrame: true }), sound(1)]) sender.media.packet(packet)
    // The same instant of the sender on both streams.
    const ntpMs = 3_900_000_000_000
    sender.media.packet(senderReport({ ssrc: VIDEO, ntpMs, rtpTimestamp: 90_000, packets: 3, octets: 9 }))
    room.now += 150
    const sent = { ntpMs: ntpMs + 150, rtpTimestamp: 960 + 7200, packets: 1, octets: 1 }
    sender.media.packet(senderReport({ ssrc: AUDIO, ...sent }))
    room.advance(1040, receiver)
    const [audio, video] = receiver.consumers.map(({ ssrc }) =>
      receiver.wire.told('sender-report').find((report) => report.ssrc === ssrc),
    )
    expect(audio!.ntpMs).toBeCloseTo(video!.ntpMs, 0)
    expect(video!.rtpTimestamp - 90_000).toBeCloseTo((video!.ntpMs - ntpMs) * 90, -2)
    expect(audio!.rtpTimestamp - 960).toBeCloseTo((audio!.ntpMs - ntpMs) * 48, -2)
    expect(video).toMatchObject({ packets: 3 })
    expect(audio).toMatchObject({ packets: 1, octets: 1 })
  })

  it('ends with BYE', () => {
    const { client, consumer, source, send } = setUp()
    send(...source.frame({ keyFrame: true }))
    client.media.close()
    expect(client.wire.told('bye')).toEqual([{ type: 'bye', ssrcs: [consumer.ssrc] }])
    send(...source.frame({ keyFrame: true }))
    expect(client.wire.rtp).toHaveLength(3)
  })

  it('ends for a consumer that is released', () => {
    const { client, consumer, source, send } = setUp()
    send(...source.frame({ keyFrame: true }))
    client.media.release(consumer)
    send(...source.frame({ keyFrame: true }))
    expect(client.wire.rtp).toHaveLength(3)
  })

  it('goes on without a gap after a pause: sound at once, video at a key frame', () => {
    const room = new ForwardingRoom()
    const sender = room.sender({ codec: 'VP8' })
    const { wire, consumers } = room.receiver(...sender.media.producers)
    const source = new Vp8Source({ ssrc: VIDEO })
    const send = (...packets: Uint8Array[]) => packets.forEach((packet) => sender.media.packet(packet))
    send(...source.frame({ keyFrame: true }), sound(1))
    for (const consumer of consumers) consumer.setPaused(true)
    send(...source.frame(), sound(2), sound(3))
    expect(wire.rtp).toHaveLength(4)
    for (const consumer of consumers) consumer.setPaused(false)
    send(...source.frame(), sound(4), ...source.frame({ keyFrame: true }))
    for (const { ssrc, producer } of consumers) {
      const seen = wire.of(ssrc)
      const numbers = seen.map(({ view }) => view.sequenceNumber)
      expect(numbers).toEqual(numbers.map((_, i) => numbers[0]! + i))
      const elapsed = seen.at(-1)!.view.timestamp - seen[0]!.view.timestamp
      expect(elapsed).toBe(producer.kind === 'audio' ? 3 * 960 : 3 * 3000)
    }
    expect(sender.wire.told('pli').length).toBeGreaterThan(0)
  })
})

describe('counters', () => {
  it('count packets, bytes and RTCP by kind, both ways', () => {
    const { room, sender, client, consumer, source, send } = setUp()
    const packets = source.frame({ keyFrame: true })
    send(...packets)
    send(compound(receiverReport(1, []), bye([VIDEO])))
    client.media.packet(pli(1, consumer.ssrc))
    room.advance(1100, sender, client)
    const bytes = packets.reduce((sum, packet) => sum + packet.length, 0)
    expect(sender.media.counters()['rtp']).toMatchObject({
      total_received_rtp: 3,
      total_received_rtp_byte_size: bytes,
      total_received_rtcp: 1,
      total_received_rtcp_bye: 1,
      total_received_rtcp_rr: 1,
      total_sent_rtcp_rr: 1,
      total_sent_rtcp_psfb_pli: sender.wire.told('pli').length,
    })
    expect(client.media.counters()).toMatchObject({
      rtp: { total_sent_rtp: 3, total_received_rtcp_psfb_pli: 1 },
      network_status: { unstable_level: 0, total_unstable_level0: 1 },
    })
  })
})
