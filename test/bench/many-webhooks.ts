import { join } from 'node:path'
import { openTestDatabase } from '../support/database.ts'

const BODY = JSON.stringify({ type: 'connection.created', data: { role: 'sendonly', note: 'x'.repeat(400) } })

/**
 * Webhooks in the data folder of a service that does not run: one in twenty given up after three attempts,
 * the others delivered, the newest one second old and each a second older.
 */
export function fillWebhooks(dataDir: string, count: number): void {
  const db = openTestDatabase(join(dataDir, 'airdesk.db'))
  const systemId = db.prepare<[], string>('SELECT id FROM systems').pluck().get() ?? ''
  const event = db.prepare(
    `INSERT INTO webhook_events (id, system_id, channel_id, kind, type, url, body, state, attempts, created_at, finished_at)
     VALUES (@id, @systemId, 'none', 'event', 'connection.created', @url, @body, @state, @attempts, @at, @at)`,
  )
  const attempt = db.prepare(
    `INSERT INTO webhook_attempts (event_id, number, started_at, duration_ms, status, error_class)
     VALUES (@id, @number, @at, 12, @status, @errorClass)`,
  )
  const newest = Date.now() - 1000
  db.transaction(() => {
    for (let i = 0; i < count; i++) {
      const id = `made-up-${i}`
      const isDead = i % 20 === 0
      const attempts = isDead ? 3 : 1
      const at = newest - (count - i) * 1000
      const url = `http://127.0.0.1:9/hooks/${i % 7}`
      event.run({ id, systemId, url, body: BODY, state: isDead ? 'dead' : 'delivered', attempts, at })
      for (let number = 1; number <= attempts; number++)
        attempt.run({ id, number, at, status: isDead ? 500 : 200, errorClass: isDead ? 'status' : null })
    }
  })
  db.close()
}
