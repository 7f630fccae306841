import type { Bytes } from '../../../contract/units.ts'

/** What an answer is made of. */
export interface Origin {
  /** The same object as long as nothing of it has changed. */
  readonly of: object
  /** What else the answer goes by. */
  readonly by: string
}

/** A text that is longer is kept in bytes too: Node would copy it twice for each answer, with the headers. */
const LONG: Bytes = 64 * 1024
/** By those bytes. */
const texts = new WeakMap<object, string>()

/** The body of an answer, written. */
export class WrittenAnswer {
  readonly json: string
  /** What is sent. */
  readonly payload: string | Buffer

  /** @param json of what was checked */
  constructor(json: string) {
    this.json = json
    this.payload = this.json.length > LONG ? Buffer.from(this.json) : this.json
    if (typeof this.payload !== 'string') texts.set(this.payload, this.json)
  }

  /** For whoever writes it as part of something else. */
  toJSON(): unknown {
    return JSON.parse(this.json)
  }
}

/** Text of an answer that is sent, for who keeps it; empty where it is none. */
export const answerText = (payload: unknown): string =>
  typeof payload === 'string' ? payload : (texts.get(payload as object) ?? '')

/** Keeps an answer as it is sent, with what it was made of: one of thousands of rows takes time to make and to check. */
export class KeptAnswers {
  readonly #known = new WeakMap<object, { readonly by: string; readonly answer: WrittenAnswer }>()

  /** @param write gives the answer, checked, as JSON */
  answer({ of, by }: Origin, write: () => string): WrittenAnswer {
    const known = this.#known.get(of)
    if (known?.by === by) return known.answer
    const answer = new WrittenAnswer(write())
    this.#known.set(of, { by, answer })
    return answer
  }
}
