import type { AccessUnit } from '../../../contract/media.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import { OPUS_CLOCK_RATE } from '../../../protocol/rtp/payload-types.ts'
import type { RtpPacketView } from '../../../protocol/rtp/packet.ts'
import { SequenceUnwrapper } from '../../../protocol/rtp/sequence.ts'
import type { ProducerTap } from '../forwarding/packet-sink.ts'
import type { RelayClock, TrackClock } from './relay-clock.ts'
import { ReorderBuffer } from './reorder-buffer.ts'

/** Audio is not sent again; more than this late it is of no use. */
const PATIENCE: Milliseconds = 60

/** Puts the Opus packets of a track in order and on the connection's clock. */
export class AudioRelay implements ProducerTap {
  readonly #clock: TrackClock
  readonly #onUnit: (unit: AccessUnit) => void
  readonly #unwrapper = new SequenceUnwrapper()
  readonly #buffer = new ReorderBuffer(PATIENCE)

  constructor(clock: RelayClock, onUnit: (unit: AccessUnit) => void) {
    this.#clock = clock.track(OPUS_CLOCK_RATE)
    this.#onUnit = onUnit
  }

  packet(_rid: null, packet: RtpPacketView, now: Milliseconds): void {
    const kept = {
      sequence: this.#unwrapper.unwrap(packet.sequenceNumber),
      timestamp: packet.timestamp,
      marker: packet.marker,
      payload: packet.bytes.slice(packet.payloadStart, packet.payloadEnd),
    }
    for (const next of this.#buffer.push(kept, now)) {
      if (next === null || next.payload.length === 0) continue
      const pts = this.#clock.at(next.timestamp, now)
      this.#onUnit({ pts, dts: pts, duration: 0, key: true, data: next.payload })
    }
  }

  senderReport(_rid: null, ntpMs: number, rtpTimestamp: number, now: Milliseconds): void {
    this.#clock.report(ntpMs, rtpTimestamp, now)
  }
}
