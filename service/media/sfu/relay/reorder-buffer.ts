import type { Milliseconds } from '../../../contract/units.ts'

/** What is kept of one packet. */
export interface KeptPacket {
  /** Unwrapped: never goes back to 0. */
  readonly sequence: number
  readonly timestamp: number
  readonly marker: boolean
  /** Empty for padding. */
  readonly payload: Uint8Array
}

/** More packets than this behind a gap end the wait for it. */
const MAX_WAITING = 1_024

/**
 * Puts the packets of one stream in order. A gap is waited for, since retransmissions come late; then it is
 * told as lost.
 */
export class ReorderBuffer {
  readonly #patience: Milliseconds
  readonly #waiting = new Map<number, { readonly packet: KeptPacket; readonly at: Milliseconds }>()
  #next: number | null = null

  /** @param patience how long a missing packet is waited for */
  constructor(patience: Milliseconds) {
    this.#patience = patience
  }

  /**
   * @returns what is in order now; `null` stands where packets are lost for good
   */
  push(packet: KeptPacket, now: Milliseconds): (KeptPacket | null)[] {
    this.#next ??= packet.sequence
    if (packet.sequence >= this.#next) this.#waiting.set(packet.sequence, { packet, at: now })
    return this.#release(now)
  }

  #release(now: Milliseconds): (KeptPacket | null)[] {
    const released: (KeptPacket | null)[] = []
    for (;;) {
      if (this.#next === null) return released
      const found = this.#waiting.get(this.#next)
      if (found) {
        this.#waiting.delete(this.#next)
        this.#next += 1
        released.push(found.packet)
        continue
      }
      const first = this.#first()
      if (!first) return released
      if (now - first.at < this.#patience && this.#waiting.size < MAX_WAITING) return released
      this.#next = first.packet.sequence
      released.push(null)
    }
  }

  #first(): { packet: KeptPacket; at: Milliseconds } | null {
    let first: { packet: KeptPacket; at: Milliseconds } | null = null
    for (const entry of this.#waiting.values()) {
      if (!first || entry.packet.sequence < first.packet.sequence) first = entry
    }
    return first
  }
}
