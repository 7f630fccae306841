import { afterEach, beforeEach, expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { createLogger } from '../../platform/logger.ts'
import type { Database } from '../store/database.ts'
import { webhookLogStore } from '../store/webhook-log.ts'
import { KEPT_FOR, KEPT_ROWS, WebhookRetention } from './retention.ts'

const HOUR = 3_600_000
let db: Database
let clock: ManualClock
let lines: string[]
let retention: WebhookRetention

beforeEach(() => {
  db = openTestDatabase()
  clock = new ManualClock()
  lines = []
  retention = new WebhookRetention(webhookLogStore(db), clock, logger())
})
afterEach(() => {
  retention.close()
  db.close()
})

function logger() {
  return createLogger('info', { write: (line: string) => void lines.push(line) })
}

/** An event with an attempt for each state and end, the first one with the sequence `first`. */
function addEvents(
  first: number,
  events: readonly (readonly [state: string, finishedAt: number | null])[],
): void {
  const system = addSystem(db)
  const { channelId } = addChannel(db, system)
  const insert = db.prepare(
    `INSERT INTO webhook_events (sequence, id, system_id, channel_id, kind, type, url, body, state, created_at,
       finished_at) VALUES (?, ?, ?, ?, 'event', '', 'http://a.test/', '', ?, 0, ?)`,
  )
  const attempt = db.prepare(
    'INSERT INTO webhook_attempts (event_id, number, started_at, duration_ms) VALUES (?, 1, 0, 0)',
  )
  db.transaction(() => {
    events.forEach(([state, finishedAt], i) => {
      insert.run(first + i, `${first + i}`, system.systemId, channelId, state, finishedAt)
      attempt.run(`${first + i}`)
    })
  })
}
const left = () => db.prepare('SELECT sequence FROM webhook_events ORDER BY sequence').pluck().all()
const attemptsLeft = () => db.prepare('SELECT count(*) FROM webhook_attempts').pluck().get()

it('removes what ended more than 30 days ago, with its attempts, and never what is pending', () => {
  const limit = clock.now() - KEPT_FOR
  addEvents(1, [
    ['delivered', limit - 1],
    ['dead', limit - HOUR],
    ['allowed', limit - HOUR],
    ['denied', limit - HOUR],
    ['pending', null],
    ['delivered', limit + HOUR],
  ])
  retention.start()
  clock.advance(100)
  expect(left()).toEqual([5, 6])
  expect(attemptsLeft()).toBe(2)
  clock.advance(HOUR + 600_000)
  expect(left()).toEqual([5])
})

it('removes what is not among the newest 200,000, and never what is pending', () => {
  addEvents(1, [
    ['delivered', clock.now()],
    ['pending', null],
    ['dead', clock.now()],
    ['delivered', clock.now()],
  ])
  addEvents(KEPT_ROWS + 3, [['delivered', clock.now()]])
  retention.start()
  clock.advance(100)
  expect(left()).toEqual([2, 4, KEPT_ROWS + 3])
})

it('removes a few at a time', () => {
  addEvents(
    1,
    Array.from({ length: 450 }, () => ['delivered', 0] as const),
  )
  retention.start()
  const counts = [0, 1, 2, 3].map(() => {
    clock.advance(100)
    return left().length
  })
  expect(counts).toEqual([250, 50, 0, 0])
})

it('forgets endpoints that were last asked then and have nothing pending', () => {
  addEvents(1, [['pending', null]])
  const systemId = db.prepare('SELECT id FROM systems').pluck().get()
  const insert = db.prepare(
    'INSERT INTO webhook_endpoints (system_id, url, last_attempt_at) VALUES (?, ?, ?)',
  )
  insert.run(systemId, 'http://a.test/', 0)
  insert.run(systemId, 'http://b.test/', 0)
  insert.run(systemId, 'http://c.test/', clock.now())
  retention.start()
  clock.advance(100)
  expect(db.prepare('SELECT url FROM webhook_endpoints ORDER BY url').pluck().all()).toEqual([
    'http://a.test/',
    'http://c.test/',
  ])
})

it('goes on when the store fails, and ends when it is closed', () => {
  addEvents(1, [['delivered', 0]])
  let broken = true
  const store = webhookLogStore(db)
  const logged = logger()
  retention = new WebhookRetention(
    {
      ...store,
      removeFinished(old) {
        if (broken) throw new Error('disk is full')
        return store.removeFinished(old)
      },
    },
    clock,
    logged,
  )
  retention.start()
  clock.advance(100)
  expect(lines.join('')).toContain('old webhooks could not be removed')
  broken = false
  clock.advance(600_000)
  expect(left()).toEqual([])
  retention.close()
  addEvents(2, [['delivered', 0]])
  clock.advance(2 * HOUR)
  expect(left()).toEqual([2])
})
