import { readUint16, readUint24, readUint32 } from '../bytes.ts'
import { PAYLOAD_FORMAT, REMB_IDENTIFIER, RTCP_TYPE, TRANSPORT_FORMAT } from './packet.ts'
import type { FirEntry, ReportBlock, RtcpPacket } from './packet.ts'
import { readTransportFeedback } from './transport-feedback.ts'

/** More parts than any sender joins; keeps what one datagram costs in bounds. */
const MAX_PARTS = 32

/** One packet of a compound: `count` is the 5-bit field, `start` lies behind the 4 bytes of the header. */
interface Part {
  readonly bytes: Uint8Array
  readonly count: number
  readonly start: number
  readonly end: number
}

/**
 * Reads a compound or reduced-size RTCP packet (RFC 3550 6.1, RFC 5506). Never throws: a part whose content
 * is broken is left out, and one whose length or version is wrong ends the list.
 */
export function parseRtcp(bytes: Uint8Array): RtcpPacket[] {
  const packets: RtcpPacket[] = []
  let at = 0
  for (let parts = 0; parts < MAX_PARTS && at + 4 <= bytes.length; parts++) {
    const first = bytes[at] ?? 0
    const next = at + 4 + readUint16(bytes, at + 2) * 4
    if (first >> 6 !== 2 || next > bytes.length) break
    const padding = (first & 0x20) === 0 ? 0 : (bytes[next - 1] ?? 0)
    const part: Part = { bytes, count: first & 31, start: at + 4, end: next - padding }
    const packet = part.end < part.start ? null : readPart(bytes[at + 1] ?? 0, part)
    if (packet !== null) packets.push(packet)
    at = next
  }
  return packets
}

function readPart(type: number, part: Part): RtcpPacket | null {
  switch (type) {
    case RTCP_TYPE.senderReport:
      return readSenderReport(part)
    case RTCP_TYPE.receiverReport:
      return readReceiverReport(part)
    case RTCP_TYPE.bye:
      return readBye(part)
    case RTCP_TYPE.transportFeedback:
      if (part.count === TRANSPORT_FORMAT.nack) return readNack(part)
      if (part.count === TRANSPORT_FORMAT.transportWide) return readArrivals(part)
      break
    case RTCP_TYPE.payloadFeedback:
      if (part.count === PAYLOAD_FORMAT.pli) return readPli(part)
      if (part.count === PAYLOAD_FORMAT.fir) return readFir(part)
      if (part.count === PAYLOAD_FORMAT.application) return readApplication(part)
      break
  }
  return { type: 'other', packetType: type }
}

/** RFC 3550 6.4.1. */
function readSenderReport({ bytes, count, start, end }: Part): RtcpPacket | null {
  const blocks = readBlocks(bytes, start + 24, end, count)
  if (blocks === null) return null
  return {
    type: 'sender-report',
    ssrc: readUint32(bytes, start),
    ntpMs: readUint32(bytes, start + 4) * 1000 + readUint32(bytes, start + 8) / 4_294_967.296,
    ntpMiddle: readUint32(bytes, start + 6),
    rtpTimestamp: readUint32(bytes, start + 12),
    packets: readUint32(bytes, start + 16),
    octets: readUint32(bytes, start + 20),
    blocks,
  }
}

/** RFC 3550 6.4.2. */
function readReceiverReport({ bytes, count, start, end }: Part): RtcpPacket | null {
  const blocks = readBlocks(bytes, start + 4, end, count)
  return blocks && { type: 'receiver-report', ssrc: readUint32(bytes, start), blocks }
}

function readBlocks(bytes: Uint8Array, start: number, end: number, count: number): ReportBlock[] | null {
  if (start + count * 24 > end) return null
  return Array.from({ length: count }, (_, i) => {
    const at = start + i * 24
    return {
      ssrc: readUint32(bytes, at),
      fractionLost: (bytes[at + 4] ?? 0) / 256,
      cumulativeLost: (readUint24(bytes, at + 5) << 8) >> 8,
      highestSequence: readUint32(bytes, at + 8),
      jitter: readUint32(bytes, at + 12),
      lastSr: readUint32(bytes, at + 16),
      delaySinceLastSr: readUint32(bytes, at + 20),
    }
  })
}

/** RFC 3550 6.6; the reason is not read. */
function readBye({ bytes, count, start, end }: Part): RtcpPacket | null {
  if (start + count * 4 > end) return null
  return { type: 'bye', ssrcs: readSsrcs(bytes, start, count) }
}

function readSsrcs(bytes: Uint8Array, start: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => readUint32(bytes, start + i * 4))
}

/** RFC 4585 6.2.1. */
function readNack({ bytes, start, end }: Part): RtcpPacket | null {
  if (end - start < 12) return null
  const sequenceNumbers: number[] = []
  for (let at = start + 8; at + 4 <= end; at += 4) {
    const first = readUint16(bytes, at)
    sequenceNumbers.push(first)
    for (let mask = readUint16(bytes, at + 2), i = 1; mask !== 0; mask >>= 1, i++) {
      if ((mask & 1) === 1) sequenceNumbers.push((first + i) & 0xffff)
    }
  }
  return { type: 'nack', mediaSsrc: readUint32(bytes, start + 4), sequenceNumbers }
}

function readArrivals({ bytes, start, end }: Part): RtcpPacket | null {
  const feedback = readTransportFeedback(bytes, start + 8, end)
  return feedback && { type: 'transport-feedback', ...feedback }
}

/** RFC 4585 6.3.1. */
function readPli({ bytes, start, end }: Part): RtcpPacket | null {
  return end - start < 8 ? null : { type: 'pli', mediaSsrc: readUint32(bytes, start + 4) }
}

/** RFC 5104 4.3.1. */
function readFir({ bytes, start, end }: Part): RtcpPacket | null {
  if (end - start < 16) return null
  const entries: FirEntry[] = []
  for (let at = start + 8; at + 8 <= end; at += 8) {
    entries.push({ ssrc: readUint32(bytes, at), sequence: bytes[at + 4] ?? 0 })
  }
  return { type: 'fir', entries }
}

/** draft-alvestrand-rmcat-remb-03 2.2; other applications' feedback is 'other'. */
function readApplication({ bytes, start, end }: Part): RtcpPacket | null {
  if (end - start < 16 || readUint32(bytes, start + 8) !== REMB_IDENTIFIER) {
    return { type: 'other', packetType: RTCP_TYPE.payloadFeedback }
  }
  const count = bytes[start + 12] ?? 0
  if (start + 16 + count * 4 > end) return null
  const rate = readUint24(bytes, start + 13)
  return {
    type: 'remb',
    bitRateBps: (rate & 0x3ffff) * 2 ** (rate >> 18),
    ssrcs: readSsrcs(bytes, start + 16, count),
  }
}
