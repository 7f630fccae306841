/** What must be true when the torture is over. Each check returns faults in words. */
import { HOLD_LIMIT } from '../../service/control/webhook/delivery-queue.ts'
import type { Database } from '../../service/control/store/database.ts'
import type { Arrival } from './endpoint.ts'

/** The clock of an attempt is read a moment before its request arrives. */
const SLACK = 2_000

export interface Findings {
  readonly faults: string[]
  /** Arrivals after the first of the same event. */
  readonly duplicates: number
  /** Of these, arrivals of events that had been accepted before. */
  readonly afterAccepted: number
  /** Events that came before an earlier one of their channel that had been retrying for more than 60 s. */
  readonly allowedOvertaking: number
}

export function check(db: Database, all: readonly Arrival[], events: number): Findings {
  const faults = [...databaseFaults(db, events)]
  const firsts = new Map<string, Arrival>()
  const acceptedAt = new Map<string, number>()
  let afterAccepted = 0
  all.forEach((arrival, index) => {
    const { id } = arrival
    const first = firsts.get(id) ?? arrival
    firsts.set(id, first)
    if (first.text !== arrival.text) faults.push(`${id} came with two bodies`)
    if (acceptedAt.has(id)) afterAccepted++
    else if (arrival.accepted) acceptedAt.set(id, index)
  })
  if (firsts.size !== events) faults.push(`${firsts.size} of ${events} events arrived`)
  if (acceptedAt.size !== events) faults.push(`${acceptedAt.size} of ${events} events were accepted`)
  const order = checkOrder(db, all, acceptedAt)
  faults.push(...order.faults)
  return { faults, duplicates: all.length - firsts.size, afterAccepted, allowedOvertaking: order.allowed }
}

function databaseFaults(db: Database, events: number): string[] {
  const faults: string[] = []
  const states = db
    .prepare<[], { state: string; count: number }>(
      'SELECT state, count(*) AS count FROM webhook_events GROUP BY state',
    )
    .all()
  const [only] = states
  if (states.length !== 1 || only?.state !== 'delivered' || only.count !== events) {
    faults.push(`instead of ${events} delivered: ${JSON.stringify(states)}`)
  }
  const torn = db
    .prepare(
      `SELECT minutes, (SELECT count(*) FROM webhook_events WHERE connection_id = connections.id) AS events
       FROM connections WHERE minutes <> events`,
    )
    .all()
  if (torn.length > 0)
    faults.push(`facts without their events, or the other way round: ${JSON.stringify(torn)}`)
  const integrity = db.prepare('PRAGMA integrity_check').pluck().all()
  if (integrity.join() !== 'ok') faults.push(`the database is damaged: ${integrity.join(', ')}`)
  return faults
}

/** No event arrives before each earlier one of its channel was accepted, unless that retried for over 60 s. */
function checkOrder(
  db: Database,
  all: readonly Arrival[],
  acceptedAt: ReadonlyMap<string, number>,
): { faults: string[]; allowed: number } {
  const firstAttempt = new Map(
    db
      .prepare<[], [string, number]>('SELECT event_id, started_at FROM webhook_attempts WHERE number = 1')
      .raw()
      .all(),
  )
  const faults: string[] = []
  let allowed = 0
  for (const arrivals of byChannel(all).values()) {
    const minutes = arrivals.map(({ arrival }) => arrival.minutes)
    const expected = arrivals.map((_, i) => i + 1)
    if (minutes.toSorted((a, b) => a - b).join() !== expected.join()) {
      faults.push(`a channel's events are not 1 to ${expected.length}: ${minutes.join()}`)
    }
    for (const later of arrivals) {
      for (const { arrival: earlier } of arrivals) {
        if (earlier.minutes >= later.arrival.minutes) continue
        if ((acceptedAt.get(earlier.id) ?? Infinity) < later.index) continue
        const retried = later.arrival.at - (firstAttempt.get(earlier.id) ?? Infinity)
        if (retried > HOLD_LIMIT - SLACK) allowed++
        else {
          const { channelId } = later.arrival
          faults.push(`${channelId}: ${later.arrival.minutes} came before ${earlier.minutes} was accepted`)
        }
      }
    }
  }
  return { faults, allowed }
}

/** First arrivals of each channel's events, with their place among all arrivals. */
function byChannel(all: readonly Arrival[]): Map<string, { arrival: Arrival; index: number }[]> {
  const channels = new Map<string, { arrival: Arrival; index: number }[]>()
  const seen = new Set<string>()
  all.forEach((arrival, index) => {
    if (seen.has(arrival.id)) return
    seen.add(arrival.id)
    const list = channels.get(arrival.channelId) ?? []
    list.push({ arrival, index })
    channels.set(arrival.channelId, list)
  })
  return channels
}
