import { afterAll, afterEach, expect, it } from 'vitest'
import { addSystem, addWebrtcChannel } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { answerJson, startEndpoint } from '../../../test/support/http-endpoint.ts'
import type { HttpEndpoint } from '../../../test/support/http-endpoint.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import { CLOSE_REASONS } from '../../contract/close-reasons.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import { newId } from '../../platform/ids.ts'
import type { SfuAuthQuestion } from './sfu-auth-webhook.ts'

const db = openTestDatabase()
const { sfuAuth } = webhookParts(db, new ManualClock(Date.now()))
const { systemId, channelId } = addWebrtcChannel(db, addSystem(db))
let endpoint: HttpEndpoint
afterEach(() => endpoint.close())
afterAll(() => db.close())

const NO_BOOLEAN = 'The answer is not a JSON object with a boolean allowed.'

/** What the log of webhooks says of an answer, and what was decided. */
async function answered(answer: unknown) {
  endpoint = await startEndpoint(answerJson(answer))
  const connectionId = newId<ConnectionId>()
  const question = { systemId, channelId, connectionId, url: endpoint.url, body: {} }
  const decision = await sfuAuth.decide(question as Partial<SfuAuthQuestion> as SfuAuthQuestion)
  const said = db
    .prepare<[string], string | null>(
      'SELECT error_text FROM webhook_events JOIN webhook_attempts ON event_id = id WHERE connection_id = ?',
    )
    .pluck()
    .get(connectionId)
  const sent = endpoint.received[0]?.headers['sora-connection-id']
  return { decision, said, connectionId, sent }
}

it.each([[[true]], ['true'], [null], [{}], [{ allowed: 1 }], [{ allowed: null }]])(
  '%j has no boolean allowed, and the log says so',
  async (answer) => {
    expect(await answered(answer)).toMatchObject({ decision: { kind: 'failed' }, said: NO_BOOLEAN })
  },
)

it('a member that breaks its rule is named in the log, with the rule', async () => {
  const { decision, said } = await answered({ allowed: true, simulcast_rid: 'r9' })
  expect(decision).toEqual({ kind: 'failed' })
  expect(said).toMatch(/^The answer has members that cannot be used: simulcast_rid: must be /)
})

it('so is one of a filter of what is forwarded', async () => {
  const rules = [[{ field: 'kind', operator: 'is_in', values: ['data'] }]]
  const { decision, said } = await answered({ allowed: true, forwarding_filters: [{ rules }] })
  expect(decision).toEqual({ kind: 'failed' })
  expect(said).toContain('forwarding_filters.0.rules.0.0.values.0: must be one of audio, video')
})

const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown

it('a member may have as many levels as one of any other message', async () => {
  expect(await answered({ allowed: true, metadata: nested(63) })).toMatchObject({ said: null })
})

it.each([
  ['metadata', 64],
  ['metadata', 3000],
  ['signaling_notify_metadata', 2080],
  ['unknown', 64],
])('%s with %i levels is too deep, and the log says so', async (member, levels) => {
  expect(await answered({ allowed: true, [member]: nested(levels) })).toMatchObject({
    decision: { kind: 'failed' },
    said: 'The answer is nested too deeply.',
  })
})

it('what the others are told is as short as a client has to make it', async () => {
  const ofBytes = (bytes: number) => ({
    allowed: true,
    signaling_notify_metadata: 'x'.repeat(bytes - '""'.length),
  })
  expect(await answered(ofBytes(16_384))).toMatchObject({ decision: { kind: 'allowed' } })
  await endpoint.close()
  const { decision, said } = await answered(ofBytes(16_385))
  expect(decision).toEqual({ kind: 'failed' })
  expect(said).toContain('signaling_notify_metadata: must have at most 16384 bytes')
})

it.each([
  [undefined, CLOSE_REASONS.denied],
  ['  \u0007 ', CLOSE_REASONS.denied],
  ['Members\nonly', 'Members only'],
])('what it says of a refusal, %j, is told to the client as %j', async (reason, told) => {
  const { decision, said } = await answered({ allowed: false, reason })
  expect(decision).toEqual({ kind: 'denied', reason: told })
  expect(said).toBeNull()
})

it('the header names the connection that asks', async () => {
  const { connectionId, sent } = await answered({ allowed: true })
  expect(sent).toBe(connectionId)
})

it('null is absent', async () => {
  const { decision } = await answered({ allowed: true, simulcast_rid: null, metadata: null })
  expect(decision).toEqual({ kind: 'allowed', answer: { allowed: true } })
})

it('null is absent within a member too, but a value in what is free', async () => {
  const unset = { scaleResolutionDownBy: null, maxBitrate: null, scalabilityMode: null }
  const { decision } = await answered({
    allowed: true,
    audio_opus_params: { stereo: true, ptime: null },
    simulcast_encodings: [
      { rid: 'r0', active: null, ...unset },
      { rid: 'r1', ...unset, maxBitrate: 9 },
    ],
    metadata: { seat: null },
  })
  expect(decision).toEqual({
    kind: 'allowed',
    answer: {
      allowed: true,
      audio_opus_params: { stereo: true },
      simulcast_encodings: [{ rid: 'r0' }, { rid: 'r1', maxBitrate: 9 }],
      metadata: { seat: null },
    },
  })
})
