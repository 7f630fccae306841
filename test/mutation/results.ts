import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const FILE = join(import.meta.dirname, '../../out/mutation/results.jsonl')

export interface Result {
  /** Of the mutant. */
  readonly id: string
  /** Which tests noticed; `time` where it hangs, and nobody. */
  readonly by: 'conformance' | 'unit' | 'time' | 'nobody'
  /** Titles of the tests that failed first. */
  readonly failed: readonly string[]
}

/** What became of each mutant, kept in a file, so that a run goes on where another one ended. */
export class Results {
  readonly #byId: Map<string, Result>

  constructor() {
    const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n') : []
    const results = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Result)
    this.#byId = new Map(results.map((result) => [result.id, result]))
  }

  has = (id: string): boolean => this.#byId.has(id)
  get = (id: string): Result | undefined => this.#byId.get(id)

  add(result: Result): void {
    this.#byId.set(result.id, result)
    mkdirSync(dirname(FILE), { recursive: true })
    appendFileSync(FILE, toLine(result))
  }

  forgetSurvivors(): void {
    for (const { id, by } of this.#byId.values()) if (by === 'nobody') this.#byId.delete(id)
    if (existsSync(FILE)) writeFileSync(FILE, [...this.#byId.values()].map(toLine).join(''))
  }
}

const toLine = (result: Result) => `${JSON.stringify(result)}\n`
