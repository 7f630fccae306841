import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import type { SystemRows } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { answerJson, startEndpoint } from '../../../test/support/http-endpoint.ts'
import type { HttpEndpoint, Respond } from '../../../test/support/http-endpoint.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import { rtmpAuthRequest } from '../../contract/webhook-bodies.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import type { RtmpChannel } from '../connection/dependencies.ts'
import { MAX_REASON_LENGTH, reasonForClient } from './auth-webhook.ts'

const clock = new ManualClock(Date.now())
const lines: string[] = []
const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
const db = openTestDatabase()
const { auth } = webhookParts(db, clock, logger)
let system: SystemRows
let channel: RtmpChannel
let endpoint: HttpEndpoint | null = null

beforeAll(() => {
  system = addSystem(db)
  channel = addChannel(db, system)
})
afterEach(async () => {
  await endpoint?.close()
  endpoint = null
  lines.length = 0
})
afterAll(() => db.close())

async function ask(respond: Respond) {
  endpoint = await startEndpoint(respond)
  const connectionId = newId<ConnectionId>()
  const client = { channelId: channel.channelId, connectionId }
  const url = `${endpoint.url}/hook?token=geheim`
  const decision = await auth.decide({ systemId: system.systemId, client, url })
  return { decision, connectionId, received: endpoint.received }
}

const rowsOf = (connectionId: string) =>
  db
    .prepare(
      `SELECT kind, type, state, attempts, next_attempt_at, body, status, error_class, response_body, duration_ms
       FROM webhook_events JOIN webhook_attempts ON event_id = id WHERE connection_id = ?`,
    )
    .all(connectionId)

const text =
  (body: string, status = 200): Respond =>
  (_request, response) => {
    response.writeHead(status).end(body)
  }
const refusal = 'The authentication webhook refused the connection.'
const notUnderstood =
  'The authentication webhook answered something else than a JSON object with allow true or false.'

describe('the question', () => {
  it('is the body of the specification, signed with the secret of the system', async () => {
    const { decision, connectionId, received } = await ask(answerJson({ allow: true }))
    expect(decision).toEqual({ allow: true })
    const [request] = received
    expect(received).toHaveLength(1)
    expect(request?.path).toBe('/hook?token=geheim')
    const body = rtmpAuthRequest.parse(JSON.parse(request?.text ?? ''))
    expect(body).toEqual({
      channel_id: channel.channelId,
      connection_id: connectionId,
      timestamp: new Date(clock.now()).toISOString(),
      label: 'Service RTMP',
      role: 'rtmprelay',
    })
    const headers = Object.fromEntries(
      Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    )
    expect(new Webhook(system.webhookSecret).verify(request?.text ?? '', headers)).toEqual(body)
  })

  it('is kept with its answer and verdict, and is never due', async () => {
    const { connectionId, received } = await ask(answerJson({ allow: false, reason: 'no' }))
    expect(rowsOf(connectionId)).toEqual([
      {
        kind: 'auth',
        type: 'auth',
        state: 'denied',
        attempts: 1,
        next_attempt_at: null,
        body: received[0]?.text,
        status: 200,
        error_class: null,
        response_body: '{"allow":false,"reason":"no"}',
        duration_ms: 0,
      },
    ])
  })
})

describe('the answer', () => {
  it.each<[string, Respond, string | true, string | null]>([
    ['allows', text('{"allow":true}'), true, null],
    ['allows with any 2xx', text('{"allow":true,"more":[1]}', 201), true, null],
    ['allows whatever reason stands beside', text('{"allow":true,"reason":7}'), true, null],
    [
      'refuses with a reason',
      text('{"allow":false,"reason":"Stage 2 is closed"}'),
      'Stage 2 is closed',
      null,
    ],
    ['refuses without a reason', text('{"allow":false}'), refusal, null],
    ['refuses with a reason of another type', text('{"allow":false,"reason":7}'), refusal, null],
    ['is a string', text('{"allow":"true"}'), notUnderstood, 'malformed'],
    ['is a number', text('{"allow":1}'), notUnderstood, 'malformed'],
    ['is null', text('{"allow":null}'), notUnderstood, 'malformed'],
    ['is the word of another protocol', text('{"allowed":true}'), notUnderstood, 'malformed'],
    ['says two things', text('{"allow":false,"allow":true}'), notUnderstood, 'malformed'],
    ['is an array', text('[true]'), notUnderstood, 'malformed'],
    ['is bare', text('true'), notUnderstood, 'malformed'],
    ['is empty', text(''), notUnderstood, 'malformed'],
    ['is a page', text('<html>{"allow":true}</html>'), notUnderstood, 'malformed'],
    ['is not UTF-8', (_q, r) => void r.end(Buffer.from([0xff, 0xfe])), notUnderstood, 'malformed'],
    [
      'has a string that is not UTF-8',
      (_q, r) => void r.end(Buffer.from('{"allow":true,"x":"\xff"}', 'latin1')),
      notUnderstood,
      'malformed',
    ],
    ['has no content', text('', 204), notUnderstood, 'malformed'],
    ['is too large', text(`{"allow":true,"x":"${'x'.repeat(70_000)}"}`), notUnderstood, 'malformed'],
    [
      'says 500 with allow',
      text('{"allow":true}', 500),
      'The authentication webhook answered with status 500.',
      'status',
    ],
    [
      'says 404',
      text('{"allow":true}', 404),
      'The authentication webhook answered with status 404.',
      'status',
    ],
  ])('%s', async (_name, respond, expected, errorClass) => {
    const { decision, connectionId, received } = await ask(respond)
    const said = errorClass === null && expected !== refusal ? expected : null
    expect(decision).toEqual(
      expected === true ? { allow: true } : { allow: false, reason: expected, said, failure: errorClass },
    )
    expect(received).toHaveLength(1)
    expect(rowsOf(connectionId)).toMatchObject([
      { state: expected === true ? 'allowed' : 'denied', error_class: errorClass },
    ])
  })

  it('that redirects refuses, and nobody else is asked', async () => {
    const other = await startEndpoint(answerJson({ allow: true }))
    const { decision } = await ask((_request, response) => {
      response.writeHead(307, { location: other.url }).end()
    })
    expect(decision).toEqual({
      allow: false,
      reason: 'The authentication webhook answered with status 307.',
      said: null,
      failure: 'status',
    })
    expect(other.received).toEqual([])
    await other.close()
  })

  it('that does not come within 5 s refuses, without another try', async () => {
    const asked = ask(() => undefined)
    await waitFor(() => endpoint?.received.length === 1, 'the question')
    clock.advance(5_000)
    const { decision, connectionId, received } = await asked
    expect(decision).toEqual({
      allow: false,
      reason: 'The authentication webhook did not answer within 5 s.',
      said: null,
      failure: 'timeout',
    })
    expect(received).toHaveLength(1)
    expect(rowsOf(connectionId)).toMatchObject([
      { status: null, error_class: 'timeout', response_body: null, duration_ms: 5_000 },
    ])
  })

  it('cannot come from where nobody listens', async () => {
    const gone = await startEndpoint()
    await gone.close()
    const client = { channelId: channel.channelId, connectionId: newId<ConnectionId>() }
    const { systemId } = system
    const url = `${gone.url}/?token=geheim`
    expect(await auth.decide({ systemId, client, url })).toEqual({
      allow: false,
      reason: 'The authentication webhook could not be reached.',
      said: null,
      failure: 'refused',
    })
    expect(lines.join('')).toContain('/')
    expect(lines.join('')).not.toContain('geheim')
  })
})

describe('the reason for the encoder', () => {
  it.each([
    ['a\r\nb\u0000\u0007c\u2028d\u009be', 'a b c d e'],
    ['not \u202ednuora\u202c, \u2067so\u2069', 'not  dnuora ,  so'],
    ['\u202e', refusal],
    ['  spaced  ', 'spaced'],
    ['\r\n', refusal],
    ['', refusal],
    ['\ud800lone', '\ufffdlone'],
  ])('%j becomes %j', (reason, expected) => expect(reasonForClient(reason)).toBe(expected))

  it('is cut by code points', () => {
    const reason = reasonForClient('👍🏽'.repeat(300))
    expect([...reason]).toHaveLength(MAX_REASON_LENGTH)
    expect(reason.isWellFormed()).toBe(true)
  })
})
