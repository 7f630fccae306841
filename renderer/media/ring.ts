/** The last values of a series, kept outside React so that a new value renders nothing by itself. */
export class Ring {
  readonly #times: Float64Array
  readonly #values: Float64Array
  #length = 0
  #next = 0

  /** @param capacity how many values are kept */
  constructor(capacity: number) {
    this.#times = new Float64Array(capacity)
    this.#values = new Float64Array(capacity)
  }

  /** @param at milliseconds since 1970 @param value NaN where nothing could be measured */
  push(at: number, value: number): void {
    this.#times[this.#next] = at
    this.#values[this.#next] = value
    this.#next = (this.#next + 1) % this.#times.length
    this.#length = Math.min(this.#length + 1, this.#times.length)
  }

  /** Times in seconds and values, oldest first; null where nothing could be measured. */
  read(): { times: number[]; values: (number | null)[] } {
    const capacity = this.#times.length
    const start = (this.#next - this.#length + capacity) % capacity
    const times: number[] = []
    const values: (number | null)[] = []
    for (let i = 0; i < this.#length; i++) {
      const index = (start + i) % capacity
      const value = this.#values[index] ?? Number.NaN
      times.push((this.#times[index] ?? 0) / 1000)
      values.push(Number.isNaN(value) ? null : value)
    }
    return { times, values }
  }
}
