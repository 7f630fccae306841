import type { Rid } from '../../../contract/sfu-api.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import type { ReportBlock } from '../../../protocol/rtcp/packet.ts'
import type { RtpPacketView } from '../../../protocol/rtp/packet.ts'
import { PacketHistory, SinglePlace } from './history.ts'
import type { PacketPlaces } from './history.ts'
import { MissingPackets } from './missing-packets.ts'
import type { OutgoingPacket } from './outgoing-packet.ts'
import { PacketNumbers } from './packet-numbers.ts'
import { ReceivedWindow } from './received-window.ts'
import { Reception } from './reception.ts'
import type { SenderReport } from './sender-clock.ts'

/** What kind of stream a producer's layers are. */
export interface StreamKind {
  /** Ticks per second. */
  readonly clockRate: number
  /** Packets are kept, to be sent again. */
  readonly retransmits: boolean
  /** Lost packets are asked for. */
  readonly fillsGaps: boolean
}

/** One SSRC of a sender: what came of it, what is missing, and what its receivers may still ask for. */
export class IncomingStream {
  readonly ssrc: number
  readonly rid: Rid | null
  readonly clockRate: number
  readonly missing: MissingPackets | null
  readonly packets: PacketPlaces
  readonly numbers = new PacketNumbers()
  /** The last one that came. */
  senderReport: SenderReport | null = null
  /** Whether the packet that {@link add} took last comes after all others. */
  isNewest = false
  readonly #window = new ReceivedWindow()
  readonly #reception: Reception
  /** Number of the packet that the newest key frame begins with. */
  #entry: number | null = null

  constructor(ssrc: number, rid: Rid | null, kind: StreamKind) {
    this.ssrc = ssrc
    this.rid = rid
    this.clockRate = kind.clockRate
    this.missing = kind.fillsGaps ? new MissingPackets() : null
    this.packets = kind.retransmits ? new PacketHistory() : new SinglePlace()
    this.#reception = new Reception(kind.clockRate)
  }

  /** @returns as {@link ReceivedWindow.add} */
  add(packet: RtpPacketView, isRetransmission: boolean, nowMs: Milliseconds): number {
    const before = this.#window.highest
    const extended = this.#window.add(packet.sequenceNumber, isRetransmission)
    if (extended < 0) return extended
    this.isNewest = extended > before
    if (isRetransmission) this.#reception.recovered()
    else this.#reception.packet(packet.timestamp, nowMs)
    if (this.missing) {
      if (!this.isNewest) this.missing.arrived(extended)
      else if (before >= 0 && extended > before + 1) this.missing.passedOver(before + 1, extended, nowMs)
    }
    return extended
  }

  /** Notes where a key frame begins. Each of its slices may look like a beginning: the first one is. */
  entered({ number, timestamp }: OutgoingPacket): void {
    if (this.#entryPacket?.timestamp !== timestamp) this.#entry = number
  }

  /** The newest key frame and what came behind it; nothing where it came before `sinceMs`. */
  sinceEntry(sinceMs: Milliseconds): readonly OutgoingPacket[] {
    const first = this.#entryPacket
    return first === null || first.arrivedMs < sinceMs ? [] : this.packets.since(first.number)
  }

  get #entryPacket(): OutgoingPacket | null {
    return this.#entry === null ? null : this.packets.get(this.#entry)
  }

  /** What came of it since the last call; null before any packet. */
  report(nowMs: Milliseconds): ReportBlock | null {
    const { first, highest } = this.#window
    if (highest < 0) return null
    const { senderReport } = this
    return {
      ssrc: this.ssrc,
      ...this.#reception.losses(highest - first + 1),
      highestSequence: highest % 2 ** 32,
      jitter: this.#reception.jitter,
      lastSr: senderReport?.ntpMiddle ?? 0,
      delaySinceLastSr: senderReport ? Math.round((nowMs - senderReport.arrivedMs) * 65.536) : 0,
    }
  }
}
