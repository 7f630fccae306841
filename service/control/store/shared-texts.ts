import type SQLite from 'better-sqlite3'
import type { SystemId } from '../../contract/ids.ts'

/** Texts from this length on are kept apart from their calls: a row of its own costs more than a shorter one. */
const LONG = 512
/** So many texts are known to be there: those that came last. */
const KNOWN = 64

/**
 * `last_call` is the last one that was written together with one that has the text. Of calls, `request_text` and
 * `response_text` are null where the text stands in the call itself.
 */
export const SHARED_TEXTS_SCHEMA = `
  CREATE TABLE texts (
    id INTEGER PRIMARY KEY,
    system_id TEXT NOT NULL,
    last_call INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX texts_by_last_call ON texts (last_call);
  ALTER TABLE calls ADD COLUMN request_text INTEGER;
  ALTER TABLE calls ADD COLUMN response_text INTEGER;`

interface Known {
  readonly text: string
  readonly id: number
  readonly systemId: SystemId
  lastCall: number
}

/**
 * Long texts of calls, each once as long as it comes again and again: who polls asks the same and is answered the same.
 * No system shares a text with another one, so that what is removed of one is gone.
 */
export class SharedTexts {
  readonly #insert: SQLite.Statement<[SystemId, number, string]>
  readonly #use: SQLite.Statement<[number, number]>
  readonly #removeOld: SQLite.Statement<[]>
  readonly #removeOldOf: SQLite.Statement<[{ systemId: SystemId }]>
  /** By `likenessOf`; who came last stands last. */
  readonly #known = new Map<string, Known>()

  constructor(sqlite: SQLite.Database) {
    this.#insert = sqlite.prepare('INSERT INTO texts (system_id, last_call, text) VALUES (?, ?, ?)')
    this.#use = sqlite.prepare('UPDATE texts SET last_call = ? WHERE id = ?')
    this.#removeOld = sqlite.prepare(
      'DELETE FROM texts WHERE last_call < (SELECT coalesce(min(id), 9e15) FROM calls)',
    )
    this.#removeOldOf = sqlite.prepare(
      `DELETE FROM texts WHERE system_id = @systemId
       AND last_call < (SELECT coalesce(min(id), 9e15) FROM calls WHERE system_id = @systemId)`,
    )
  }

  /**
   * Where the text is; null where it belongs into the call. To be called in the transaction that writes the call.
   * @param lastCall id of the last call of that transaction
   */
  placeOf(text: string | null, systemId: SystemId | null, lastCall: number): number | null {
    if (text === null || systemId === null || text.length < LONG) return null
    const known = this.#known.get(likenessOf(text))
    if (known?.systemId !== systemId || known.text !== text) return this.#add(text, systemId, lastCall)
    if (known.lastCall !== lastCall) {
      known.lastCall = lastCall
      this.#use.run(lastCall, known.id)
      this.#comesLast(known)
    }
    return known.id
  }

  /** What was written last is undone, or some texts were removed. */
  forget(): void {
    this.#known.clear()
  }

  /** Removes those of calls that are older than the oldest. */
  removeOld(): void {
    if (this.#removeOld.run().changes > 0) this.forget()
  }

  /** Removes those of calls of the system that are older than its oldest. */
  removeOldOf(systemId: SystemId): void {
    if (this.#removeOldOf.run({ systemId }).changes > 0) this.forget()
  }

  #add(text: string, systemId: SystemId, lastCall: number): number {
    const id = Number(this.#insert.run(systemId, lastCall, text).lastInsertRowid)
    this.#comesLast({ text, id, systemId, lastCall })
    const [oldest] = this.#known.keys()
    if (this.#known.size > KNOWN && oldest !== undefined) this.#known.delete(oldest)
    return id
  }

  #comesLast(known: Known): void {
    const likeness = likenessOf(known.text)
    this.#known.delete(likeness)
    this.#known.set(likeness, known)
  }
}

/** Of a text that it is looked for by: V8 would read all of it to find it in a map, which takes longer than to write it. */
const likenessOf = (text: string): string => `${text.length} ${text.slice(0, 32)} ${text.slice(-32)}`
