import type { EpochMilliseconds } from '../../contract/units.ts'

const FIRST_CAPACITY = 256

/** One moment and what was measured then, in the order of the columns; null where it is not known. */
export interface Row {
  readonly at: EpochMilliseconds
  readonly values: readonly (number | null)[]
}

/**
 * The newest rows of numbers, up to a limit, in typed arrays that grow with what is kept: 8 bytes for the
 * time and 4 for each value. A row that comes when the limit is reached replaces the oldest.
 */
export class Columns {
  readonly #width: number
  readonly #limit: number
  #times: Float64Array
  #values: Float32Array
  #count = 0
  /** Where the next row is written. */
  #next = 0

  /** @param width values of a row @param limit rows that are kept */
  constructor(width: number, limit: number) {
    this.#width = width
    this.#limit = limit
    const capacity = Math.min(limit, FIRST_CAPACITY)
    this.#times = new Float64Array(capacity)
    this.#values = new Float32Array(capacity * width)
  }

  /** Bytes of memory that the rows take now. */
  get bytes(): number {
    return this.#times.byteLength + this.#values.byteLength
  }

  /** @param row newer than the one before */
  add({ at, values }: Row): void {
    if (this.#next === this.#times.length && this.#times.length < this.#limit) this.#grow()
    if (this.#next === this.#limit) this.#next = 0
    this.#times[this.#next] = at
    for (let i = 0; i < this.#width; i++) this.#values[this.#next * this.#width + i] = values[i] ?? NaN
    this.#next += 1
    this.#count = Math.min(this.#count + 1, this.#limit)
  }

  /** Rows that are newer than `since`, oldest first. */
  after(since: EpochMilliseconds): Row[] {
    const rows: Row[] = []
    for (let back = 1; back <= this.#count; back++) {
      const index = (this.#next - back + this.#limit) % this.#limit
      const at = this.#times[index] ?? 0
      if (at <= since) break
      const values = this.#values.subarray(index * this.#width, (index + 1) * this.#width)
      rows.push({ at, values: Array.from(values, (value) => (Number.isNaN(value) ? null : value)) })
    }
    return rows.reverse()
  }

  #grow(): void {
    const capacity = Math.min(this.#limit, this.#times.length * 2)
    const times = new Float64Array(capacity)
    const values = new Float32Array(capacity * this.#width)
    times.set(this.#times)
    values.set(this.#values)
    this.#times = times
    this.#values = values
  }
}
