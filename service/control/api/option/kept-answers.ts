/** What an answer is made of. */
export interface Origin {
  /** The same object as long as nothing of it has changed. */
  readonly of: object
  /** What else the answer goes by. */
  readonly by: string
}

/** Keeps an answer as it is sent, with what it was made of: one of thousands of rows takes time to make and to check. */
export class KeptAnswers {
  readonly #known = new WeakMap<object, { readonly by: string; readonly text: string }>()

  /** @param make gives the answer, checked */
  text({ of, by }: Origin, make: () => object): string {
    const known = this.#known.get(of)
    if (known?.by === by) return known.text
    const text = JSON.stringify(make())
    this.#known.set(of, { by, text })
    return text
  }
}
