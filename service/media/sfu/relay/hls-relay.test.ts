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
  let sequenceNumber = 0
  const rtpTimestamp = () => sequenceNumber * 960
  const packets = (count: number) => {
    for (let i = 0; i < count; i++) {
      sequenceNumber += 1
      const fields = { ssrc: SSRC, payloadType: 109, mid: 'a', sequenceNumber, timestamp: rtpTimestamp() }
      media.packet(rtpPacket({ ...fields, payload: new Uint8Array(20) }))
      room.now += PACKET_MS
    }
  }
  const report = (ntpMs: number) => {
    media.packet(senderReport({ ssrc: SSRC, ntpMs, rtpTimestamp: rtpTimestamp(), packets: 1, octets: 1 }))
  }
  return { times, sources, packets, report }
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

it('says at once what is going to be sent, and holds nothing back for a camera that has not begun', () => {
  const { times, sources, packets } = soundRelayed({ codec: 'VP8' })
  expect(sources).toMatchObject([
    { kind: 'audio', codec: 'opus' },
    { kind: 'video', codec: 'vp8', width: 0, height: 0 },
  ])
  packets(10)
  expect(times).toHaveLength(10)
})
