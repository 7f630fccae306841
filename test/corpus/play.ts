import type { Recorded, Scene } from './corpus.ts'
import { exchange } from './exchange.ts'
import type { Ask, HttpAnswer, RawAsk } from './exchange.ts'
import { Placeholders } from './placeholders.ts'
import type { Stage } from './stage.ts'

/** Plays one scene on a stage; what it gives has placeholders for all that was made anew. */
export class Play {
  readonly #stage: Stage
  readonly names = new Placeholders()

  constructor(stage: Stage) {
    this.#stage = stage
    for (const token of stage.tokens) this.names.hide(token)
  }

  /** @param ask without placeholders */
  async ask(ask: Ask | RawAsk): Promise<{ readonly answer: HttpAnswer; readonly hidden: HttpAnswer }> {
    const answer = await exchange(this.#stage.port, ask)
    return { answer, hidden: { ...answer, body: this.names.hide(answer.body) } }
  }

  /** @returns a token or an id, where the act made one; it has a name from then on */
  act(name: string, with_: object): string | null {
    const token = this.#stage.act(name, with_)
    if (token !== null) this.names.hide(token)
    return token
  }

  /** Does a recorded step again; gives it with the answer of now. */
  async again(step: Scene['steps'][number]): Promise<Recorded> {
    if ('act' in step) {
      this.act(step.act, this.#revealed(step.with ?? {}))
      return step
    }
    const { hidden } = await this.ask(this.#revealed(step.ask))
    return { ask: step.ask, answer: hidden }
  }

  #revealed<T extends object>(value: T): T {
    return mapTexts(value, (text) => this.names.reveal(text))
  }
}

/** Maps each text in a JSON value. */
export function mapTexts<T>(value: T, map: (text: string) => string): T {
  if (typeof value === 'string') return map(value) as T
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, map)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, map)])) as T
}
