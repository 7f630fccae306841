import { expect, it } from 'vitest'
import { ForwardingRoom } from '../../../../test/support/webrtc/forwarding.ts'
import { rtpPacket } from '../../../../test/support/webrtc/packets.ts'
import { createLogger } from '../../../platform/logger.ts'
import { senderReport } from '../../../protocol/rtcp/write.ts'
import type { RelaySource } from '../../link/frames.ts'
import type { LinkFrame, LinkPeer } from '../../link/media-link.ts'
import { HlsRelay } from './hls-relay.ts'

const NTP_MS = 3_900_000_000_000
const HOUR_MS = 3_600_000
const SSRC = 9
const PACKET_MS = 20

/** A connection that sends sound, and the times of what is relayed of it. */
function soundRelayed(camera: Parameters<ForwardingRoom['sender']>[0] = null) {
  const room = new ForwardingRoom()
  const { media } = room.sender(camera)
  const times: number[] = []
  const sources: RelaySource[] = []
  const peer: LinkPeer = {
    backlogBytes: 0,
    send: (frame: LinkFrame) => {
      if (frame.type === 'audio') times.push(frame.unit.dts)
      if (frame.type === 'source') sources.push(frame.source)
      return true
    },
    onFrame: () => undefined,
    onClose: () => undefined,
    onDrain: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
    close: () => undefined,
  }
  new HlsRelay({ producers: media.producers, peer, logger: createLogger('silent'), now: () => room.now })
  let stream = { ssrc: SSRC, sequenceNumber: 0, timestamp: 0 }
  const packets = (count: number) => {
    for (let i = 0; i < count; i++) {
      const { ssrc, sequenceNumber, timestamp } = stream
      stream = { ssrc, sequenceNumber: (sequenceNumber + 1) & 0xffff, timestamp: (timestamp + 960) >>> 0 }
      const fields = { ...stream, payloadType: 109, mid: 'a' }
      media.packet(rtpPacket({ ...fields, payload: new Uint8Array(20) }))
      room.now += PACKET_MS
    }
  }
  const report = (ntpMs: number) => {
    const { ssrc, timestamp } = stream
    media.packet(senderReport({ ssrc, ntpMs, rtpTimestamp: timestamp, packets: 1, octets: 1 }))
  }
  return {
    ...{ times, sources, packets, report },
    /** The sender counts anew. */
    begin: (another: typeof stream) => (stream = another),
    /** What is sent comes later from now on. */
    queue: (ms: number) => (room.now += ms),
  }
}

it('goes on after a report that is hours off was set right', () => {
  const { times, packets, report } = soundRelayed()
  report(NTP_MS)
  packets(10)
  report(NTP_MS + HOUR_MS)
  packets(10)
  report(NTP_MS + 20 * PACKET_MS)
  packets(10)
  expect(times).toHaveLength(30)
  const steps = times.slice(1).map((time, i) => Math.round(time - (times[i] ?? 0)))
  expect(steps.slice(-9)).toEqual(Array(9).fill(PACKET_MS))
})

it.each<[string, { ssrc: number; sequenceNumber: number }, number]>([
  ['with an SSRC of its own, a little behind', { ssrc: 10, sequenceNumber: 28_500 }, 0],
  ['with an SSRC of its own, a little ahead', { ssrc: 10, sequenceNumber: 30_500 }, 0],
  // Two packets in a row tell that it counts anew.
  ['with the same SSRC, far behind', { ssrc: SSRC, sequenceNumber: 2 }, 1],
])('goes on in time with another stream of the sender, %s', (_what, another, lost) => {
  const { times, packets, report, begin, queue } = soundRelayed()
  begin({ ssrc: SSRC, sequenceNumber: 30_000, timestamp: 7 })
  packets(1)
  queue(-PACKET_MS)
  report(NTP_MS)
  queue(PACKET_MS + 1800)
  packets(99)
  begin({ ...another, timestamp: 0xffff_0000 })
  packets(50)
  report(NTP_MS + 149 * PACKET_MS)
  packets(50)
  const steps = times.slice(1).map((time, i) => Math.round(time - (times[i] ?? 0)))
  expect(times).toHaveLength(200 - lost)
  expect(steps.filter((step) => step !== PACKET_MS)).toEqual(Array(lost).fill(2 * PACKET_MS))
})

it('says at once what is going to be sent, and holds nothing back for a camera that has not begun', () => {
  const { times, sources, packets } = soundRelayed({ codec: 'VP8' })
  expect(sources).toMatchObject([
    { kind: 'audio', codec: 'opus' },
    { kind: 'video', codec: 'vp8', width: 0, height: 0 },
  ])
  packets(10)
  expect(times).toHaveLength(10)
})
