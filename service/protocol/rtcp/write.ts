/** Builders of RTCP packets. Each gives a whole packet; `compound` joins them. */
import { joinBytes, writeUint16, writeUint24, writeUint32 } from '../bytes.ts'
import { distance } from '../rtp/sequence.ts'
import { ntpFraction, ntpSeconds } from './ntp.ts'
import { PAYLOAD_FORMAT, REMB_IDENTIFIER, RTCP_TYPE, TRANSPORT_FORMAT } from './packet.ts'
import type { FirEntry, ReportBlock, SenderReport, TransportFeedback } from './packet.ts'
import { writeTransportFeedback } from './transport-feedback.ts'

/** The count field has 5 bits. */
const MAX_COUNT = 31
const BLOCK_LENGTH = 24
const CNAME = 1

/** Joins packets into one datagram (RFC 3550 6.1). */
export function compound(...parts: readonly Uint8Array[]): Uint8Array {
  return joinBytes(parts)
}

/** An empty packet with its header. The body starts at byte 4; its length is a multiple of 4. */
function packet(count: number, type: number, bodyLength: number): Uint8Array {
  const bytes = new Uint8Array(4 + bodyLength)
  bytes[0] = 0x80 | count
  bytes[1] = type
  writeUint16(bytes, 2, bodyLength / 4)
  return bytes
}

/** RFC 3550 6.4.1. Blocks beyond the 31st follow in receiver reports. */
export function senderReport(report: SenderReport, blocks: readonly ReportBlock[] = []): Uint8Array {
  const own = blocks.slice(0, MAX_COUNT)
  const bytes = packet(own.length, RTCP_TYPE.senderReport, 24 + own.length * BLOCK_LENGTH)
  writeUint32(bytes, 4, report.ssrc)
  writeUint32(bytes, 8, ntpSeconds(report.ntpMs))
  writeUint32(bytes, 12, ntpFraction(report.ntpMs))
  writeUint32(bytes, 16, report.rtpTimestamp)
  writeUint32(bytes, 20, report.packets)
  writeUint32(bytes, 24, report.octets)
  writeBlocks(bytes, 28, own)
  const more = blocks.slice(MAX_COUNT)
  return more.length === 0 ? bytes : compound(bytes, receiverReport(report.ssrc, more))
}

/** RFC 3550 6.4.2. Blocks beyond the 31st follow in further reports. */
export function receiverReport(ssrc: number, blocks: readonly ReportBlock[]): Uint8Array {
  const own = blocks.slice(0, MAX_COUNT)
  const bytes = packet(own.length, RTCP_TYPE.receiverReport, 4 + own.length * BLOCK_LENGTH)
  writeUint32(bytes, 4, ssrc)
  writeBlocks(bytes, 8, own)
  const more = blocks.slice(MAX_COUNT)
  return more.length === 0 ? bytes : compound(bytes, receiverReport(ssrc, more))
}

function writeBlocks(bytes: Uint8Array, start: number, blocks: readonly ReportBlock[]): void {
  blocks.forEach((block, i) => {
    const at = start + i * BLOCK_LENGTH
    writeUint32(bytes, at, block.ssrc)
    bytes[at + 4] = Math.min(255, Math.max(0, Math.floor(block.fractionLost * 256)))
    writeUint24(bytes, at + 5, Math.min(0x7fffff, Math.max(-0x800000, block.cumulativeLost)))
    writeUint32(bytes, at + 8, block.highestSequence)
    writeUint32(bytes, at + 12, block.jitter)
    writeUint32(bytes, at + 16, block.lastSr)
    writeUint32(bytes, at + 20, block.delaySinceLastSr)
  })
}

/**
 * The canonical name of a source (RFC 3550 6.5.1).
 * @param cname at most 255 bytes of UTF-8; what is beyond is cut
 */
export function sdes(ssrc: number, cname: string): Uint8Array {
  const text = new TextEncoder().encode(cname).subarray(0, 255)
  // SSRC, type, length, text and at least one zero.
  const bytes = packet(1, RTCP_TYPE.sourceDescription, toWords(4 + 2 + text.length + 1))
  writeUint32(bytes, 4, ssrc)
  bytes[8] = CNAME
  bytes[9] = text.length
  bytes.set(text, 10)
  return bytes
}

function toWords(length: number): number {
  return Math.ceil(length / 4) * 4
}

/**
 * Asks for packets again (RFC 4585 6.2.1).
 * @param sequences best in ascending order, where each 17 that follow each other take 4 bytes
 */
export function nack(senderSsrc: number, mediaSsrc: number, sequences: readonly number[]): Uint8Array {
  const entries: { readonly first: number; mask: number }[] = []
  for (const sequence of sequences) {
    const last = entries.at(-1)
    const ahead = last === undefined ? -1 : distance(last.first, sequence)
    if (last === undefined || ahead < 0 || ahead > 16) entries.push({ first: sequence, mask: 0 })
    else if (ahead > 0) last.mask |= 1 << (ahead - 1)
  }
  const bytes = feedback(
    RTCP_TYPE.transportFeedback,
    TRANSPORT_FORMAT.nack,
    senderSsrc,
    mediaSsrc,
    entries.length * 4,
  )
  entries.forEach(({ first, mask }, i) => {
    writeUint16(bytes, 12 + i * 4, first)
    writeUint16(bytes, 14 + i * 4, mask)
  })
  return bytes
}

/** A feedback packet with its SSRCs (RFC 4585 6.1); its control information starts at byte 12. */
function feedback(
  type: number,
  format: number,
  senderSsrc: number,
  mediaSsrc: number,
  length: number,
): Uint8Array {
  const bytes = packet(format, type, 8 + length)
  writeUint32(bytes, 4, senderSsrc)
  writeUint32(bytes, 8, mediaSsrc)
  return bytes
}

/** Asks for a key frame (RFC 4585 6.3.1). */
export function pli(senderSsrc: number, mediaSsrc: number): Uint8Array {
  return feedback(RTCP_TYPE.payloadFeedback, PAYLOAD_FORMAT.pli, senderSsrc, mediaSsrc, 0)
}

/** Asks for key frames (RFC 5104 4.3.1). */
export function fir(senderSsrc: number, entries: readonly FirEntry[]): Uint8Array {
  const bytes = feedback(RTCP_TYPE.payloadFeedback, PAYLOAD_FORMAT.fir, senderSsrc, 0, entries.length * 8)
  entries.forEach(({ ssrc, sequence }, i) => {
    writeUint32(bytes, 12 + i * 8, ssrc)
    bytes[16 + i * 8] = sequence
  })
  return bytes
}

/**
 * The most that the sender should send, together for all streams (draft-alvestrand-rmcat-remb-03 2.2).
 * @param bitRateBps rounded down to what 18 bits of mantissa hold
 * @param ssrcs at most 255
 */
export function remb(senderSsrc: number, bitRateBps: number, ssrcs: readonly number[]): Uint8Array {
  const bytes = feedback(
    RTCP_TYPE.payloadFeedback,
    PAYLOAD_FORMAT.application,
    senderSsrc,
    0,
    8 + ssrcs.length * 4,
  )
  let mantissa = Math.max(0, Math.floor(bitRateBps))
  let exponent = 0
  while (mantissa > 0x3ffff && exponent < 63) {
    mantissa = Math.floor(mantissa / 2)
    exponent += 1
  }
  writeUint32(bytes, 12, REMB_IDENTIFIER)
  bytes[16] = ssrcs.length
  writeUint24(bytes, 17, (exponent << 18) | Math.min(mantissa, 0x3ffff))
  ssrcs.forEach((ssrc, i) => writeUint32(bytes, 20 + i * 4, ssrc))
  return bytes
}

/**
 * Tells which packets of the transport came, and when (draft-holmer-rmcat-transport-wide-cc-extensions-01).
 * At most 1128 bytes: see `writeTransportFeedback` for what is left out.
 */
export function transportFeedback(
  senderSsrc: number,
  mediaSsrc: number,
  told: TransportFeedback,
): Uint8Array {
  const body = writeTransportFeedback(told)
  const length = toWords(body.length)
  const bytes = feedback(
    RTCP_TYPE.transportFeedback,
    TRANSPORT_FORMAT.transportWide,
    senderSsrc,
    mediaSsrc,
    length,
  )
  bytes.set(body, 12)
  // Zeros could be read as deltas, so they are marked as padding.
  if (length > body.length) {
    bytes[0] = (bytes[0] ?? 0) | 0x20
    bytes[bytes.length - 1] = length - body.length
  }
  return bytes
}

/** Says that streams end (RFC 3550 6.6). Streams beyond the 31st follow in further packets. */
export function bye(ssrcs: readonly number[]): Uint8Array {
  const own = ssrcs.slice(0, MAX_COUNT)
  const bytes = packet(own.length, RTCP_TYPE.bye, own.length * 4)
  own.forEach((ssrc, i) => writeUint32(bytes, 4 + i * 4, ssrc))
  const more = ssrcs.slice(MAX_COUNT)
  return more.length === 0 ? bytes : compound(bytes, bye(more))
}
