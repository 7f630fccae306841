import type { Milliseconds } from '../../../contract/units.ts'
import type { RtpPacketView } from '../../../protocol/rtp/packet.ts'
import { SequenceUnwrapper } from '../../../protocol/rtp/sequence.ts'
import type { IncomingStream } from '../forwarding/incoming-stream.ts'
import { ReorderBuffer } from './reorder-buffer.ts'
import type { KeptPacket } from './reorder-buffer.ts'

/** Puts the packets of a track, or of one of its layers, in order, whatever stream they come in. */
export class PacketOrder {
  readonly #patience: Milliseconds
  #stream: IncomingStream | null = null
  #unwrapper = new SequenceUnwrapper()
  #buffer: ReorderBuffer

  /** @param patience how long a missing packet is waited for */
  constructor(patience: Milliseconds) {
    this.#patience = patience
    this.#buffer = new ReorderBuffer(patience)
  }

  /**
   * Numbers of another stream say nothing of those before, however near they are.
   * @returns whether another stream begins; what still waits of the one before is given up
   */
  begin(stream: IncomingStream): boolean {
    if (stream === this.#stream) return false
    this.#stream = stream
    this.#unwrapper = new SequenceUnwrapper()
    this.#buffer = new ReorderBuffer(this.#patience)
    return true
  }

  /** @returns as {@link ReorderBuffer.push} */
  push(packet: RtpPacketView, now: Milliseconds): (KeptPacket | null)[] {
    const kept = {
      sequence: this.#unwrapper.unwrap(packet.sequenceNumber),
      timestamp: packet.timestamp,
      marker: packet.marker,
      payload: packet.bytes.slice(packet.payloadStart, packet.payloadEnd),
    }
    return this.#buffer.push(kept, now)
  }
}
