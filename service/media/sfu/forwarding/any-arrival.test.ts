import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ForwardingRoom } from '../../../../test/support/webrtc/forwarding.ts'
import { rtpPacket } from '../../../../test/support/webrtc/packets.ts'
import { Vp8Source } from '../../../../test/support/webrtc/vp8-source.ts'
import { nack } from '../../../protocol/rtcp/write.ts'

const RIDS = ['r0', 'r1'] as const
const FRAMES = 40

/** What may happen to a packet on its way, and to the receiver meanwhile. */
const fate = fc.record({
  late: fc.integer({ min: 0, max: 12 }),
  lost: fc.boolean().map((lost) => lost),
  twice: fc.boolean(),
})
const deed = fc.constantFrom('r0', 'r1', 'none', 'pause', 'resume', 'nothing', 'nothing', 'nothing')

describe('whatever the order, loss and repetition of arrival', () => {
  it('a receiver gets no sequence number twice, and a time and picture that fit each', () => {
    fc.assert(
      fc.property(
        fc.array(fate, { minLength: 60, maxLength: 60 }),
        fc.array(deed, { minLength: FRAMES, maxLength: FRAMES }),
        fc.integer({ min: 65_000, max: 65_535 }),
        (fates, deeds, sequenceNumber) => {
          const room = new ForwardingRoom()
          const sender = room.sender({ codec: 'VP8', rids: RIDS }, false)
          const client = room.receiver(sender.producerOf('video'))
          const consumer = client.consumers[0]!
          const sources = [
            new Vp8Source({ ssrc: 1, rid: 'r0', sequenceNumber, timestamp: 2 ** 32 - 60_000 }),
            new Vp8Source({ ssrc: 2, rid: 'r1', sequenceNumber: 65_535, pictureId: 32_760 }),
          ]
          const due: { at: number; packet: Uint8Array }[] = []
          let count = 0
          for (const [frame, what] of deeds.entries()) {
            if (what === 'pause' || what === 'resume') consumer.setPaused(what === 'pause')
            else if (what !== 'nothing') consumer.setWanted(what)
            const packets = sources.flatMap((source) => source.frame({ keyFrame: frame % 3 === 0 }))
            for (const packet of packets) {
              const { late, lost, twice } = fates[count++ % fates.length]!
              if (!lost || count % 5 !== 0) due.push({ at: count + late, packet })
              if (twice) due.push({ at: count + late + 7, packet })
            }
            for (const { packet } of take(due, count)) sender.media.packet(packet)
            room.advance(33, sender, client)
          }
          const seen = client.wire.of(consumer.ssrc)
          client.media.packet(
            nack(
              1,
              consumer.ssrc,
              seen.map(({ view }) => view.sequenceNumber),
            ),
          )
          expectConsistent(seen)
          const originals = new Map(seen.map((each) => [each.view.sequenceNumber, each]))
          for (const { payload, view } of client.wire.of(consumer.rtxSsrc!)) {
            if (payload.length === 0) continue
            const original = originals.get(Buffer.from(payload).readUInt16BE())!
            expect(Buffer.compare(payload.subarray(2), original.payload)).toBe(0)
            expect(view.timestamp).toBe(original.view.timestamp)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('any bytes do no harm', () => {
    const room = new ForwardingRoom()
    const sender = room.sender({ codec: 'VP8', rids: RIDS })
    const client = room.receiver(...sender.media.producers)
    const header = fc.tuple(fc.constantFrom(0x80, 0x90, 0xb0), fc.constantFrom(120, 121, 109, 200, 205, 206))
    fc.assert(
      fc.property(fc.option(header), fc.uint8Array({ maxLength: 200 }), (head, bytes) => {
        if (head) bytes.set(head.slice(0, bytes.length))
        sender.media.packet(bytes)
        client.media.packet(bytes)
        room.advance(20, sender, client)
      }),
      { numRuns: 500 },
    )
    const packet = { payloadType: 109, timestamp: 1, ssrc: 77, mid: 'a', payload: Buffer.from('x') }
    const before = client.wire.rtp.length
    sender.media.packet(rtpPacket({ ...packet, sequenceNumber: 1 }))
    sender.media.packet(rtpPacket({ ...packet, sequenceNumber: 2 }))
    expect(client.wire.rtp.length).toBeGreaterThan(before)
  })
})

function take(due: { at: number; packet: Uint8Array }[], until: number) {
  const now = due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
  due.splice(0, due.length, ...due.filter(({ at }) => at > until))
  return now
}

function expectConsistent(
  seen: readonly { view: { sequenceNumber: number; timestamp: number }; payload: Uint8Array }[],
) {
  const first = seen[0]
  if (!first) return
  const relative = seen.map(({ view, payload }) => ({
    sequence: ((view.sequenceNumber - first.view.sequenceNumber) << 16) >> 16,
    timestamp: (view.timestamp - first.view.timestamp) | 0,
    picture: Buffer.from(payload).readUInt16BE(2) & 0x7fff,
  }))
  expect(new Set(relative.map(({ sequence }) => sequence)).size).toBe(seen.length)
  relative.sort((a, b) => a.sequence - b.sequence)
  for (const [i, packet] of relative.entries()) {
    const before = relative[i - 1]
    if (!before) continue
    const elapsed = packet.timestamp - before.timestamp
    expect(elapsed).toBeGreaterThanOrEqual(0)
    // Same time, same picture; and the other way around.
    expect(packet.picture === before.picture).toBe(elapsed === 0)
  }
}
