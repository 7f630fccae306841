import type { Milliseconds } from '../../contract/units.ts'
import { parseRtcp } from '../../protocol/rtcp/parse.ts'
import { receiverReport } from '../../protocol/rtcp/write.ts'
import { isRtcp, RtpPacketView } from '../../protocol/rtp/packet.ts'
import { distance } from '../../protocol/rtp/sequence.ts'
import type { NativeClient } from './native-client.ts'

const REPORT_EVERY: Milliseconds = 1000
const OWN_SSRC = 1

interface Seen {
  readonly mid: string
  readonly first: number
  packets: number
  /** Highest sequence number, which goes on beyond 16 bits. */
  highest: number
  expectedBefore: number
  packetsBefore: number
  /** Middle of the NTP time of the last sender report, and when it came. */
  lastSr: number
  lastSrMs: Milliseconds
}

/** Counts what comes, and reports it as RFC 3550 has it; decodes nothing. */
export class Receiver {
  readonly #client: Pick<NativeClient, 'send'>
  readonly #now: () => Milliseconds
  readonly #onPacket: (view: RtpPacketView) => void
  readonly #view = new RtpPacketView()
  readonly #streams = new Map<number, Seen>()
  #reportedMs: Milliseconds = 0
  /** RTP packets so far. */
  packets = 0
  /** Bytes of them, headers included. */
  bytes = 0

  /** @param onPacket is shown each RTP packet; the view is of this call only */
  constructor(
    client: Pick<NativeClient, 'send' | 'onMessage'>,
    now: () => Milliseconds,
    onPacket: (view: RtpPacketView) => void = () => undefined,
  ) {
    this.#client = client
    this.#now = now
    this.#onPacket = onPacket
    client.onMessage((packet, mid) => (isRtcp(packet) ? this.#heard(packet) : this.#take(packet, mid)))
  }

  /** Streams that at least one packet has come of. */
  get streams(): number {
    return this.#streams.size
  }

  /** Those streams: their SSRC, and the m-line that carries them. */
  get sources(): readonly { readonly ssrc: number; readonly mid: string }[] {
    return [...this.#streams].map(([ssrc, { mid }]) => ({ ssrc, mid }))
  }

  /** Packets that did not come, as the sequence numbers tell. */
  get lost(): number {
    return [...this.#streams.values()].reduce((sum, seen) => sum + expected(seen) - seen.packets, 0)
  }

  /** To be called some times a second. */
  advance(nowMs: Milliseconds): void {
    const [first] = this.#streams.values()
    if (!first || nowMs - this.#reportedMs < REPORT_EVERY) return
    this.#reportedMs = nowMs
    const blocks = [...this.#streams].map(([ssrc, seen]) => blockOf(ssrc, seen, nowMs))
    this.#client.send(receiverReport(OWN_SSRC, blocks), first.mid)
  }

  #take(packet: Uint8Array, mid: string): void {
    const view = this.#view
    if (!view.read(packet)) return
    this.#onPacket(view)
    this.packets += 1
    this.bytes += packet.length
    const { ssrc, sequenceNumber } = view
    const seen = this.#streams.get(ssrc)
    if (seen) {
      seen.packets += 1
      const ahead = distance(seen.highest & 0xffff, sequenceNumber)
      if (ahead > 0) seen.highest += ahead
      return
    }
    const none = { expectedBefore: 0, packetsBefore: 0, lastSr: 0, lastSrMs: 0 }
    this.#streams.set(ssrc, { mid, first: sequenceNumber, highest: sequenceNumber, packets: 1, ...none })
  }

  #heard(bytes: Uint8Array): void {
    for (const packet of parseRtcp(bytes)) {
      const seen = packet.type === 'sender-report' ? this.#streams.get(packet.ssrc) : undefined
      if (packet.type !== 'sender-report' || !seen) continue
      seen.lastSr = packet.ntpMiddle
      seen.lastSrMs = this.#now()
    }
  }
}

const expected = ({ highest, first }: Seen) => highest - first + 1

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
    highestSequence: seen.highest >>> 0,
    jitter: 0,
    lastSr: seen.lastSr,
    delaySinceLastSr: seen.lastSr === 0 ? 0 : Math.round((nowMs - seen.lastSrMs) * 65.536),
  }
}
