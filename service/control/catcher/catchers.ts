import { KEPT_REQUESTS, MAX_CATCHERS, catcherPath } from '../../contract/console/catchers.ts'
import type {
  CaughtRequest,
  CaughtRequestDetail,
  NewCatcher,
  Script,
} from '../../contract/console/catchers.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Transactions } from '../transactions.ts'
import { keptRequest } from './arrival.ts'
import type { Arrival } from './arrival.ts'
import type { Catcher, CatcherRepository } from './repository.ts'
import { answerTo, parseJson } from './scripted-answer.ts'
import type { AnswerOnWire } from './scripted-answer.ts'

export interface CatcherParts {
  readonly store: CatcherRepository
  readonly transactions: Transactions
  readonly clock: Clock
}

/** Addresses that take webhooks for a try. Each system has its own; a name is taken only once in the installation. */
export class Catchers {
  readonly #parts: CatcherParts

  constructor(parts: CatcherParts) {
    this.#parts = parts
  }

  list(systemId: SystemId): Catcher[] {
    return this.#parts.store.list(systemId)
  }

  /** @throws Refusal `NAME_TAKEN`, `TOO_MANY_CATCHERS` */
  create(systemId: SystemId, catcher: NewCatcher): Catcher {
    const { store, transactions, clock } = this.#parts
    return transactions.transaction(() => {
      if (store.find(catcher.name)) throw refusal('NAME_TAKEN')
      if (store.list(systemId).length >= MAX_CATCHERS) throw refusal('TOO_MANY_CATCHERS')
      store.insert({ ...catcher, systemId, createdAt: clock.now() })
      return this.find(systemId, catcher.name)
    })
  }

  /** @throws Refusal `NOT_FOUND` */
  find(systemId: SystemId, name: string): Catcher {
    const catcher = this.#parts.store.find(name)
    if (catcher?.systemId !== systemId) throw refusal('NOT_FOUND')
    return catcher
  }

  /** What it answers from now on. @throws Refusal `NOT_FOUND` */
  change(systemId: SystemId, name: string, script: Script): Catcher {
    this.find(systemId, name)
    this.#parts.store.update(name, script)
    return this.find(systemId, name)
  }

  /** With what arrived there. @throws Refusal `NOT_FOUND` */
  remove(systemId: SystemId, name: string): void {
    this.find(systemId, name)
    this.#parts.store.remove(name)
  }

  /** Removes all of a system, with what arrived there; gives how many there were. */
  clear(systemId: SystemId): number {
    const { store, transactions } = this.#parts
    return transactions.transaction(() => {
      const gone = store.list(systemId)
      for (const { name } of gone) store.remove(name)
      return gone.length
    })
  }

  /** What arrived, newest first. @throws Refusal `NOT_FOUND` */
  requests(systemId: SystemId, name: string): CaughtRequest[] {
    this.find(systemId, name)
    return this.#parts.store.requests(name)
  }

  /** @throws Refusal `NOT_FOUND` */
  request(systemId: SystemId, name: string, sequence: number): CaughtRequestDetail {
    this.find(systemId, name)
    const request = this.#parts.store.findRequest(name, sequence)
    if (!request) throw refusal('NOT_FOUND')
    return request
  }

  /**
   * Takes their addresses along to where the console listens now, so that channels that have one go on reaching
   * it. What else is at the same place stays: only paths of catchers that exist are moved.
   * @param before origins of the console in the run before @param now the same of this run, in the same order
   * @returns in how many places
   */
  follow(before: readonly string[], now: readonly string[]): number {
    const { store, transactions } = this.#parts
    return transactions.transaction(() => {
      const paths = store.names().map(catcherPath)
      const changes = before.flatMap((origin, i) => {
        const target = now[i]
        if (target === undefined || target === origin) return []
        return paths.map((path) => ({ before: origin + path, now: target + path }))
      })
      return changes.reduce((sum, change) => sum + store.replaceAddress(change), 0)
    })
  }

  /**
   * Writes down what arrived, whoever sent it.
   * @returns what to answer, and when
   * @throws Refusal `NOT_FOUND`
   */
  receive(name: string, arrival: Arrival): AnswerOnWire & { readonly delayMs: Milliseconds } {
    const { store, clock } = this.#parts
    const catcher = store.find(name)
    if (!catcher) throw refusal('CATCHER_NOT_FOUND')
    const asked = parseJson(Buffer.from(arrival.body).toString('utf8'))
    const answer = answerTo(catcher.answer, asked)
    store.addRequest(
      name,
      keptRequest(arrival, { at: clock.now(), asked, status: answer.status }),
      KEPT_REQUESTS,
    )
    return { ...answer, delayMs: catcher.delayMs }
  }
}
