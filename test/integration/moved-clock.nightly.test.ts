/** A day in seconds: many schedules, retries and tokens, and a few of them against the same in real time. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConsoleClient } from '../../service/entry/console-client.ts'
import { kitClock } from '../../service/kit/clock.ts'
import { openTestDatabase } from '../support/database.ts'
import { startEndpoint } from '../support/http-endpoint.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

const DAY = 86_400_000
const SECOND = 1000
/** So many an event has behind it: pauses are an hour long by then. */
const ATTEMPTS = 14
/** No retry is further away than an hour. */
const dueIn = (i: number, retries: number, span = DAY) =>
  Math.floor((i * Math.min(span, 3400 * SECOND)) / retries)

let dataDir: string
let service: RunningService | null

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'airdesk-day-'))
  service = null
})
afterEach(async () => {
  await service?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

interface Fill {
  readonly schedules: number
  /** Due evenly within `span` after a minute. */
  readonly retries: number
  readonly tokens: number
  readonly span: number
  readonly url: string
  /** Of the first that is due. */
  readonly firstAt: number
}

/** Rows in the data folder of a service that does not run. */
function fill({ schedules, retries, tokens, span, url, firstAt }: Fill): void {
  const db = openTestDatabase(join(dataDir, 'airdesk.db'))
  const { systemId, userId, tokenId } = db
    .prepare<[], { systemId: string; userId: number; tokenId: string }>(
      `SELECT s.id AS systemId, u.id AS userId, a.id AS tokenId
       FROM systems s JOIN users u ON u.system_id = s.id JOIN access_tokens a ON a.system_id = s.id LIMIT 1`,
    )
    .get() ?? { systemId: '', userId: 0, tokenId: '' }
  const channel = db.prepare(
    `INSERT INTO channels (id, system_id, token_id, kind, settings, created_at, made_for_schedule)
     VALUES (@id, @systemId, @tokenId, 'rtmp', '{"hls":[],"auth_webhook_url":"","event_webhook_url":"","encrypt_key_uri":""}', 0, 1)`,
  )
  const schedule = db.prepare(
    `INSERT INTO schedules (id, system_id, name, starts_at, ends_at, channel_id, renditions, created_at, created_by_name)
     VALUES (@id, @systemId, @id, @startsAt, @endsAt, @id, '[]', 0, 'test')`,
  )
  const event = db.prepare(
    `INSERT INTO webhook_events (id, system_id, channel_id, kind, type, url, body, state, attempts, retrying_since,
       next_attempt_at, created_at)
     VALUES (@id, @systemId, @channelId, 'event', 'connection.created', @url, '{}', 'pending', @attempts, @since, @at, @created)`,
  )
  const session = db.prepare(
    `INSERT INTO login_tokens (hash, user_id, kind, created_at, expires_at) VALUES (@hash, @userId, 'option', 0, @at)`,
  )
  db.transaction(() => {
    for (let i = 0; i < schedules; i++) {
      const startsAt = firstAt + Math.floor((i * span) / schedules)
      const id = `schedule-${i}`
      channel.run({ id, systemId, tokenId })
      schedule.run({ id, systemId, startsAt, endsAt: startsAt + Math.floor(span / schedules / 2) })
    }
    for (let i = 0; i < retries; i++) {
      const at = firstAt + dueIn(i, retries, span)
      const ids = { id: `event-${i}`, channelId: `channel-${i % 1000}`, url: `${url}/${i % 10}` }
      event.run({
        ...ids,
        systemId,
        since: firstAt - SECOND,
        created: firstAt - 3600 * SECOND,
        at,
        attempts: ATTEMPTS,
      })
    }
    for (let i = 0; i < tokens; i++) {
      const hash = createHash('sha256').update(String(i)).digest('hex')
      session.run({ hash, userId, at: firstAt + Math.floor((i * span) / tokens) })
    }
  })
  db.close()
}

async function emulated() {
  service = await startService({ dataDir, args: ['--emulator'] })
  const client = new ConsoleClient(dataDir)
  await client.open()
  return kitClock(client)
}

/** For broken code: beside much else the day took half of what the others have, and all of it once. */
const LIMIT = { timeout: 900_000 }

test('a day with 1,000 schedules, 10,000 retries and 500 tokens', LIMIT, async () => {
  // One in ten is refused once more, and tried again an hour later.
  const tries = new Map<string, number>()
  const endpoint = await startEndpoint(({ headers }, response) => {
    const id = String(headers['webhook-id'])
    const again = (tries.get(id) ?? 0) + 1
    tries.set(id, again)
    response.writeHead(id.endsWith('7') && again === 1 ? 503 : 204).end()
  })
  try {
    const first = await emulated()
    const { now } = (await first.freeze()).clock
    await service?.kill()
    const firstAt = now + 60 * SECOND
    fill({
      schedules: 1000,
      retries: 10_000,
      tokens: 500,
      span: DAY - 120 * SECOND,
      url: endpoint.url,
      firstAt,
    })
    const clock = await emulated()
    const { move, firings } = await clock.advance('24h')
    console.log(`advance('24h'): ${move.durationMs / 1000} s, ${JSON.stringify(move.counts)}`)
    expect(move.counts).toMatchObject({
      ...{ 'schedule.due': 1000, 'schedule.started': 1000, 'schedule.late': 1000, 'schedule.ended': 1000 },
      'webhook.attempt': 11_000,
    })
    expect(move.counts['session.ended']).toBeGreaterThanOrEqual(500)
    const times = firings.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    // Each retry was made at the moment at which it was due, in that order.
    const retries = firings.filter((one) => one.kind === 'webhook.attempt')
    const made = retries
      .filter(({ attempt }) => attempt === ATTEMPTS + 1)
      .map(({ eventId, at }) => [eventId, at])
    expect(made).toEqual(Array.from({ length: 10_000 }, (_, i) => [`event-${i}`, firstAt + dueIn(i, 10_000)]))
    const again = retries.filter(({ attempt }) => attempt === ATTEMPTS + 2)
    expect(again.every(({ outcome }) => outcome === 'delivered')).toBe(true)
  } finally {
    await endpoint.close()
  }
})

test('a short span goes in the same order as in real time', async () => {
  const order = async (isMoved: boolean) => {
    const got: string[] = []
    const endpoint = await startEndpoint((request, response) => {
      got.push(String(request.headers['webhook-id']))
      response.writeHead(204).end()
    })
    try {
      const begun = await emulated()
      await begun.freeze()
      await service?.kill()
      // Far enough apart for a computer that is busy.
      const now = (await emulatedNow()) + 3 * SECOND
      fill({ schedules: 0, retries: 16, tokens: 0, span: 8 * SECOND, url: endpoint.url, firstAt: now })
      const clock = await emulated()
      if (isMoved) await clock.advance('20s')
      else await clock.release()
      await waitFor(() => got.length === 16, 'all attempts', 60_000)
      return got
    } finally {
      await endpoint.close()
      await service?.kill()
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  const emulatedNow = async () => {
    const clock = await emulated()
    const { now } = await clock.state()
    await service?.kill()
    return now
  }
  expect(await order(true)).toEqual(await order(false))
})
