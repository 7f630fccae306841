import { mkdtempSync, rmSync } from 'node:fs'
import { fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import type { SystemRows } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { answerOk, startEndpoint } from '../../../test/support/http-endpoint.ts'
import type { HttpEndpoint, ReceivedRequest, Respond } from '../../../test/support/http-endpoint.ts'
import { SetClock } from '../../../test/support/set-clock.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import type { WebhookParts } from '../../../test/support/webhook-parts.ts'
import type { ConnectionId, WebhookEventId } from '../../contract/ids.ts'
import { rtmpEvent } from '../../contract/webhook-bodies.ts'
import { createLogger } from '../../platform/logger.ts'
import type { RtmpChannel } from '../connection/dependencies.ts'
import type { Database } from '../store/database.ts'
import { webhookStore } from '../store/webhooks.ts'

let folder: string
let file: string
let clock: SetClock
let db: Database
let parts: WebhookParts
let system: SystemRows
const lines: string[] = []
const endpoints: HttpEndpoint[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-outbox-'))
  file = join(folder, 'airdesk.db')
  clock = new SetClock(Date.now())
  lines.length = 0
  open()
  system = addSystem(db)
})
afterEach(async () => {
  for (const endpoint of endpoints.splice(0)) await endpoint.close()
  await parts.dispatcher.close(0)
  db.close()
  rmSync(folder, { recursive: true })
})

function open(): void {
  db = openTestDatabase(file)
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
  parts = webhookParts(db, clock, logger)
}

async function endpointOf(respond: Respond = answerOk): Promise<HttpEndpoint> {
  const endpoint = await startEndpoint(respond)
  endpoints.push(endpoint)
  return endpoint
}

/** Answers the first `count` requests with `status`, the others with 200. */
function failing(count: number, status = 500): Respond {
  let left = count
  return (_request, response) => response.writeHead(left-- > 0 ? status : 200).end()
}

function append(channel: RtmpChannel, url: string, minutes: number): void {
  const client = { channelId: channel.channelId, connectionId: 'N' as ConnectionId }
  const usage = { minutes, receivedBytes: minutes * 1000 }
  parts.outbox.append({ systemId: system.systemId, client, url, type: 'connection.updated', usage })
}

const minutesOf = ({ text }: ReceivedRequest) => {
  const event = rtmpEvent.parse(JSON.parse(text))
  return 'data' in event ? event.data.minutes : 0
}
const states = () => db.prepare('SELECT state FROM webhook_events ORDER BY sequence').pluck().all()
const attemptsOf = (sequence: number) =>
  db
    .prepare(
      `SELECT number, status, error_class AS class FROM webhook_attempts JOIN webhook_events ON id = event_id
       WHERE sequence = ? ORDER BY number`,
    )
    .all(sequence)
const delivered = (count: number) =>
  waitFor(() => states().filter((s) => s === 'delivered').length === count, `${count} delivered events`)
const attempted = (sequence: number, count: number) =>
  waitFor(() => attemptsOf(sequence).length === count, `${count} attempts of event ${sequence}`)

describe('delivery', () => {
  it('sends what is committed, signed, with the body of the specification', async () => {
    const endpoint = await endpointOf()
    const channel = addChannel(db, system)
    parts.dispatcher.start()
    append(channel, `${endpoint.url}/hook?token=1`, 7)
    await delivered(1)
    const [request] = endpoint.received
    expect(request?.path).toBe('/hook?token=1')
    const body = rtmpEvent.parse(JSON.parse(request?.text ?? ''))
    expect(body).toEqual({
      type: 'connection.updated',
      channel_id: channel.channelId,
      connection_id: 'N',
      timestamp: new Date(clock.now()).toISOString(),
      label: 'Service RTMP',
      role: 'rtmprelay',
      data: { minutes: 7, total_received_bytes: 7000 },
    })
    const headers = Object.fromEntries(
      Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    )
    expect(new Webhook(system.webhookSecret).verify(request?.text ?? '', headers)).toEqual(body)
    expect(attemptsOf(1)).toEqual([{ number: 1, status: 200, class: null }])
  })

  it('sends nothing of a transaction that is undone', async () => {
    const endpoint = await endpointOf()
    const channel = addChannel(db, system)
    parts.dispatcher.start()
    expect(() =>
      db.transaction(() => {
        append(channel, endpoint.url, 1)
        throw new Error('undone')
      }),
    ).toThrow('undone')
    append(channel, endpoint.url, 2)
    await delivered(1)
    expect(endpoint.received.map(minutesOf)).toEqual([2])
  })

  it('keeps the order of a channel', async () => {
    const endpoint = await endpointOf((_request, response) => setImmediate(() => response.end()))
    const channel = addChannel(db, system)
    parts.dispatcher.start()
    db.transaction(() => {
      for (let minute = 1; minute <= 20; minute++) append(channel, endpoint.url, minute)
    })
    await delivered(20)
    expect(endpoint.received.map(minutesOf)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  })
})

describe('a failed attempt', () => {
  it('is repeated with the same id and bytes and a fresh signature; later events wait', async () => {
    const endpoint = await endpointOf(failing(2, 503))
    const channel = addChannel(db, system)
    parts.dispatcher.start()
    append(channel, endpoint.url, 1)
    append(channel, endpoint.url, 2)
    await attempted(1, 1)
    expect(parts.log.failing(system.systemId)).toMatchObject({ failing: 1, waiting: 2, givenUp: 0 })
    clock.advance(1_000)
    await attempted(1, 2)
    clock.advance(1_999)
    expect(endpoint.received).toHaveLength(2)
    clock.advance(1)
    await delivered(2)
    expect(endpoint.received.map(minutesOf)).toEqual([1, 1, 1, 2])
    const [a, b, c, d] = endpoint.received
    expect(new Set([a, b, c].map((r) => r?.text)).size).toBe(1)
    expect(new Set([a, b, c].map((r) => r?.headers['webhook-id'])).size).toBe(1)
    expect(d?.headers['webhook-id']).not.toBe(a?.headers['webhook-id'])
    expect(Number(c?.headers['webhook-timestamp']) - Number(a?.headers['webhook-timestamp'])).toBe(3)
    expect(attemptsOf(1).map((row) => (row as { status: number }).status)).toEqual([503, 503, 200])
    expect(parts.log.failing(system.systemId).failing).toBe(0)
  })

  it('holds back the channel for 60 s and no longer', async () => {
    const endpoint = await endpointOf((request, response) => {
      response.writeHead(minutesOf(request) === 1 ? 500 : 200).end()
    })
    const channel = addChannel(db, system)
    parts.dispatcher.start()
    append(channel, endpoint.url, 1)
    append(channel, endpoint.url, 2)
    for (let attempt = 1; attempt <= 6; attempt++) {
      await attempted(1, attempt)
      clock.advance(1_000 * 2 ** (attempt - 1) - (attempt === 6 ? 3_000 : 0))
    }
    // 60 s after the first attempt; the next one of event 1 is due at 63 s.
    expect(states()).toEqual(['pending', 'pending'])
    clock.advance(1)
    await delivered(1)
    expect(states()).toEqual(['pending', 'delivered'])
  })

  it.each([300, 301, 302, 307, 400, 404, 500])('is status %i', async (status) => {
    const other = await endpointOf()
    const endpoint = await endpointOf((_request, response) => {
      response.writeHead(status, { location: other.url }).end('x'.repeat(70_000))
    })
    parts.dispatcher.start()
    append(addChannel(db, system), endpoint.url, 1)
    await attempted(1, 1)
    expect(attemptsOf(1)).toEqual([{ number: 1, status, class: 'status' }])
    expect(states()).toEqual(['pending'])
    expect(other.received).toEqual([])
    const kept = db.prepare('SELECT response_body FROM webhook_attempts').pluck().get()
    expect(String(kept)).toHaveLength(4096)
  })

  it('is an endpoint that hangs for 10 s', async () => {
    const endpoint = await endpointOf(() => undefined)
    parts.dispatcher.start()
    append(addChannel(db, system), endpoint.url, 1)
    await waitFor(() => endpoint.received.length === 1, 'the request')
    clock.advance(9_999)
    expect(attemptsOf(1)).toEqual([])
    clock.advance(1)
    await attempted(1, 1)
    expect(attemptsOf(1)).toEqual([{ number: 1, status: null, class: 'timeout' }])
  })

  it('is the last one after 24 h, and the channel goes on', async () => {
    const endpoint = await endpointOf((request, response) => {
      response.writeHead(minutesOf(request) === 1 ? 500 : 200).end()
    })
    const channel = addChannel(db, system)
    parts.dispatcher.start()
    const start = clock.now()
    append(channel, endpoint.url, 1)
    let attempts = 1
    await attempted(1, attempts)
    while (states()[0] === 'pending') {
      const next = Number(db.prepare('SELECT next_attempt_at FROM webhook_events').pluck().get())
      clock.advance(next - clock.now())
      await attempted(1, ++attempts)
    }
    expect(states()).toEqual(['dead'])
    expect(clock.now() - start).toBe(24 * 3_600_000)
    expect(attempts).toBeGreaterThan(30)
    expect(parts.log.failing(system.systemId)).toMatchObject({
      failing: 1,
      since: start,
      waiting: 0,
      givenUp: 1,
    })
    append(channel, endpoint.url, 2)
    await delivered(1)
    expect(parts.log.failing(system.systemId).failing).toBe(0)
    expect(lines.some((line) => line.includes('given up'))).toBe(true)
  })

  it('with 410 is the last one', async () => {
    const endpoint = await endpointOf(failing(9, 410))
    parts.dispatcher.start()
    append(addChannel(db, system), endpoint.url, 1)
    await waitFor(() => states()[0] === 'dead', 'the end of retries')
    expect(endpoint.received).toHaveLength(1)
  })

  it('with Retry-After is repeated when that says', async () => {
    const endpoint = await endpointOf((_request, response) => {
      response.writeHead(429, { 'retry-after': '30' }).end()
    })
    parts.dispatcher.start()
    append(addChannel(db, system), endpoint.url, 1)
    await attempted(1, 1)
    const next = db.prepare('SELECT next_attempt_at FROM webhook_events').pluck().get()
    expect(next).toBe(clock.now() + 30_000)
  })

  it('is logged without the query of its URL', async () => {
    const endpoint = await endpointOf(failing(9))
    parts.dispatcher.start()
    append(addChannel(db, system), `${endpoint.url}/hook?token=geheim`, 1)
    await attempted(1, 1)
    await waitFor(() => lines.some((line) => line.includes('/hook')), 'the log line')
    expect(lines.join('')).not.toContain('geheim')
  })
})

describe('a slow endpoint', () => {
  it('delays nobody else, and is asked a few times at once only', async () => {
    const slow = await endpointOf(() => undefined)
    const fine = await endpointOf()
    const gone = await startEndpoint()
    await gone.close()
    parts.dispatcher.start()
    db.transaction(() => {
      for (let i = 0; i < 10; i++) append(addChannel(db, system), slow.url, i)
      for (let i = 0; i < 10; i++) append(addChannel(db, system), gone.url, i)
      for (let i = 0; i < 10; i++) append(addChannel(db, system), fine.url, i)
    })
    await delivered(10)
    expect(fine.received).toHaveLength(10)
    expect(slow.received.length).toBeLessThanOrEqual(4)
    await waitFor(() => parts.log.failing(system.systemId).failing === 1, 'the refused attempts')
  })
})

describe('after a crash', () => {
  it('sends again what may have been sent, the same bytes and id, and the rest in order', async () => {
    let answer: () => void = () => undefined
    const endpoint = await endpointOf((_request, response) => {
      answer = () => response.end()
    })
    const channel = addChannel(db, system)
    parts.dispatcher.start()
    for (let minute = 1; minute <= 3; minute++) append(channel, endpoint.url, minute)
    await waitFor(() => endpoint.received.length === 1, 'the first request')

    // What a crash leaves is the file as it is now: the answer was never written.
    await parts.dispatcher.close(0)
    db.close()
    open()
    expect(states()).toEqual(['pending', 'pending', 'pending'])
    parts.dispatcher.start()
    for (let count = 2; count <= 4; count++) {
      await waitFor(() => endpoint.received.length === count, `request ${count}`)
      answer()
    }
    await delivered(3)
    expect(endpoint.received.map(minutesOf)).toEqual([1, 1, 2, 3])
    const [first, again] = endpoint.received
    expect(again?.text).toBe(first?.text)
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  })

  it('goes on with the retries of an earlier run at their time', async () => {
    const endpoint = await endpointOf(failing(1))
    append(addChannel(db, system), endpoint.url, 1)
    parts.dispatcher.start()
    await attempted(1, 1)
    await parts.dispatcher.close(0)
    db.close()
    open()
    parts.dispatcher.start()
    expect(parts.log.failing(system.systemId).failing).toBe(1)
    clock.advance(999)
    expect(endpoint.received).toHaveLength(1)
    clock.advance(1)
    await delivered(1)
    expect(attemptsOf(1)).toMatchObject([{ number: 1 }, { number: 2 }])
  })

  it('loses nothing when the process is killed while it sends', async () => {
    const kill: (() => void)[] = []
    const endpoint = await endpointOf((_request, response) => {
      const next = kill.shift()
      if (next) next()
      else response.end()
    })
    const channels = [1, 2, 3].map(() => addChannel(db, system))
    db.transaction(() => {
      for (let minute = 1; minute <= 5; minute++) {
        for (const channel of channels) append(channel, endpoint.url, minute)
      }
    })
    const script = join(import.meta.dirname, '../../../test/support/dispatch-child.ts')
    for (let run = 0; run < 3; run++) {
      const child = fork(script, [file], { stdio: 'inherit' })
      const exited = new Promise((resolve) => child.once('exit', resolve))
      kill.push(() => child.kill('SIGKILL'))
      await exited
    }
    expect(states().filter((s) => s === 'pending').length).toBeGreaterThan(0)
    const last = fork(script, [file], { stdio: 'inherit' })
    await delivered(15)
    const exited = new Promise((resolve) => last.once('exit', resolve))
    last.kill('SIGKILL')
    await exited

    for (const { channelId } of channels) {
      const requests = endpoint.received.filter((r) => r.text.includes(channelId))
      const ids = new Map(requests.map((r) => [r.headers['webhook-id'], minutesOf(r)]))
      expect([...ids.values()]).toEqual([1, 2, 3, 4, 5])
    }
    // Four processes are started one after the other, each of which reads its sources.
  }, 180_000)
})

describe('closing', () => {
  it('lets what is being sent finish within the grace', async () => {
    const endpoint = await endpointOf((_request, response) => setImmediate(() => response.end()))
    const channel = addChannel(db, system)
    parts.dispatcher.start()
    append(channel, endpoint.url, 1)
    append(channel, endpoint.url, 2)
    await parts.dispatcher.close(2_000)
    expect(states()).toEqual(['delivered', 'delivered'])
  })

  it('breaks off what hangs; it stays due', async () => {
    const endpoint = await endpointOf(() => undefined)
    parts.dispatcher.start()
    append(addChannel(db, system), endpoint.url, 1)
    await waitFor(() => endpoint.received.length === 1, 'the request')
    const closed = parts.dispatcher.close(2_000)
    clock.advance(2_000)
    await closed
    expect(states()).toEqual(['pending'])
    expect(attemptsOf(1)).toEqual([])
  })
})

describe('while the store can not be written', () => {
  it('nothing is sent, and what was sent is noted down later instead of sent again', async () => {
    const endpoint = await endpointOf()
    await parts.dispatcher.close(0)
    const store = webhookStore(db)
    let full = true
    let refused = 0
    parts = webhookParts(db, clock, createLogger('silent'), {
      ...store,
      recordAttempt(...recorded) {
        if (full && ++refused) throw new Error('disk is full')
        store.recordAttempt(...recorded)
      },
    })
    parts.dispatcher.start()
    append(addChannel(db, system), endpoint.url, 1)
    await waitFor(() => refused === 1, 'the refusal to write')
    append(addChannel(db, system), endpoint.url, 2)
    clock.advance(5_000)
    await waitFor(() => refused === 2, 'another try to write')
    expect(endpoint.received.map(minutesOf)).toEqual([1])
    full = false
    clock.advance(5_000)
    await delivered(2)
    expect(endpoint.received.map(minutesOf)).toEqual([1, 2])
    expect(attemptsOf(1)).toEqual([{ number: 1, status: 200, class: null }])
  })

  it('the service ends all the same; the event stays due', async () => {
    const endpoint = await endpointOf()
    await parts.dispatcher.close(0)
    let refused = 0
    parts = webhookParts(db, clock, createLogger('silent'), {
      ...webhookStore(db),
      recordAttempt() {
        refused++
        throw new Error('disk is full')
      },
    })
    parts.dispatcher.start()
    append(addChannel(db, system), endpoint.url, 1)
    await waitFor(() => refused === 1, 'the refusal to write')
    await parts.dispatcher.close(0)
    expect(states()).toEqual(['pending'])
  })
})

describe('while the store can not be read', () => {
  it('is tried again, for the list of events and for each', async () => {
    const endpoint = await endpointOf()
    await parts.dispatcher.close(0)
    const store = webhookStore(db)
    let broken = true
    const failures = { list: 0, event: 0 }
    parts = webhookParts(db, clock, createLogger('silent'), {
      ...store,
      pendingAfter(...asked) {
        if (broken && ++failures.list) throw new Error('input/output error')
        return store.pendingAfter(...asked)
      },
      content(id) {
        if (broken && ++failures.event) throw new Error('input/output error')
        return store.content(id)
      },
    })
    const channel = addChannel(db, system)
    append(channel, endpoint.url, 1)
    append(channel, endpoint.url, 2)
    parts.dispatcher.start()
    parts.dispatcher.wake()
    expect(failures.list).toBe(2)
    broken = false
    clock.advance(4_999)
    expect(endpoint.received).toEqual([])
    clock.advance(1)
    broken = true
    await waitFor(() => failures.event === 1, 'the second event that can not be read')
    broken = false
    clock.advance(5_000)
    await delivered(2)
    expect(endpoint.received.map(minutesOf)).toEqual([1, 2])
  })
})

describe('an event that is gone', () => {
  it('before it is sent is forgotten, and holds back nobody', async () => {
    const endpoint = await endpointOf()
    const channel = addChannel(db, system)
    db.transaction(() => {
      append(channel, endpoint.url, 1)
      append(channel, endpoint.url, 2)
    })
    const store = parts.store
    await parts.dispatcher.close(0)
    parts = webhookParts(db, clock, createLogger('silent'), {
      ...store,
      pendingAfter(...asked) {
        const events = store.pendingAfter(...asked)
        db.prepare('DELETE FROM webhook_events WHERE sequence = 1').run()
        return events
      },
    })
    parts.dispatcher.start()
    await delivered(1)
    expect(endpoint.received.map(minutesOf)).toEqual([2])
  })

  it('while it is sent leaves nothing behind, and holds back nobody', async () => {
    const endpoint = await endpointOf((request, response) => {
      if (minutesOf(request) === 1) db.prepare('DELETE FROM webhook_events WHERE sequence = 1').run()
      response.end()
    })
    const channel = addChannel(db, system)
    parts.dispatcher.start()
    append(channel, endpoint.url, 1)
    append(channel, endpoint.url, 2)
    await delivered(1)
    expect(endpoint.received.map(minutesOf)).toEqual([1, 2])
    expect(db.prepare('SELECT count(*) FROM webhook_attempts').pluck().get()).toBe(1)
  })
})

describe('the clock', () => {
  it('that is set back delays no retry', async () => {
    const endpoint = await endpointOf(failing(1))
    parts.dispatcher.start()
    append(addChannel(db, system), endpoint.url, 1)
    await attempted(1, 1)
    clock.step = -48 * 3_600_000
    clock.advance(1_000)
    await delivered(1)
    expect(endpoint.received).toHaveLength(2)
  })

  it('that was set back while the service was off delays a retry by an hour at most', async () => {
    const endpoint = await endpointOf(failing(1))
    append(addChannel(db, system), endpoint.url, 1)
    parts.dispatcher.start()
    await attempted(1, 1)
    await parts.dispatcher.close(0)
    clock = new SetClock(clock.now() - 48 * 3_600_000)
    parts = webhookParts(db, clock)
    parts.dispatcher.start()
    clock.advance(3_599_999)
    expect(endpoint.received).toHaveLength(1)
    clock.advance(1)
    await delivered(1)
  })

  it('does not use up the time for retries while the service is off', async () => {
    const endpoint = await endpointOf(failing(2))
    append(addChannel(db, system), endpoint.url, 1)
    parts.dispatcher.start()
    await attempted(1, 1)
    await parts.dispatcher.close(0)
    clock.advance(48 * 3_600_000)
    parts = webhookParts(db, clock)
    parts.dispatcher.start()
    await attempted(1, 2)
    expect(states()).toEqual(['pending'])
    clock.advance(2_000)
    await delivered(1)
  })

  it('nor while the machine sleeps with an attempt under way, first or later; each sleep counts once', async () => {
    let answer: (() => void) | null = null
    const endpoint = await endpointOf((_request, response) => {
      answer = () => response.writeHead(500).end()
    })
    const other = await endpointOf(failing(9))
    parts.dispatcher.start()
    append(addChannel(db, system), endpoint.url, 1)
    const began = clock.now()
    const id = db.prepare('SELECT id FROM webhook_events').pluck().get() as WebhookEventId
    const since = () => (parts.dispatcher.retryingSince(id) ?? 0) - began
    const sleepAndFail = async (attempt: number) => {
      const answered = await waitFor(() => answer, 'the request')
      answer = null
      clock.step += 26 * 3_600_000
      answered()
      await attempted(1, attempt)
      expect(states()[0]).toBe('pending')
    }
    await sleepAndFail(1)
    // All but what an attempt may take, and what counts as a busy machine.
    expect(since()).toBe(26 * 3_600_000 - 70_000)
    append(addChannel(db, system), other.url, 2)
    await attempted(2, 1)
    clock.advance(1_000)
    await attempted(2, 2)
    // The other one is to be tried again in 2 s: by that it is noticed too how long the machine slept.
    await sleepAndFail(2)
    expect(since()).toBe(2 * 26 * 3_600_000 - 70_000 - 2_000)
  })

  it('nor while the machine sleeps; the order of the channel holds', async () => {
    const endpoint = await endpointOf(failing(2))
    const channel = addChannel(db, system)
    parts.dispatcher.start()
    append(channel, endpoint.url, 1)
    append(channel, endpoint.url, 2)
    await attempted(1, 1)
    clock.step = 48 * 3_600_000
    clock.advance(1_000)
    await attempted(1, 2)
    expect(endpoint.received.map(minutesOf)).toEqual([1, 1])
    clock.advance(2_000)
    await delivered(2)
    expect(endpoint.received.map(minutesOf)).toEqual([1, 1, 1, 2])
  })
})

it('keeps the headers that were sent with each attempt', async () => {
  const endpoint = await endpointOf(failing(1))
  parts.dispatcher.start()
  append(addChannel(db, system), endpoint.url, 1)
  await attempted(1, 1)
  clock.advance(1_000)
  await delivered(1)
  const kept = db.prepare('SELECT request_headers FROM webhook_attempts ORDER BY number').pluck().all()
  expect(kept).toHaveLength(2)
  kept.forEach((headers, i) => {
    expect(endpoint.received[i]?.headers).toMatchObject(JSON.parse(String(headers)) as object)
    expect(Object.keys(JSON.parse(String(headers)) as object).sort()).toEqual([
      'accept',
      'accept-encoding',
      'content-type',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ])
  })
})

it('keeps the newest 100 attempts of an event', async () => {
  const { store } = parts
  append(addChannel(db, system), 'http://127.0.0.1:1/', 1)
  const [event] = store.pendingAfter(0, 1)
  if (!event) throw new Error('the event is missing')
  const attempt = {
    startedAt: clock.now(),
    durationMs: 1,
    requestHeaders: {},
    status: 500,
    failure: { class: 'status', text: '' },
    responseHeaders: {},
    responseBody: '',
  } as const
  for (let number = 1; number <= 130; number++) {
    const after = { state: 'pending', nextAttemptAt: clock.now() } as const
    store.recordAttempt(event.id, { number, attempt, after, retryingSince: clock.now() })
  }
  expect(attemptsOf(1)).toHaveLength(100)
  expect(attemptsOf(1)[0]).toMatchObject({ number: 31 })
})
