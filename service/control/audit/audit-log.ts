import { AUDIT_VERBS } from '../../contract/audit.ts'
import type { AccessTokenId, SystemId } from '../../contract/ids.ts'
import { Refusal } from '../../contract/refusal/refusal.ts'
import type { RefusalCode } from '../../contract/refusal/refusals.ts'
import { DAY } from '../../contract/units.ts'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Transactions } from '../transactions.ts'
import { WriteTogether } from '../write-together.ts'
import { AIRDESK, NOBODY } from './actors.ts'
import { runAct } from './acts.ts'
import type { Learnt } from './acts.ts'
import type { AuditAct, AuditBudgets, AuditStore, CountedAct } from './audit-store.ts'
import { objectsOf } from './objects.ts'
import type { ObjectNames } from './objects.ts'

const MIB: Bytes = 1024 * 1024
/** Of each system; the entries about the installation have as much. */
const BUDGETS: AuditBudgets = { known: 200 * MIB, anonymous: 20 * MIB }
const KEPT: Milliseconds = 365 * DAY
const AGE_CHECK: Milliseconds = 3_600_000
/** More than an hour of acts ages to. */
const REMOVED_AT_ONCE = 4096

/** So many different ones that were refused wait to be written; of further ones only their number is. */
const MAX_WAITING = 200

/** Requests that do not say well enough what somebody wanted. */
const UNREADABLE: readonly RefusalCode[] = ['BAD_REQUEST', 'BAD_HEADER', 'NO_BODY', 'IDEMPOTENCY_KEY_REUSED']

/** What is known when an act begins. */
export interface Begun extends Pick<AuditAct, 'verb' | 'actor' | 'systemId' | 'via' | 'remoteAddress'> {
  /** Members of the path, the query and the body that name what it is about. */
  readonly given: object
}

/** A token that was somebody's once. */
interface RevokedToken {
  readonly id: AccessTokenId
  readonly name: string
  readonly systemId: SystemId
}

export interface AuditLogParts {
  readonly store: AuditStore
  readonly transactions: Transactions
  readonly names: ObjectNames
  readonly clock: Clock
  readonly logger: Pick<Logger, 'warn'>
  readonly budgets?: AuditBudgets
}

/** Who did what. Entries are only ever added, and the oldest removed. */
export class AuditLog {
  readonly #parts: AuditLogParts
  readonly #budgets: AuditBudgets
  readonly #waiting = new Map<string, CountedAct>()
  readonly #writing: WriteTogether<CountedAct>
  readonly #ageing: Timer
  readonly #append = (acts: readonly CountedAct[]): void => this.#parts.store.append(acts, this.#budgets)

  constructor(parts: AuditLogParts) {
    this.#parts = parts
    this.#budgets = parts.budgets ?? BUDGETS
    const { store, transactions, clock, logger } = parts
    this.#writing = new WriteTogether({
      ...{ transactions, clock },
      take: () => {
        const waiting = [...this.#waiting.values()]
        this.#waiting.clear()
        return waiting
      },
      write: (act) => store.append([act], this.#budgets),
      lost: (error, entries) => logger.warn({ err: error, entries }, 'the audit log can not be written'),
    })
    this.#ageing = parts.clock.every(AGE_CHECK, () => this.#removeOld())
  }

  /**
   * Records something. What was done by who is signed in, or by Airdesk itself, is written at once, in the transaction
   * that runs, if one does; the rest within a second.
   */
  record(act: AuditAct): void {
    const counted = { ...act, at: this.#parts.clock.now(), count: 1 }
    if (act.refused === null && act.actor.kind !== 'anonymous')
      this.#parts.transactions.beforeCommit(this.#append, counted)
    else this.#gather(counted)
  }

  /** Records that something was refused. */
  refused(begun: Begun, error: unknown, learnt: Learnt = {}): void {
    const refused = error instanceof Refusal ? error.code : 'INTERNAL'
    if (!UNREADABLE.includes(refused)) this.record(this.#named({ ...this.#told(begun), ...learnt, refused }))
  }

  /** Records what Airdesk did without being asked. */
  byItself(act: Pick<AuditAct, 'verb' | 'systemId' | 'objects'>): void {
    const asked = { actor: AIRDESK, via: 'service', remoteAddress: null } as const
    this.record(this.#named({ ...act, ...asked, details: {}, refused: null }))
  }

  /**
   * Records that a token let nobody in. Whoever sends it is not known, also where it was somebody's once.
   * @param revoked null where nobody ever had it: it is told of the installation then
   */
  wrongToken(
    { via, remoteAddress }: Pick<AuditAct, 'via' | 'remoteAddress'>,
    revoked: RevokedToken | null = null,
  ): void {
    this.record({
      ...{ verb: 'token.used', actor: NOBODY, via, remoteAddress, details: {}, refused: 'NOT_AUTHENTICATED' },
      systemId: revoked?.systemId ?? null,
      objects: revoked ? [{ kind: 'token', id: revoked.id, name: revoked.name }] : [],
    })
  }

  /**
   * Does something and records it, done or refused: in one transaction with its entry, unless it takes its time or
   * copies the database, which no transaction may. What takes its time calls `writeAct` where it changes something.
   * @param takesTime true where `run` gives a promise that waits for something
   */
  attempt<T extends object>(begun: Begun, run: () => T, takesTime = false): T {
    // Before it is done: what is deleted has no name any more.
    const told = this.#told(begun)
    let over = false
    let learnt: Learnt = {}
    const write = (answer: object = {}) => {
      if (over) return
      over = true
      const isKnown = told.objects.length > 0 || learnt.objects !== undefined
      const made = isKnown ? {} : { objects: this.#objectsOf(begun, answer) }
      this.record(this.#named({ ...told, ...made, ...learnt }))
    }
    const fail = (error: unknown): never => {
      if (!over) this.refused(begun, error, { objects: told.objects, ...learnt })
      over = true
      throw error
    }
    const done = <Answer>(answer: Answer): Answer => {
      write(answer as object)
      return answer
    }
    const learn = (more: Learnt) => void (learnt = { ...learnt, ...more })
    const act = { learn, write, undone: () => void (over = false), skip: () => void (over = true) }
    const start = (): T => {
      const result = runAct(act, run)
      return result instanceof Promise ? (result.then(done, fail) as T & Promise<unknown>) : done(result)
    }
    try {
      if (takesTime || AUDIT_VERBS[begun.verb] === 'data') return start()
      // In a box, as what is promised outlasts the transaction.
      return this.#parts.transactions.transaction(() => ({ result: start() })).result
    } catch (error) {
      // Undone, with its entry, if there was one.
      over = false
      return fail(error)
    }
  }

  /** Writes what waits. */
  flush(): void {
    this.#writing.flush()
  }

  close(): void {
    this.#ageing.cancel()
    this.flush()
  }

  #gather(act: CountedAct): void {
    const waiting = this.#waiting
    const known = waiting.size < MAX_WAITING || waiting.has(keyOf(act))
    const told = known ? act : { ...act, objects: [], details: {}, remoteAddress: null }
    const key = keyOf(told)
    waiting.set(key, { ...told, count: (waiting.get(key)?.count ?? 0) + 1 })
    this.#writing.soon()
  }

  #told(begun: Begun): AuditAct {
    const { verb, actor, systemId, via, remoteAddress } = begun
    const objects = this.#objectsOf(begun, {})
    return { verb, actor, systemId, via, remoteAddress, objects, details: {}, refused: null }
  }

  #objectsOf({ verb, systemId, given }: Begun, answer: object) {
    return objectsOf(verb, systemId, { ...given, ...answer }, this.#parts.names)
  }

  /** With the names of what was learnt by its id only. */
  #named(act: AuditAct): AuditAct {
    const { names } = this.#parts
    const objects = act.objects.map(({ kind, id, name }) => ({
      ...{ kind, id },
      name: name ?? (id === null ? null : (names[kind]?.(act.systemId, id) ?? null)),
    }))
    return { ...act, objects }
  }

  #removeOld(): void {
    const { store, clock, logger } = this.#parts
    try {
      store.removeOld(clock.now() - KEPT, REMOVED_AT_ONCE)
    } catch (error) {
      logger.warn({ err: error }, 'old entries of the audit log could not be removed')
    }
  }
}

/** What is the same but for its time and number. */
const keyOf = ({ at: _, count: _count, ...same }: CountedAct) => JSON.stringify(same)
