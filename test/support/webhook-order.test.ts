import { expect, test } from 'vitest'
import type { Arrival } from './bad-endpoint.ts'
import { addChannel, addSystem } from './channel-rows.ts'
import { openTestDatabase } from './database.ts'
import { checkOrder } from './webhook-order.ts'

/** Two events of one channel; the first was tried at 0. */
function databaseOfTwo() {
  const db = openTestDatabase()
  const system = addSystem(db)
  const { channelId } = addChannel(db, system)
  for (const id of ['first', 'second'])
    db.prepare(
      `INSERT INTO webhook_events (id, system_id, channel_id, kind, type, url, body, state, created_at)
       VALUES (?, ?, ?, 'event', 'connection.updated', '', '', 'delivered', 0)`,
    ).run(id, system.systemId, channelId)
  db.prepare(
    "INSERT INTO webhook_attempts (event_id, number, started_at, duration_ms) VALUES ('first', 1, 0, 1)",
  ).run()
  return { db, channelId }
}
const arrival = (id: string, accepted: boolean, at = 1): Arrival<null> => ({
  ...{ id, accepted, at, text: '', told: null },
})

test('an event behind the acceptance of the one before it is in order, however often that came', () => {
  const { db } = databaseOfTwo()
  const all = [
    arrival('first', false),
    arrival('first', true),
    arrival('second', true),
    arrival('first', true),
  ]
  expect(checkOrder(db, all)).toEqual({ faults: [], allowed: 0, events: 2 })
  db.close()
})

test('one that overtakes is a fault, unless the other had been tried for over a minute', () => {
  const { db, channelId } = databaseOfTwo()
  const overtaken = (at: number) => [
    arrival('first', false),
    arrival('second', true, at),
    arrival('first', true),
  ]
  const faults = [`${channelId}: second came before first was accepted`]
  expect(checkOrder(db, overtaken(30_000))).toMatchObject({ faults, allowed: 0 })
  expect(checkOrder(db, overtaken(60_001))).toMatchObject({ faults: [], allowed: 1 })
  db.close()
})
