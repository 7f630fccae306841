/** What a browser that receives does, without a decoder: it counts, reports and gives feedback. */
import type { Milliseconds } from '../../../service/contract/units.ts'
import { FeedbackCollector } from '../../../service/media/sfu/bandwidth/feedback-collector.ts'
import { parseRtcp } from '../../../service/protocol/rtcp/parse.ts'
import { pli, receiverReport } from '../../../service/protocol/rtcp/write.ts'
import { isRtcp, RtpPacketView } from '../../../service/protocol/rtp/packet.ts'
import { distance } from '../../../service/protocol/rtp/sequence.ts'
import type { NativeClient } from '../../../service/kit/webrtc/native-client.ts'

const REPORT_MS: Milliseconds = 1000
const OWN_SSRC = 1

interface Seen {
  readonly mid: string
  packets: number
  highest: number
  wraps: number
  readonly first: number
  /** At the last report. */
  expectedBefore: number
  packetsBefore: number
  /** Middle of the NTP time of the last sender report, and when it came. */
  lastSr: number
  lastSrMs: Milliseconds
}

const view = new RtpPacketView()

/** Receiver reports every second and transport-wide feedback as browsers give it, each time it is told the time. */
export class MediaReceiver {
  readonly #client: Pick<NativeClient, 'send' | 'onMessage'>
  readonly #now: () => Milliseconds
  readonly #streams = new Map<number, Seen>()
  readonly #feedback = new FeedbackCollector()
  #reportedMs: Milliseconds = 0
  /** RTP packets so far. */
  received = 0
  /** Media bytes, headers included. */
  bytes = 0

  constructor(client: Pick<NativeClient, 'send' | 'onMessage'>, now: () => Milliseconds) {
    this.#client = client
    this.#now = now
    client.onMessage((packet, mid) => this.#packet(packet, mid))
  }

  /** Streams that at least one packet has come of. */
  get streams(): number {
    return this.#streams.size
  }

  /** Packets of streams that did not come, as the sequence numbers tell. */
  get lost(): number {
    return [...this.#streams.values()].reduce((sum, seen) => sum + expected(seen) - seen.packets, 0)
  }

  advance(nowMs: Milliseconds): void {
    const [first] = this.#streams
    if (!first) return
    const [mediaSsrc, { mid }] = first
    const feedback = this.#feedback.build(OWN_SSRC, mediaSsrc, nowMs)
    if (feedback) this.#client.send(feedback, mid)
    if (nowMs - this.#reportedMs < REPORT_MS) return
    this.#reportedMs = nowMs
    const blocks = [...this.#streams].map(([ssrc, seen]) => blockOf(ssrc, seen, nowMs))
    this.#client.send(receiverReport(OWN_SSRC, blocks), mid)
  }

  /** Asks all its streams for key frames. */
  askForKeyFrames(): void {
    for (const [ssrc, { mid }] of this.#streams) this.#client.send(pli(OWN_SSRC, ssrc), mid)
  }

  #packet(packet: Uint8Array, mid: string): void {
    if (isRtcp(packet)) return this.#rtcp(packet)
    if (!view.read(packet)) return
    this.received += 1
    this.bytes += packet.length
    const { ssrc, sequenceNumber, transportSequenceNumber } = view
    if (transportSequenceNumber >= 0) this.#feedback.received(transportSequenceNumber, this.#now())
    const seen = this.#streams.get(ssrc)
    if (!seen) {
      this.#streams.set(ssrc, {
        mid,
        packets: 1,
        highest: sequenceNumber,
        wraps: 0,
        first: sequenceNumber,
        expectedBefore: 0,
        packetsBefore: 0,
        lastSr: 0,
        lastSrMs: 0,
      })
      return
    }
    seen.packets += 1
    if (distance(seen.highest, sequenceNumber) <= 0) return
    if (sequenceNumber < seen.highest) seen.wraps += 1
    seen.highest = sequenceNumber
  }

  #rtcp(bytes: Uint8Array): void {
    for (const packet of parseRtcp(bytes)) {
      if (packet.type !== 'sender-report') continue
      const seen = this.#streams.get(packet.ssrc)
      if (!seen) continue
      seen.lastSr = packet.ntpMiddle
      seen.lastSrMs = this.#now()
    }
  }
}

function expected({ wraps, highest, first }: Seen): number {
  return wraps * 0x10000 + highest - first + 1
}

/** RFC 3550 6.4.1; there is no jitter. */
function blockOf(ssrc: number, seen: Seen, nowMs: Milliseconds) {
  const expectedNow = expected(seen)
  const interval = expectedNow - seen.expectedBefore
  const lost = interval - (seen.packets - seen.packetsBefore)
  seen.expectedBefore = expectedNow
  seen.packetsBefore = seen.packets
  return {
    ssrc,
    fractionLost: interval > 0 ? Math.max(0, lost / interval) : 0,
    cumulativeLost: expectedNow - seen.packets,
    highestSequence: (seen.wraps * 0x10000 + seen.highest) >>> 0,
    jitter: 0,
    lastSr: seen.lastSr,
    delaySinceLastSr: seen.lastSr === 0 ? 0 : Math.round((nowMs - seen.lastSrMs) * 65.536),
  }
}
