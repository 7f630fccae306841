import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../fuzz/random.ts'
import { AccountBook } from './account-book.ts'
import type { Facts } from './account-book.ts'
import { newKey } from './account-kinds.ts'
import type { Kind } from './account-kinds.ts'
import { untilAnswered } from './answered.ts'
import type { Answered } from './answered.ts'
import type { Invariants } from './invariants.ts'

const OK = 200
/** Between two calls, milliseconds. */
const PAUSE = [400, 1600] as const
/** So many are there at most, and at least before anything is deleted. */
const [MOST, FEWEST] = [40, 4]
/** Calls from one listing to the next. */
const LIST_EVERY = 15

/** Makes, changes and deletes objects of one kind, and looks at what is listed: nobody else does that to them. */
export class ApiClient {
  readonly kind: Kind
  readonly #book = new AccountBook()
  readonly #random: Random
  readonly #invariants: Invariants
  readonly #others: (id: string) => boolean
  #made = 0
  #calls = 0
  /** Calls that were asked again before there was an answer. */
  #again = 0

  /** @param others is true for what somebody else has made */
  constructor(kind: Kind, random: Random, invariants: Invariants, others: (id: string) => boolean) {
    this.kind = kind
    this.#random = random
    this.#invariants = invariants
    this.#others = others
  }

  get alive(): number {
    return this.#book.alive.size
  }

  /** @throws Error where a call is not answered for long */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#callOnce()
      if (this.#calls % LIST_EVERY === 0) await this.look()
      await delay(this.#random.between(...PAUSE))
    }
  }

  /** Compares what is listed now. */
  async look(): Promise<void> {
    const ask = async () => ({ status: OK, body: await this.kind.list() })
    const { body } = await untilAnswered(ask)
    const found = this.#book.compare(body as Awaited<ReturnType<Kind['list']>>, this.#others)
    this.#invariants.judge('made-is-listed', this.#book.alive.size, this.#named(found.made))
    this.#invariants.judge('deleted-is-gone', this.#book.gone.size, this.#named(found.deleted))
    this.#invariants.judge('listed-once', (body as unknown[]).length, this.#named(found.listed))
  }

  describe(): string {
    const { alive, gone } = this.#book
    return `${this.kind.name}: ${this.#calls} calls, ${this.#again} of them asked again; ${alive.size} are there, ${gone.size} were deleted`
  }

  async #callOnce(): Promise<void> {
    this.#calls++
    const count = this.#book.alive.size
    const draw = count >= MOST ? 9 : this.#random.below(10)
    if (count < FEWEST || draw < 4) await this.#make()
    else if (draw < 7) await this.#change()
    else await this.#remove()
  }

  async #make(): Promise<void> {
    const facts = this.kind.facts(this.#made++)
    const key = newKey()
    const answer = await this.#ask(() => this.kind.make(facts, key))
    if (answer.status !== OK) return this.#refused('make', answer)
    const id = this.kind.idOf(answer.body)
    if (this.#book.alive.has(id) || this.#book.gone.has(id))
      this.#invariants.broke('listed-once', `${this.kind.name}: ${id} was made twice`)
    this.#book.alive.set(id, facts)
  }

  async #change(): Promise<void> {
    const [id, before] = this.#random.pick([...this.#book.alive])
    const facts: Facts = this.kind.changed(before)
    const answer = await this.#ask(() => this.kind.change(id, facts))
    if (answer.status !== OK) return this.#refused('change', answer)
    this.#book.alive.set(id, facts)
  }

  async #remove(): Promise<void> {
    const [id] = this.#random.pick([...this.#book.alive])
    const answer = await this.#ask(() => this.kind.remove(id))
    // The first answer may have been lost, and what it was about is gone.
    const isGone = answer.status === OK || (!answer.isFirst && this.kind.isUnknown(answer))
    if (!isGone) return this.#refused('delete', answer)
    this.#book.alive.delete(id)
    this.#book.gone.add(id)
  }

  async #ask(ask: () => Promise<Omit<Answered, 'isFirst'>>): Promise<Answered> {
    const answer = await untilAnswered(ask)
    if (!answer.isFirst) this.#again++
    return answer
  }

  #refused(what: string, { status, body }: Answered): void {
    const words = `${this.kind.name}: to ${what} was refused: ${status} ${JSON.stringify(body)}`
    this.#invariants.broke('made-is-listed', words)
  }

  #named(faults: readonly string[]): string[] {
    return faults.map((fault) => `${this.kind.name}: ${fault}`)
  }
}
