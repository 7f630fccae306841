/**
 * What somebody is doing right now. Whoever begins an act (a route, an operation) knows who asks and for what; whoever
 * does it, far below, knows the object and when it is written. The act travels with the call between them.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditAct } from './audit-store.ts'

/** What is learnt of an act while it is done. */
export type Learnt = Partial<Pick<AuditAct, 'verb' | 'actor' | 'systemId' | 'objects' | 'details'>>

/** An act that goes on. */
export interface Current {
  learn(more: Learnt): void
  /** Writes that it is done; only the first call does anything. @param answer what the caller is answered */
  write(answer?: object): void
  /** What was written was undone. */
  undone(): void
  /** Nothing is done. */
  skip(): void
}

const acts = new AsyncLocalStorage<Current>()

/** Runs something as an act. */
export const runAct = <T>(current: Current, run: () => T): T => acts.run(current, run)

/** Says more of the act that goes on; nothing where nobody began one. */
export const describeAct = (more: Learnt): void => acts.getStore()?.learn(more)

/**
 * Writes the entry of the act that goes on; to be called as the last of the transaction that does it. Who does not
 * call it has the entry written as soon as it is done.
 */
export const writeAct = (answer?: object): void => acts.getStore()?.write(answer)

/** Nothing is done, and no entry written: it was done before, and the answer of then is given again. */
export const skipAct = (): void => acts.getStore()?.skip()

/** The transaction that did it was undone, with its entry; what follows is told of it instead. */
export const actUndone = (): void => acts.getStore()?.undone()
