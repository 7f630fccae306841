const BLOCK_BITS = 14
const BLOCK = 1 << BLOCK_BITS

/** Signed 32-bit numbers, one for each sample of a track: grows by blocks, so that nothing is ever copied. */
export class SampleColumn {
  readonly #blocks: Int32Array[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    const at = this.#length & (BLOCK - 1)
    if (at === 0) this.#blocks.push(new Int32Array(BLOCK))
    this.#length += 1
    this.set(this.#length - 1, value)
  }

  /** 0 for an index that was not pushed. */
  at(index: number): number {
    return this.#blocks[index >>> BLOCK_BITS]?.[index & (BLOCK - 1)] ?? 0
  }

  /** Replaces a number that was pushed. */
  set(index: number, value: number): void {
    const block = this.#blocks[index >>> BLOCK_BITS]
    if (block) block[index & (BLOCK - 1)] = value
  }
}
