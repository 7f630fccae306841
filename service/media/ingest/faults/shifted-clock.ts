/** RTMP timestamps are unsigned and have 32 bits. */
const WRAP = 2 ** 32

/** The timestamps of an encoder whose clock runs fast or slow for a while. */
export class ShiftedClock {
  #last: number | null = null
  #shift = 0

  /**
   * What has come of a drift stays when it ends, as with a clock that runs right again: going back would be a jump.
   * @param timestamp as sent, unsigned 32 bits of milliseconds
   * @param ppm parts per million that the clock is fast from the timestamp before to this one; negative where it is slow
   */
  at(timestamp: number, ppm: number): number {
    // Signed: sound and pictures take turns and may go back a little, the count of 32 bits begins anew.
    const step = this.#last === null ? 0 : (timestamp - this.#last) | 0
    this.#last = timestamp
    this.#shift += (step * ppm) / 1_000_000
    return (timestamp + Math.round(this.#shift) + WRAP) % WRAP
  }
}
