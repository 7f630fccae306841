/** As many as late packets may lie behind; older ones need no memory. */
const REACH = 2048

/**
 * Numbers the packets of a stream that are forwarded without a gap for those that are left out, such as mere
 * padding: what is left out is no loss to receivers.
 */
export class PacketNumbers {
  /** Left out before all that is remembered, and the remembered ones, rising. */
  #before = 0
  readonly #leftOut: number[] = []

  /** Number of a packet that is forwarded; may be late. */
  numberOf(extended: number): number {
    let count = this.#leftOut.length
    while (count > 0 && (this.#leftOut[count - 1] ?? 0) > extended) count -= 1
    return extended - this.#before - count
  }

  /** Leaves the newest packet out. */
  leaveOut(extended: number): void {
    const old = this.#leftOut.findIndex((number) => number > extended - REACH)
    const forgotten = old < 0 ? this.#leftOut.length : old
    this.#leftOut.splice(0, forgotten)
    this.#before += forgotten
    this.#leftOut.push(extended)
  }
}
