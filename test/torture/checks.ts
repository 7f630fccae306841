/** What must be true when the torture is over. Each check returns faults in words. */
import type { Database } from '../../service/control/store/database.ts'
import type { Arrival } from '../support/bad-endpoint.ts'
import { checkOrder } from '../support/webhook-order.ts'

export interface NumberedEvent {
  readonly channelId: string
  /** Number of the event in its channel, from 1. */
  readonly minutes: number
}

export interface Findings {
  readonly faults: string[]
  /** Arrivals after the first of the same event. */
  readonly duplicates: number
  /** Of these, arrivals of events that had been accepted before. */
  readonly afterAccepted: number
  /** Events that came before an earlier one of their channel that had been retrying for more than 60 s. */
  readonly allowedOvertaking: number
}

export function check(db: Database, all: readonly Arrival<NumberedEvent>[], events: number): Findings {
  const faults = [...databaseFaults(db, events)]
  const firsts = new Map<string, Arrival<NumberedEvent>>()
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
  const order = checkOrder(db, all)
  faults.push(...countFaults(all), ...order.faults)
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

/** The events of each channel are numbered without a gap. */
function countFaults(all: readonly Arrival<NumberedEvent>[]): string[] {
  return [...byChannel(all).values()].flatMap((minutes) => {
    const expected = minutes.map((_, i) => i + 1).join()
    return minutes.toSorted((a, b) => a - b).join() === expected
      ? []
      : [`a channel's events are not 1 to ${minutes.length}: ${minutes.join()}`]
  })
}

/** Numbers of each channel's events, by their first arrivals. */
function byChannel(all: readonly Arrival<NumberedEvent>[]): Map<string, number[]> {
  const channels = new Map<string, number[]>()
  const seen = new Set<string>()
  for (const { id, told } of all) {
    if (seen.has(id)) continue
    seen.add(id)
    channels.set(told.channelId, [...(channels.get(told.channelId) ?? []), told.minutes])
  }
  return channels
}
