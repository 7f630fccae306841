import type { Recorded } from './corpus.ts'
import type { Ask, HttpAnswer, RawAsk } from './exchange.ts'
import { Play, mapTexts } from './play.ts'
import { startStage } from './stage.ts'
import type { Api, StageOptions } from './stage.ts'

/** What a scene asks by. */
export interface Director {
  /** A token that may do everything. */
  readonly token: string
  send(ask: Partial<Ask> | RawAsk): Promise<HttpAnswer>
  act(name: string, with_?: object): string
}

export interface SceneToRecord {
  readonly name: string
  readonly stage?: StageOptions
  readonly play: (director: Director) => Promise<void>
}

/** Plays scenes and writes down what is asked and answered. */
export class Recorder {
  readonly #api: Api
  readonly recorded: Recorded[] = []

  constructor(api: Api) {
    this.#api = api
  }

  async record({ name, stage: options, play: run }: SceneToRecord): Promise<void> {
    const stage = await startStage(this.#api, options ?? {})
    const play = new Play(stage)
    const hidden = <T>(value: T) => mapTexts(value, (text) => play.names.hideKnown(text))
    this.recorded.push({ scene: name, ...(options ? { stage: options } : {}) })
    try {
      await run({
        token: stage.tokens[0] ?? '',
        send: async (given) => {
          const ask = 'raw' in given ? given : { method: 'GET', path: '/', headers: {}, ...given }
          const asked = hidden(ask)
          const { answer, hidden: answered } = await play.ask(ask)
          this.recorded.push({ ask: asked, answer: answered })
          return answer
        },
        act: (act, with_) => {
          this.recorded.push({ act, ...(with_ ? { with: hidden(with_) } : {}) })
          return play.act(act, with_ ?? {}) ?? ''
        },
      })
    } finally {
      await stage.close()
    }
  }
}
