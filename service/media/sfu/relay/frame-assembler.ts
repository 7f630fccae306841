import type { KeptPacket } from './reorder-buffer.ts'

/** The payloads of one whole frame, in order. */
export interface AssembledFrame {
  readonly timestamp: number
  readonly payloads: readonly Uint8Array[]
}

/** Puts frames together from packets in order: those of one time, up to the marker (RFC 3550 5.1). */
export class FrameAssembler {
  #timestamp: number | null = null
  #payloads: Uint8Array[] = []
  /** True until a frame begins of which nothing is missing. */
  #broken = false

  /**
   * @param packet null where packets are lost
   * @returns the frame that this packet completes; `lost` where one is given up
   */
  push(packet: KeptPacket | null): AssembledFrame | 'lost' | null {
    if (packet === null) {
      this.#payloads = []
      this.#broken = true
      return 'lost'
    }
    if (packet.payload.length === 0) return null
    if (packet.timestamp !== this.#timestamp) {
      // After a loss nobody knows whether this is where a frame begins; the marker before it tells.
      this.#timestamp = packet.timestamp
      this.#payloads = []
    }
    if (!this.#broken) this.#payloads.push(packet.payload)
    if (!packet.marker) return null
    const payloads = this.#payloads
    this.#payloads = []
    this.#timestamp = null
    if (this.#broken) {
      this.#broken = false
      return null
    }
    return { timestamp: packet.timestamp, payloads }
  }
}
