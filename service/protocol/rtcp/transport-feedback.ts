/**
 * Transport-wide congestion control feedback (draft-holmer-rmcat-transport-wide-cc-extensions-01 3.1): which
 * packets of a transport came, and when.
 */
import { readUint16, readUint24, writeUint16, writeUint24 } from '../bytes.ts'
import { distance } from '../rtp/sequence.ts'
import type { Arrival, TransportFeedback } from './packet.ts'

/** Bytes from base sequence number to feedback packet count. */
const FIXED_LENGTH = 8

/** More packets than any feedback tells of; refuses 30 bytes that claim 65535. */
const MAX_STATUSES = 4096

/** Bytes of chunks and deltas that a feedback is given, so that it fits in a datagram with what joins it. */
const MAX_BODY = 1100

const TICKS_PER_MS = 4
const REFERENCE_MS = 64
const REFERENCE_TICKS = REFERENCE_MS * TICKS_PER_MS
/** The reference time has 24 bits: it wraps after 12.4 days. */
const REFERENCE_MASK = 0xffffff

const NOT_RECEIVED = 0
const SMALL_DELTA = 1
const LARGE_DELTA = 2

const MAX_RUN = 8191
const ONE_BIT_SYMBOLS = 14
const TWO_BIT_SYMBOLS = 7

/**
 * Reads what follows the SSRCs.
 * @param start, end offsets; padding excluded
 * @returns null where it is broken
 */
export function readTransportFeedback(
  bytes: Uint8Array,
  start: number,
  end: number,
): TransportFeedback | null {
  if (end - start < FIXED_LENGTH) return null
  const baseSequence = readUint16(bytes, start)
  const count = readUint16(bytes, start + 2)
  if (count > MAX_STATUSES) return null
  const referenceTicks = readUint24(bytes, start + 4) * REFERENCE_TICKS
  const feedbackCount = bytes[start + 7] ?? 0

  const statuses = new Uint8Array(count)
  let at = start + FIXED_LENGTH
  for (let filled = 0; filled < count; at += 2) {
    if (at + 2 > end) return null
    filled = readChunk(readUint16(bytes, at), statuses, filled)
  }

  const arrivals: Arrival[] = []
  let ticks = referenceTicks
  for (let i = 0; i < count; i++) {
    const status = statuses[i]
    if (status === SMALL_DELTA) {
      if (at + 1 > end) return null
      ticks += bytes[at++] ?? 0
    } else if (status === LARGE_DELTA) {
      if (at + 2 > end) return null
      ticks += (readUint16(bytes, at) << 16) >> 16
      at += 2
    } else if (status !== NOT_RECEIVED) return null
    arrivals.push({
      sequenceNumber: (baseSequence + i) & 0xffff,
      receivedAtMs: status === NOT_RECEIVED ? null : ticks / TICKS_PER_MS,
    })
  }
  return { baseSequence, feedbackCount, arrivals }
}

/** Adds the symbols of one chunk. Returns how many there are then. */
function readChunk(chunk: number, statuses: Uint8Array, filled: number): number {
  if (chunk >> 15 === 0) {
    const end = Math.min(statuses.length, filled + (chunk & MAX_RUN))
    // A run of nothing would never end.
    if (end === filled) return statuses.fill(3).length
    statuses.fill(chunk >> 13, filled, end)
    return end
  }
  const bits = (chunk & 0x4000) === 0 ? 1 : 2
  let at = filled
  for (let shift = 14 - bits; shift >= 0 && at < statuses.length; shift -= bits) {
    statuses[at++] = (chunk >> shift) & (bits === 1 ? 1 : 3)
  }
  return at
}

/**
 * What follows the SSRCs, not yet padded to 32 bits.
 * @param feedback arrivals in the order of sequence numbers, from baseSequence on; those that are missing
 *   count as not received. What a single feedback has no room for is left out at the end.
 */
export function writeTransportFeedback(feedback: TransportFeedback): Uint8Array {
  const { baseSequence, feedbackCount } = feedback
  const statuses: number[] = []
  const deltas: number[] = []
  let reference: number | null = null
  let previous = 0
  let size = 0
  for (const { sequenceNumber, receivedAtMs } of feedback.arrivals) {
    const index = distance(baseSequence, sequenceNumber)
    if (index < statuses.length) continue // before the base, or told already
    if (index >= MAX_STATUSES) break
    if (receivedAtMs === null) {
      fillNotReceived(statuses, index + 1)
      continue
    }
    const ticks = Math.round(receivedAtMs * TICKS_PER_MS)
    if (reference === null) {
      reference = Math.floor(ticks / REFERENCE_TICKS)
      previous = reference * REFERENCE_TICKS
    }
    const delta = ticks - previous
    const small = delta >= 0 && delta <= 255
    if (delta < -32768 || delta > 32767) break
    // A chunk has at least 7 symbols, so this never says too little.
    const needed = size + (small ? 1 : 2)
    if (needed + 2 * Math.ceil((index + 1) / TWO_BIT_SYMBOLS) > MAX_BODY) break
    size = needed
    fillNotReceived(statuses, index)
    statuses.push(small ? SMALL_DELTA : LARGE_DELTA)
    if (small) deltas.push(delta)
    else deltas.push((delta >> 8) & 255, delta & 255)
    previous = ticks
  }
  const chunks = toChunks(statuses)
  const bytes = new Uint8Array(FIXED_LENGTH + chunks.length * 2 + deltas.length)
  writeUint16(bytes, 0, baseSequence)
  writeUint16(bytes, 2, statuses.length)
  writeUint24(bytes, 4, (reference ?? 0) & REFERENCE_MASK)
  bytes[7] = feedbackCount
  chunks.forEach((chunk, i) => writeUint16(bytes, FIXED_LENGTH + i * 2, chunk))
  bytes.set(deltas, FIXED_LENGTH + chunks.length * 2)
  return bytes
}

function fillNotReceived(statuses: number[], length: number): void {
  while (statuses.length < length) statuses.push(NOT_RECEIVED)
}

/** Takes, at each place, the chunk that covers the most symbols. */
function toChunks(statuses: readonly number[]): number[] {
  const chunks: number[] = []
  for (let at = 0; at < statuses.length;) {
    const status = statuses[at] ?? NOT_RECEIVED
    const run = runLength(statuses, at)
    const next = statuses.slice(at, at + ONE_BIT_SYMBOLS)
    const bits = next.includes(LARGE_DELTA) ? 2 : 1
    const symbols = bits === 2 ? TWO_BIT_SYMBOLS : ONE_BIT_SYMBOLS
    if (run >= Math.min(symbols, next.length)) {
      chunks.push((status << 13) | run)
      at += run
    } else {
      chunks.push(vectorChunk(next.slice(0, symbols), bits))
      at += symbols
    }
  }
  return chunks
}

function runLength(statuses: readonly number[], from: number): number {
  let to = from + 1
  while (to < statuses.length && to - from < MAX_RUN && statuses[to] === statuses[from]) to += 1
  return to - from
}

function vectorChunk(symbols: readonly number[], bits: 1 | 2): number {
  let chunk = bits === 1 ? 0x8000 : 0xc000
  symbols.forEach((symbol, i) => (chunk |= symbol << (14 - bits * (i + 1))))
  return chunk
}
