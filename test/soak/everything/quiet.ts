/** What is waited for when nobody uses the service any more, and what must be true then. */
import type { Database } from 'better-sqlite3'
import { unfinishedRecordings } from '../../support/archived-recordings.ts'
import { waitFor } from '../../support/wait-for.ts'
import type { Invariants } from './invariants.ts'

/** A limit for broken code: uploads are tried again after some minutes at the latest. */
const PATIENCE_MS = 300_000

const PENDING = "SELECT count(*) FROM webhook_events WHERE state = 'pending'"
const OPEN = 'SELECT id, channel_id, created_at FROM connections WHERE ended_at IS NULL'

/** What did not come is found by whoever judges it. */
export async function untilQuiet(db: Database): Promise<void> {
  const open = db.prepare(OPEN)
  const pending = db.prepare<[], number>(PENDING).pluck()
  const isQuiet = () => open.all().length === 0 && unfinishedRecordings(db) === 0 && pending.get() === 0
  await waitFor(isQuiet, 'the end of everything', PATIENCE_MS).catch(() => undefined)
}

export function judgeDatabase(db: Database, invariants: Invariants): void {
  const open = db.prepare<[], { id: string; channel_id: string; created_at: number }>(OPEN).all()
  const connections = db.prepare<[], number>('SELECT count(*) FROM connections').pluck().get() ?? 0
  const words = open.map(
    ({ id, channel_id, created_at }) =>
      `${id} of ${channel_id}, since ${new Date(created_at).toISOString()}, is open`,
  )
  invariants.judge('connections-closed', connections, words)
  const integrity = db.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  invariants.judge('database-whole', 1, integrity.join() === 'ok' ? [] : integrity)
}
