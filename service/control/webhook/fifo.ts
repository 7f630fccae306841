/** First in, first out, at a constant cost however long it is (a JavaScript Set or `shift` is not). */
export class Fifo<T> {
  #items: (T | undefined)[] = []
  #first = 0

  get size(): number {
    return this.#items.length - this.#first
  }

  /** Whether one of those in it is such a one. */
  some(test: (item: T) => boolean): boolean {
    return this.#items.some((item, index) => index >= this.#first && item !== undefined && test(item))
  }

  push(item: T): void {
    this.#items.push(item)
  }

  /** Takes the oldest ones as long as they are such. */
  dropWhile(test: (item: T) => boolean): void {
    for (let oldest = this.#items[this.#first]; oldest !== undefined && test(oldest);) {
      this.shift()
      oldest = this.#items[this.#first]
    }
  }

  /** Takes the oldest; undefined when there is none. */
  shift(): T | undefined {
    if (this.size === 0) return undefined
    const item = this.#items[this.#first]
    this.#items[this.#first++] = undefined
    if (this.#first >= 64 && this.#first * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#first)
      this.#first = 0
    }
    return item
  }
}
