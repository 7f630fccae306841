import type { Milliseconds } from '../../../contract/units.ts'
import type { IncomingStream } from './incoming-stream.ts'
import type { OutgoingPacket } from './outgoing-packet.ts'
import { ntpOf } from './sender-clock.ts'

/** More than this between the sender's clock and ours, and its reports are not believed. */
const MAX_DISAGREEMENT: Milliseconds = 1000

/**
 * What one receiver gets of one stream between two switches, and how it is renumbered. The receiver sees one
 * stream: numbers go on where the segment before ended.
 */
export interface Segment {
  readonly stream: IncomingStream
  /** Number of the packet that it begins with ({@link PacketNumbers}); earlier ones are not sent. */
  readonly first: number
  /** Added to numbers, to timestamps, to picture ids or frame numbers, and to TL0PICIDX. */
  readonly sequence: number
  readonly timestamp: number
  readonly picture: number
  readonly temporal: number
  /** Ticks that timestamps lie ahead of the sender's clock, because two must not be the same. */
  readonly aheadTicks: number
}

/** The newest packet that a receiver got, as it got it. */
export interface LastSent {
  /** Extended sequence number. */
  sequence: number
  /** 32 bits. */
  timestamp: number
  picture: number
  temporal: number
  atMs: Milliseconds
}

/** The first segment of a receiver. @param sequence number that its first packet gets */
export function beginSegment(packet: OutgoingPacket, stream: IncomingStream, sequence: number): Segment {
  const { number } = packet
  return {
    stream,
    first: number,
    sequence: sequence - number,
    timestamp: 0,
    picture: 0,
    temporal: 0,
    aheadTicks: 0,
  }
}

/** The next segment, which goes on behind `last` with `packet`. */
export function continueSegment(
  before: Segment,
  last: LastSent,
  packet: OutgoingPacket,
  stream: IncomingStream,
): Segment {
  const numbers = {
    stream,
    first: packet.number,
    sequence: last.sequence + 1 - packet.number,
    picture: last.picture + 1 - packet.picture,
    temporal: last.temporal + 1 - packet.temporal,
  }
  if (before.stream === stream) {
    return { ...numbers, timestamp: before.timestamp, aheadTicks: before.aheadTicks }
  }
  const elapsed = elapsedTicks(before, last, packet, stream) - before.aheadTicks
  const step = Math.max(1, elapsed)
  return {
    ...numbers,
    timestamp: (last.timestamp + step - packet.timestamp) | 0,
    aheadTicks: step - elapsed,
  }
}

/** From the last packet sent to this one, by the sender's clock where its reports tell, or else by ours. */
function elapsedTicks(
  before: Segment,
  last: LastSent,
  packet: OutgoingPacket,
  stream: IncomingStream,
): number {
  const ours = packet.arrivedMs - last.atMs
  const { clockRate } = stream
  const from = before.stream.senderReport
  const to = stream.senderReport
  let elapsed = ours
  if (from && to) {
    const lastIncoming = last.timestamp - before.timestamp
    const theirs = ntpOf(to, packet.timestamp, clockRate) - ntpOf(from, lastIncoming, clockRate)
    if (Math.abs(theirs - ours) < MAX_DISAGREEMENT) elapsed = theirs
  }
  return Math.round((elapsed * clockRate) / 1000)
}
