import { describe, expect, it } from 'vitest'
import { ForwardingRoom } from '../../../../test/support/webrtc/forwarding.ts'
import { LinkEnd } from '../../../../test/support/webrtc/link-pair.ts'
import { rtpPacket } from '../../../../test/support/webrtc/packets.ts'
import { Vp8Source } from '../../../../test/support/webrtc/vp8-source.ts'
import type { ConnectionId } from '../../../contract/ids.ts'
import type { Rid } from '../../../contract/sfu-api.ts'
import { nack, pli, senderReport } from '../../../protocol/rtcp/write.ts'
import { OPUS_PAYLOAD_TYPE } from '../../../protocol/rtp/payload-types.ts'
import { Vp8DescriptorView } from '../../../protocol/vp8/descriptor.ts'
import { RoomLink } from './room-link.ts'
import type { RoomLinkListener, Sender } from './room-link.ts'

const connectionId = 'sender' as ConnectionId
const MUCH = 100 * 1024 * 1024

/** A sender in one process, and one who receives in another. */
function setUp(rids: readonly Rid[] | null = null, isSound = false) {
  const room = new ForwardingRoom()
  const [near, far] = LinkEnd.pair()
  const told: unknown[][] = []
  const guests: Sender[] = []
  const listener = (of: string): RoomLinkListener => ({
    came: (guest) => {
      told.push([of, 'came', guest.connectionId])
      guests.push(guest)
    },
    gone: (guest) => told.push([of, 'gone', guest.connectionId]),
    spoke: (id) => told.push([of, 'spoke', id]),
    focusChanged: (changes) => told.push([of, 'focus', ...changes]),
    closed: () => told.push([of, 'closed']),
  })
  const now = () => room.now
  const home = new RoomLink(near, listener('home'), now)
  const replica = new RoomLink(far, listener('replica'), now)
  home.start()
  replica.start()
  const sender = room.sender(isSound ? null : { codec: 'VP8', ...(rids && { rids }) }, isSound)
  home.sends({ connectionId, clientId: 'c', bundleId: 'b', producers: sender.media.producers })
  const [guest] = guests
  const producer = guest?.producers[0]
  if (!guest || !producer) throw new Error('The other process knows no sender.')
  const client = room.receiver(producer)
  const consumer = client.consumers[0]
  if (!consumer) throw new Error('Nobody receives it.')
  /** Time passes in both processes. */
  const advance = (ms: number) => {
    for (let left = ms; left > 0; left -= 20) {
      room.advance(20, sender, client)
      home.tick(room.now)
      replica.tick(room.now)
    }
  }
  advance(20)
  const source = new Vp8Source({ ssrc: 77, sequenceNumber: 65_533 })
  const send = (...packets: Uint8Array[]) => packets.forEach((packet) => sender.media.packet(packet))
  return {
    ...{
      room,
      near,
      far,
      told,
      home,
      replica,
      sender,
      guest,
      producer,
      client,
      consumer,
      source,
      send,
      advance,
    },
    seen: () => client.wire.of(consumer.ssrc),
    packetsSent: () => near.sent.filter(({ type }) => type === 'packet').length,
    /** Key frames that the sender was asked for. */
    asked: () => sender.wire.told('pli').length,
  }
}

const steps = (numbers: readonly number[]) =>
  numbers.slice(1).map((number, i) => (number - (numbers[i] ?? 0)) & 0xffff)

describe('a sender of another process', () => {
  it('is got as one of this process: each packet once over the link, whole and in order', () => {
    const { room, send, source, seen, packetsSent, producer, client, sender, guest } = setUp()
    const second = room.receiver(producer)
    send(...source.frame({ keyFrame: true }), ...source.frame(), ...source.frame())
    expect(guest).toMatchObject({ clientId: 'c', bundleId: 'b' })
    expect(producer.id).toBe(sender.producerOf('video').id)
    expect(packetsSent()).toBe(9)
    expect(seen().map(({ payload }) => Buffer.from(payload))).toEqual(
      source.sent.map(({ payload }) => Buffer.from(payload ?? [])),
    )
    expect(steps(seen().map(({ view }) => view.sequenceNumber))).toEqual(Array(8).fill(1))
    expect(seen().map(({ view }) => view.timestamp - (source.sent[0]?.timestamp ?? 0))).toEqual([
      0, 0, 0, 3000, 3000, 3000, 6000, 6000, 6000,
    ])
    expect(client.wire.rtp).toHaveLength(9)
    expect(second.wire.rtp).toHaveLength(9)
  })

  it('sends nothing over the link while nobody there is to get it', () => {
    const { send, source, consumer, packetsSent, advance, seen } = setUp()
    consumer.setPaused(true)
    advance(20)
    send(...source.frame({ keyFrame: true }))
    expect(packetsSent()).toBe(0)
    consumer.setPaused(false)
    advance(20)
    send(...source.frame({ keyFrame: true }))
    expect(packetsSent()).toBe(3)
    expect(seen()).toHaveLength(3)
  })

  it('goes on where it was when somebody is to get it again, without a gap and on the same clock', () => {
    const { send, source, consumer, advance, seen, packetsSent } = setUp()
    const ntpMs = 3_900_000_000_000
    send(senderReport({ ssrc: 77, ntpMs, rtpTimestamp: source.timestamp, packets: 1, octets: 1 }))
    send(...source.frame({ keyFrame: true }))
    consumer.setPaused(true)
    advance(100)
    for (let i = 0; i < 30; i++) send(...source.frame())
    consumer.setPaused(false)
    advance(900)
    send(...source.frame(), ...source.frame({ keyFrame: true }))
    expect(packetsSent()).toBe(9)
    expect(steps(seen().map(({ view }) => view.sequenceNumber))).toEqual(Array(5).fill(1))
    const [first, , , , , last] = seen()
    expect((last?.view.timestamp ?? 0) - (first?.view.timestamp ?? 0)).toBe(32 * 3000)
  })

  it('is asked for key frames, by all processes at most once in 300 ms', () => {
    const { send, source, client, consumer, asked, advance, room, producer, sender } = setUp()
    send(...source.frame({ keyFrame: true }))
    advance(400)
    const before = asked()
    const second = room.receiver(producer)
    const local = room.receiver(sender.producerOf('video'))
    for (const each of [client, second, local]) {
      const [one] = each === client ? [consumer] : each.consumers
      each.media.packet(pli(1, one?.ssrc ?? 0))
    }
    expect(asked()).toBe(before + 1)
    advance(280)
    expect(asked()).toBe(before + 1)
  })

  it('is sent again from here', () => {
    const { send, source, client, consumer, asked, packetsSent, seen, advance } = setUp()
    send(...source.frame({ keyFrame: true }), ...source.frame())
    advance(40)
    const [, lost] = seen()
    const [before, over] = [asked(), packetsSent()]
    client.media.packet(nack(1, consumer.ssrc, [lost?.view.sequenceNumber ?? 0]))
    const again = client.wire.of(consumer.rtxSsrc ?? 0)
    expect(again).toHaveLength(1)
    expect(again[0]?.payload.subarray(2)).toEqual(lost?.payload)
    expect([asked(), packetsSent()]).toEqual([before, over])
  })

  it('that lost a packet is asked for it once, and receivers get it late in its place', () => {
    const { send, source, sender, seen, advance, client } = setUp()
    send(...source.frame({ keyFrame: true }))
    const [first, lost, last] = source.frame()
    if (!first || !lost || !last) throw new Error('no packets')
    send(first, last)
    advance(20)
    expect(sender.wire.told('nack').flatMap(({ sequenceNumbers }) => sequenceNumbers)).toHaveLength(1)
    send(lost)
    const numbers = seen().map(({ view }) => view.sequenceNumber & 0xffff)
    expect(steps(numbers)).toEqual([1, 1, 1, 2, 0xffff])
    expect(client.wire.rtp).toHaveLength(6)
  })

  it('keeps its clock: reports say there what they said here', () => {
    const { room, send, source, client, consumer, advance } = setUp()
    const ntpMs = 3_900_000_000_000
    const rtpTimestamp = source.timestamp
    send(senderReport({ ssrc: 77, ntpMs, rtpTimestamp, packets: 1, octets: 1 }))
    const at = room.now
    send(...source.frame({ keyFrame: true }))
    send(senderReport({ ssrc: 77, ntpMs, rtpTimestamp, packets: 1, octets: 1 }))
    send(...source.frame())
    advance(1100)
    const report = client.wire.told('sender-report').find(({ ssrc }) => ssrc === consumer.ssrc)
    expect(report).toBeDefined()
    const elapsed = (report?.ntpMs ?? 0) - ntpMs
    expect(elapsed).toBeGreaterThan(900)
    expect(elapsed).toBeLessThanOrEqual(room.now - at)
    const ticks = ((report?.rtpTimestamp ?? 0) - rtpTimestamp) | 0
    expect(Math.abs(ticks - elapsed * 90)).toBeLessThan(2)
  })

  it('goes on as another stream where it begins anew', () => {
    const { send, source, seen } = setUp()
    send(...source.frame({ keyFrame: true }))
    const anew = new Vp8Source({ ssrc: 78, sequenceNumber: 9, timestamp: 5, pictureId: 1 })
    send(...anew.frame({ keyFrame: true }), ...anew.frame())
    expect(seen()).toHaveLength(9)
    expect(steps(seen().map(({ view }) => view.sequenceNumber))).toEqual(Array(8).fill(1))
  })

  it('is gone when it leaves', () => {
    const { told, home, send, source, packetsSent } = setUp()
    home.gone(connectionId)
    send(...source.frame({ keyFrame: true }))
    expect(told.at(-1)).toEqual(['replica', 'gone', connectionId])
    expect(packetsSent()).toBe(0)
  })
})

describe('layers of a sender of another process', () => {
  const RIDS = ['r0', 'r1', 'r2'] as const
  const scene = () => {
    const test = setUp(RIDS)
    const sources = RIDS.map((rid, i) => new Vp8Source({ ssrc: 10 + i, rid, sequenceNumber: 1000 * i }))
    const picture = (keyFrame: boolean) => {
      for (const source of sources) test.send(...source.frame({ keyFrame }))
      test.advance(40)
    }
    return { ...test, picture }
  }

  it('are all there, and each receiver chooses', () => {
    const { picture, consumer, producer, seen, advance } = scene()
    picture(true)
    picture(true)
    expect(consumer.currentRid).toBe('r2')
    consumer.setWanted('r0')
    picture(true)
    expect(consumer.currentRid).toBe('r0')
    advance(1000)
    expect(producer.layers.map(({ active }) => active)).toEqual([true, true, true])
    expect(producer.layers.every(({ bitRateBps }) => bitRateBps > 0)).toBe(true)
    expect(new Set(steps(seen().map(({ view }) => view.sequenceNumber)))).toEqual(new Set([1]))
  })

  it('that end are noticed', () => {
    const { picture, producer, advance } = scene()
    picture(true)
    advance(1600)
    expect(producer.layers.map(({ active }) => active)).toEqual([false, false, false])
  })
})

describe('sound of another process', () => {
  it('keeps its level, and goes on with the next packet where a slow link left some out', () => {
    const { near, send, seen, packetsSent } = setUp(null, true)
    const sound = (n: number) =>
      rtpPacket({
        ...{ payloadType: OPUS_PAYLOAD_TYPE, sequenceNumber: 500 + n, timestamp: 960 * n, ssrc: 5, mid: 'a' },
        ...{ audioLevel: 30, voice: true, payload: Buffer.alloc(40, n) },
      })
    send(sound(0), sound(1))
    near.backlogBytes = MUCH
    send(sound(2))
    near.backlogBytes = 0
    send(sound(3))
    expect(packetsSent()).toBe(3)
    expect(seen().map(({ payload }) => payload[0])).toEqual([0, 1, 3])
    expect(steps(seen().map(({ view }) => view.sequenceNumber))).toEqual([1, 1])
    expect(seen().map(({ view }) => [view.audioLevel, view.voice])).toEqual(Array(3).fill([30, true]))
  })
})

describe('a link that is slow', () => {
  it('misses pictures up to a key frame, which is asked for, and shows no gap', () => {
    const { near, send, source, seen, asked, advance, packetsSent } = setUp()
    send(...source.frame({ keyFrame: true }))
    advance(400)
    const before = asked()
    near.backlogBytes = MUCH
    send(...source.frame(), ...source.frame())
    advance(400)
    expect([packetsSent(), asked()]).toEqual([3, before])
    near.backlogBytes = 0
    send(...source.frame())
    advance(20)
    expect([packetsSent(), asked()]).toEqual([3, before + 1])
    send(...source.frame({ keyFrame: true }), ...source.frame())
    expect(packetsSent()).toBe(9)
    expect(steps(seen().map(({ view }) => view.sequenceNumber))).toEqual(Array(8).fill(1))
    const descriptor = new Vp8DescriptorView()
    const pictures = seen().map(({ bytes, view }) => {
      descriptor.read(bytes, view.payloadStart, view.payloadEnd)
      return descriptor.pictureId
    })
    expect(steps(pictures)).toEqual([0, 0, 4, 0, 0, 1, 0, 0])
  })

  it('holds up nobody of the sender’s own process', () => {
    const { room, near, send, source, sender } = setUp()
    const local = room.receiver(sender.producerOf('video'))
    near.backlogBytes = MUCH
    send(...source.frame({ keyFrame: true }), ...source.frame())
    expect(local.wire.rtp).toHaveLength(6)
  })
})

describe('what is said on a link', () => {
  it('is who speaks, and who is in focus', () => {
    const { home, replica, told } = setUp()
    replica.speaks('X' as ConnectionId)
    home.focus([{ id: 'X' as ConnectionId, focused: true }])
    home.focus([])
    expect(told.slice(1)).toEqual([
      ['home', 'spoke', 'X'],
      ['replica', 'focus', { id: 'X', focused: true }],
    ])
  })

  it('is heard before the mark behind it comes back', async () => {
    const { home, replica, told } = setUp()
    replica.speaks('X' as ConnectionId)
    expect(await home.settle()).toBe(true)
    expect(told.at(-1)).toEqual(['home', 'spoke', 'X'])
  })

  it('ends: guests are gone, and nobody waits any more', async () => {
    const { near, home, replica, told, send, source, packetsSent, client } = setUp()
    near.close()
    expect(await home.settle()).toBe(false)
    expect(await replica.settle()).toBe(false)
    send(...source.frame({ keyFrame: true }))
    expect([packetsSent(), client.wire.rtp.length]).toEqual([0, 0])
    expect(told.slice(1)).toEqual([
      ['home', 'closed'],
      ['replica', 'gone', connectionId],
      ['replica', 'closed'],
    ])
  })
})
