import type { AccessUnit } from '../../../contract/media.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import { OPUS_CLOCK_RATE } from '../../../protocol/rtp/payload-types.ts'
import type { RtpPacketView } from '../../../protocol/rtp/packet.ts'
import type { IncomingStream } from '../forwarding/incoming-stream.ts'
import type { ProducerTap } from '../forwarding/packet-sink.ts'
import { PacketOrder } from './packet-order.ts'
import type { RelayClock, TrackClock } from './relay-clock.ts'

/** Audio is not sent again; more than this late it is of no use. */
const PATIENCE: Milliseconds = 60

/** Puts the Opus packets of a track in order and on the connection's clock. */
export class AudioRelay implements ProducerTap {
  readonly #clock: TrackClock
  readonly #onUnit: (unit: AccessUnit) => void
  readonly #order = new PacketOrder(PATIENCE)

  constructor(clock: RelayClock, onUnit: (unit: AccessUnit) => void) {
    this.#clock = clock.track(OPUS_CLOCK_RATE)
    this.#onUnit = onUnit
  }

  packet(stream: IncomingStream, packet: RtpPacketView, now: Milliseconds): void {
    this.#begin(stream)
    for (const next of this.#order.push(packet, now)) {
      if (next === null || next.payload.length === 0) continue
      const pts = this.#clock.at(next.timestamp, now)
      this.#onUnit({ pts, dts: pts, duration: 0, key: true, data: next.payload })
    }
  }

  senderReport(stream: IncomingStream, ntpMs: number, rtpTimestamp: number, now: Milliseconds): void {
    this.#begin(stream)
    this.#clock.report(ntpMs, rtpTimestamp, now)
  }

  #begin(stream: IncomingStream): void {
    if (this.#order.begin(stream)) this.#clock.restart()
  }
}
