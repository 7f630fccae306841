/** Marks in what is said on a link, and who waits until they come back. */
export class Marks {
  readonly #waiting = new Map<number, (heard: boolean) => void>()
  #last = 0

  next(): { readonly number: number; readonly heard: Promise<boolean> } {
    const number = ++this.#last
    return { number, heard: new Promise((resolve) => this.#waiting.set(number, resolve)) }
  }

  heard(number: number): void {
    this.#waiting.get(number)?.(true)
    this.#waiting.delete(number)
  }

  /** None comes back any more. */
  close(): void {
    for (const resolve of this.#waiting.values()) resolve(false)
    this.#waiting.clear()
  }
}
