import type { Bytes } from '../../../contract/units.ts'
import type { KeptPacket } from './reorder-buffer.ts'

/** The payloads of one whole frame, in order. */
export interface AssembledFrame {
  readonly timestamp: number
  readonly payloads: readonly Uint8Array[]
}

/** A larger frame is given up; the limit of RTMP's access units. A sender may never end one. */
const MAX_FRAME: Bytes = 8 * 1024 * 1024

/** Puts frames together from packets in order: those of one time, up to the marker (RFC 3550 5.1). */
export class FrameAssembler {
  #timestamp: number | null = null
  #payloads: Uint8Array[] = []
  #bytes: Bytes = 0
  /** True until a frame begins of which nothing is missing. */
  #broken = false

  /**
   * @param packet null where packets are lost
   * @returns the frame that this packet completes; `lost` where one is given up
   */
  push(packet: KeptPacket | null): AssembledFrame | 'lost' | null {
    if (packet === null) return this.#giveUp()
    if (packet.payload.length === 0) return null
    if (packet.timestamp !== this.#timestamp) {
      // After a loss nobody knows whether this is where a frame begins; the marker before it tells.
      this.#timestamp = packet.timestamp
      this.#clear()
    }
    if (!this.#broken) {
      this.#bytes += packet.payload.length
      if (this.#bytes > MAX_FRAME) return this.#giveUp()
      this.#payloads.push(packet.payload)
    }
    if (!packet.marker) return null
    const payloads = this.#payloads
    this.#clear()
    this.#timestamp = null
    if (this.#broken) {
      this.#broken = false
      return null
    }
    return { timestamp: packet.timestamp, payloads }
  }

  #giveUp(): 'lost' {
    this.#clear()
    this.#broken = true
    return 'lost'
  }

  #clear(): void {
    this.#payloads = []
    this.#bytes = 0
  }
}
