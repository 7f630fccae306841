/** What an answer is made of. */
export interface Origin {
  /** The same object as long as nothing of it has changed. */
  readonly of: object
  /** What else the answer goes by. */
  readonly by: string
}

/** The body of an answer, as it is sent. */
export class WrittenAnswer {
  readonly json: string

  /** @param body checked */
  constructor(body: object) {
    this.json = JSON.stringify(body)
  }

  /** For whoever writes it as part of something else. */
  toJSON(): unknown {
    return JSON.parse(this.json)
  }
}

/** Keeps an answer as it is sent, with what it was made of: one of thousands of rows takes time to make and to check. */
export class KeptAnswers {
  readonly #known = new WeakMap<object, { readonly by: string; readonly answer: WrittenAnswer }>()

  /** @param make gives the answer, checked */
  answer({ of, by }: Origin, make: () => object): WrittenAnswer {
    const known = this.#known.get(of)
    if (known?.by === by) return known.answer
    const answer = new WrittenAnswer(make())
    this.#known.set(of, { by, answer })
    return answer
  }
}
