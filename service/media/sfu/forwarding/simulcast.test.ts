import { describe, expect, it } from 'vitest'
import { ForwardingRoom } from '../../../../test/support/webrtc/forwarding.ts'
import type { SeenPacket } from '../../../../test/support/webrtc/forwarding.ts'
import { Vp8Source } from '../../../../test/support/webrtc/vp8-source.ts'
import type { Rid } from '../../../contract/sfu-api.ts'
import { pli, receiverReport, remb, senderReport, sdes, compound } from '../../../protocol/rtcp/write.ts'
import { Vp8DescriptorView } from '../../../protocol/vp8/descriptor.ts'

const RIDS = ['r0', 'r1', 'r2'] as const
const SSRCS = { r0: 10, r1: 11, r2: 12 }

function setUp() {
  const room = new ForwardingRoom()
  const sender = room.sender({ codec: 'VP8', rids: RIDS })
  const producer = sender.producerOf('video')
  const client = room.receiver(producer)
  const [consumer] = client.consumers
  const switches: unknown[] = []
  consumer!.onSwitched = (from, to) => switches.push([from, to])
  /** Numbers of the layers have nothing to do with each other, and wrap soon. */
  const sources = {
    r0: new Vp8Source({ ssrc: SSRCS.r0, rid: 'r0', sequenceNumber: 65_530, timestamp: 2 ** 32 - 9000 }),
    r1: new Vp8Source({ ssrc: SSRCS.r1, rid: 'r1', sequenceNumber: 5, pictureId: 32_765, tl0PicIdx: 250 }),
    r2: new Vp8Source({ ssrc: SSRCS.r2, rid: 'r2', sequenceNumber: 30_000, timestamp: 777, pictureId: 9 }),
  }
  const send = (...packets: Uint8Array[]) => packets.forEach((packet) => sender.media.packet(packet))
  /** One picture in each of the layers, and the time until the next. */
  const picture = (key: readonly Rid[] = [], layers: readonly Rid[] = RIDS, packets = { r2: 3 }) => {
    for (const rid of layers) {
      send(...sources[rid].frame({ keyFrame: key.includes(rid), packets: rid === 'r2' ? packets.r2 : 3 }))
    }
    room.now += 1000 / 30
  }
  const reports = () => {
    for (const rid of RIDS) {
      const { timestamp } = sources[rid]
      send(
        senderReport({
          ssrc: SSRCS[rid],
          ntpMs: room.now + 5e6,
          rtpTimestamp: timestamp,
          packets: 1,
          octets: 1,
        }),
      )
    }
  }
  const seen = () => client.wire.of(consumer!.ssrc)
  return {
    room,
    sender,
    producer,
    client,
    consumer: consumer!,
    switches,
    sources,
    send,
    picture,
    reports,
    seen,
  }
}

const vp8 = ({ view, bytes }: SeenPacket) => {
  const descriptor = new Vp8DescriptorView()
  expect(descriptor.read(bytes, view.payloadStart, view.payloadEnd)).toBe(true)
  return descriptor
}

/** Asserts that a receiver can take it for one stream. */
function expectOneStream(seen: readonly SeenPacket[]): void {
  for (const [i, packet] of seen.entries()) {
    const before = seen[i - 1]
    if (!before) continue
    expect((packet.view.sequenceNumber - before.view.sequenceNumber) & 0xffff).toBe(1)
    const ticks = (packet.view.timestamp - before.view.timestamp) | 0
    const pictures = (vp8(packet).pictureId - vp8(before).pictureId) & 0x7fff
    const temporal = (vp8(packet).tl0PicIdx - vp8(before).tl0PicIdx) & 0xff
    const isNext = ticks !== 0
    expect(ticks).toBeGreaterThanOrEqual(0)
    expect(ticks).toBeLessThanOrEqual(2 * 3000)
    expect([pictures, temporal]).toEqual(isNext ? [1, 1] : [0, 0])
  }
}

describe('a simulcast receiver', () => {
  it('gets the best layer that is sent', () => {
    const { consumer, producer, picture, switches } = setUp()
    picture([], ['r0', 'r1'])
    picture(['r0', 'r1'], ['r0', 'r1'])
    expect(consumer.currentRid).toBe('r1')
    expect(producer.layers.map(({ active }) => active)).toEqual([true, true, false])
    picture()
    picture(RIDS)
    expect(consumer.currentRid).toBe('r2')
    expect(switches).toEqual([
      [null, 'r1'],
      ['r1', 'r2'],
    ])
  })

  it.each(['with', 'without'])('sees one stream over switches %s sender reports', (reported) => {
    const { consumer, picture, reports, seen, switches } = setUp()
    if (reported === 'with') {
      picture()
      reports()
    }
    picture(RIDS)
    for (const rid of ['r0', 'r1', 'r2', 'r0', 'r2', 'r1'] as const) {
      consumer.setWanted(rid)
      picture()
      picture(RIDS)
      expect(consumer.currentRid).toBe(rid)
      for (let i = 0; i < 5; i++) picture()
    }
    expect(switches.length).toBeGreaterThanOrEqual(7)
    expectOneStream(seen())
  })

  it('keeps the time of the sender over many switches', () => {
    const { room, consumer, picture, reports, seen } = setUp()
    picture()
    reports()
    picture(RIDS)
    const begin = room.now
    for (let i = 0; i < 40; i++) {
      consumer.setWanted(i % 2 === 0 ? 'r0' : 'r2')
      picture(RIDS)
      picture()
    }
    const frames = (room.now - begin) / (1000 / 30)
    const ticks = (seen().at(-1)!.view.timestamp - seen()[0]!.view.timestamp) | 0
    expect(Math.abs(ticks - frames * 3000)).toBeLessThanOrEqual(3000)
  })

  it('gets the old layer until the key frame of the new one, which is asked for', () => {
    const { room, sender, client, consumer, picture, seen } = setUp()
    picture()
    picture(RIDS)
    room.advance(400, sender, client)
    const before = seen().length
    const asked = sender.wire.told('pli').length
    consumer.setWanted('r0')
    picture()
    expect(consumer.currentRid).toBe('r2')
    expect(seen().length).toBe(before + 3)
    expect(sender.wire.told('pli').slice(asked)).toMatchObject([{ mediaSsrc: SSRCS.r0 }])
  })

  it('falls back when its layer stops, and returns when it comes back', () => {
    const { room, sender, client, consumer, picture } = setUp()
    picture()
    picture(RIDS)
    for (let i = 0; i < 60; i++) picture([], ['r0', 'r1'])
    room.advance(20, sender, client)
    picture(['r1'], ['r0', 'r1'])
    expect(consumer.currentRid).toBe('r1')
    picture()
    picture(RIDS)
    expect(consumer.currentRid).toBe('r2')
  })

  it('gets the lowest that is sent where it wants less than there is', () => {
    const { consumer, picture } = setUp()
    consumer.setWanted('r0')
    picture([], ['r1', 'r2'])
    picture(RIDS, ['r1', 'r2'])
    expect(consumer.currentRid).toBe('r1')
  })

  it('gets the lower of what it wants and what congestion control allows, and nothing for none', () => {
    const { consumer, picture, seen, switches } = setUp()
    consumer.setCap('r1')
    picture()
    picture(RIDS)
    expect(consumer.currentRid).toBe('r1')
    consumer.setWanted('none')
    const before = seen().length
    picture(RIDS)
    expect(seen()).toHaveLength(before)
    expect(consumer.currentRid).toBeNull()
    consumer.setCap(null)
    consumer.setWanted('r0')
    picture(RIDS)
    expect(consumer.currentRid).toBe('r0')
    expect(switches).toEqual([
      [null, 'r1'],
      ['r1', null],
      [null, 'r0'],
    ])
    expectOneStream(seen().slice(3))
  })

  it('has its PLI passed on to the layer that it gets', () => {
    const { room, sender, client, consumer, picture } = setUp()
    consumer.setWanted('r1')
    picture()
    picture(RIDS)
    room.advance(400, sender, client)
    const before = sender.wire.told('pli').length
    client.media.packet(pli(1, consumer.ssrc))
    expect(sender.wire.told('pli').slice(before)).toMatchObject([{ mediaSsrc: SSRCS.r1 }])
  })

  it('is not switched at a key frame whose beginning comes late', () => {
    const { consumer, sources, send, picture } = setUp()
    picture()
    const packets = sources.r2.frame({ keyFrame: true })
    send(packets[1]!, packets[2]!, packets[0]!)
    expect(consumer.currentRid).toBeNull()
  })

  it('is not sent late packets of before the switch', () => {
    const { consumer, sources, send, picture, seen } = setUp()
    consumer.setWanted('r2')
    picture()
    const [late] = sources.r2.frame({ packets: 1 })
    picture(RIDS)
    const before = seen().length
    send(late!)
    expect(seen()).toHaveLength(before)
  })

  it('can ask for packets of the layer before', () => {
    const { client, consumer, picture, seen } = setUp()
    picture()
    picture(RIDS)
    const last = seen().at(-1)!
    consumer.setWanted('r0')
    picture(RIDS)
    client.media.packet(
      compound(receiverReport(1, []), sdes(1, 'x'), nackOf(consumer.ssrc, last.view.sequenceNumber)),
    )
    const [again] = client.wire.of(consumer.rtxSsrc!)
    expect([...again!.payload.subarray(2)]).toEqual([...last.payload])
    expect(again!.view.timestamp).toBe(last.view.timestamp)
  })

  it('gets a lower layer when it says that it can not take more', () => {
    const { sender, client, consumer, picture, switches } = setUp()
    picture()
    picture(RIDS)
    expect(consumer.currentRid).toBe('r2')
    // Each packet has about 60 bytes.
    const bps = 30 * 3 * 60 * 8 * 1.5
    for (let second = 0; second < 5; second++) {
      client.media.packet(remb(1, bps, [consumer.ssrc]))
      for (let i = 0; i < 30; i++) {
        picture(RIDS, RIDS, { r2: 20 })
        sender.media.tick()
        client.media.tick()
      }
    }
    expect(consumer.currentRid).not.toBe('r2')
    expect(client.media.counters()['simulcast_auto']).toMatchObject({ total_switched: switches.length - 1 })
  })

  it('counts what each layer of the sender brings', () => {
    const { sender, picture } = setUp()
    picture()
    expect(sender.media.counters()['simulcast']).toMatchObject({
      r0: { rtp: { total_received_rtp: 3 } },
      r2: { rtp: { total_received_rtp: 3 } },
    })
  })

  it('measures layers over a second', () => {
    const { room, sender, producer, picture } = setUp()
    sender.media.tick()
    for (let i = 0; i < 31; i++) {
      picture()
      sender.media.tick()
    }
    const [layer] = producer.layers
    expect(room.now).toBeGreaterThan(1_001_000)
    expect(layer!.bitRateBps).toBeGreaterThan(30_000)
    expect(layer!.bitRateBps).toBeLessThan(50_000)
  })
})

function nackOf(ssrc: number, sequenceNumber: number): Uint8Array {
  const bytes = Buffer.alloc(16)
  bytes.set([0x81, 205, 0, 3])
  bytes.writeUInt32BE(1, 4)
  bytes.writeUInt32BE(ssrc, 8)
  bytes.writeUInt16BE(sequenceNumber, 12)
  return bytes
}
