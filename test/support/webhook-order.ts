/** The order in which webhooks came, against the order in which the database has them. */
import { HOLD_LIMIT } from '../../service/control/webhook/delivery-queue.ts'
import type { Database } from 'better-sqlite3'
import type { Arrival } from './bad-endpoint.ts'

/** The clock of an attempt is read a moment before its request arrives. */
const SLACK = 2_000

export interface OrderFound {
  readonly faults: readonly string[]
  /** Events that came before an earlier one of their channel that had been retrying for more than 60 s. */
  readonly allowed: number
  /** Events that came, each counted once. */
  readonly events: number
}

interface First {
  readonly id: string
  readonly sequence: number
  readonly at: number
  /** Its place among all arrivals. */
  readonly index: number
}

/** No event arrives before each earlier one of its channel was accepted, unless that retried for over 60 s. */
export function checkOrder(db: Pick<Database, 'prepare'>, all: readonly Arrival<unknown>[]): OrderFound {
  const rows = db
    .prepare<[], { id: string; sequence: number; channel: string; tried: number | null }>(
      `SELECT id, sequence, channel_id AS channel, started_at AS tried FROM webhook_events
       LEFT JOIN webhook_attempts ON event_id = id AND number = 1 WHERE kind = 'event'`,
    )
    .all()
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const acceptedAt = new Map<string, number>()
  for (const [index, { id, accepted }] of all.entries())
    if (accepted && !acceptedAt.has(id)) acceptedAt.set(id, index)
  const faults: string[] = []
  let [allowed, events] = [0, 0]
  for (const [channel, firsts] of firstsByChannel(all, rowOf)) {
    events += firsts.length
    for (const later of firsts) {
      for (const earlier of firsts) {
        if (earlier.sequence >= later.sequence) continue
        if ((acceptedAt.get(earlier.id) ?? Infinity) < later.index) continue
        const retried = later.at - (rowOf.get(earlier.id)?.tried ?? Infinity)
        if (retried > HOLD_LIMIT - SLACK) allowed++
        else faults.push(`${channel}: ${later.id} came before ${earlier.id} was accepted`)
      }
    }
  }
  return { faults, allowed, events }
}

function firstsByChannel(
  all: readonly Arrival<unknown>[],
  rowOf: ReadonlyMap<string, { sequence: number; channel: string }>,
): Map<string, First[]> {
  const channels = new Map<string, First[]>()
  const seen = new Set<string>()
  for (const [index, { id, at }] of all.entries()) {
    const row = rowOf.get(id)
    if (seen.has(id) || !row) continue
    seen.add(id)
    const list = channels.get(row.channel) ?? []
    list.push({ id, at, index, sequence: row.sequence })
    channels.set(row.channel, list)
  }
  return channels
}
