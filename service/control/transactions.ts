/**
 * One unit of change to what is remembered. A state change and the events that tell of it are written in
 * one transaction and announced only after it: facts are written before they are announced.
 */
export interface Transactions {
  /**
   * Runs `run` in a transaction; joins the one that is already open. Everything in it is undone when it
   * throws. `run` must not be asynchronous: nothing else may come between its statements.
   */
  transaction<T>(run: () => T): T
  /**
   * The same for whoever can wait a moment: what is asked for in one turn of the event loop is on disk by one commit.
   * Each is undone by itself when it throws; resolves once it is on disk. The act that goes on goes on in `run`.
   */
  together<T>(run: () => T): Promise<T>
  /**
   * Has `write` run as the last of the open transaction, once, with all that came for it; what is undone before does not
   * come. At once, in one of its own, if none is open.
   */
  beforeCommit<T>(write: (items: readonly T[]) => void, item: T): void
  /**
   * Calls `announce` once the open transaction is on disk, never if it is undone; at once if none is open. What it throws
   * is logged: others are told all the same, and who wrote has written.
   */
  afterCommit(announce: () => void): void
}
