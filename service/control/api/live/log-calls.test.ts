import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  ACCESS_TOKEN,
  CREATE,
  LIST_CHANNELS,
  createRequest,
  startTestLiveApi,
} from '../../../../test/support/live-api.ts'
import type { TestLiveApi } from '../../../../test/support/live-api.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { BODY_LIMIT_BYTES } from '../http/server.ts'

let api: TestLiveApi
beforeEach(async () => {
  api = await startTestLiveApi()
})
afterEach(() => api.close())

/** The one call that was logged. */
const logged = async () => {
  await waitFor(() => api.calls.length > 0, 'the call in the log')
  expect(api.calls).toHaveLength(1)
  const [call] = api.calls
  if (!call) throw new Error('no call')
  return call
}
const known = () => ({ systemId: api.first.system.id, caller: 'Default' })
const UNKNOWN = { systemId: null, caller: null }

/** Sends what `fetch` would not. */
const raw = (headers: Record<string, string>, method = 'POST', path = '/') =>
  new Promise<number>((resolve, reject) => {
    const sent = request({ port: api.port, host: '127.0.0.1', method, path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject).end(method === 'POST' ? '{}' : undefined)
  })

describe('every call is logged', () => {
  it('that is answered', async () => {
    const body = createRequest()
    const { text } = await api.call(CREATE, { ...body, more: 1 })
    const call = await logged()
    expect(call).toMatchObject({
      at: api.clock.now(),
      api: 'live',
      operation: CREATE,
      ...known(),
      remoteAddress: '127.0.0.1',
      status: 200,
      request: { ...body, more: 1 },
      response: text,
      unknownMembers: ['more'],
    })
    expect(call.durationMs).toBeGreaterThan(0)
  })

  it('that is refused for its members', async () => {
    const { text } = await api.call(CREATE, { hls: 5 })
    const rest = { operation: CREATE, status: 400, request: { hls: 5 }, response: text, unknownMembers: [] }
    expect(await logged()).toMatchObject({ ...known(), ...rest })
  })

  it('that is refused by the operation, with the members that it does not know', async () => {
    await api.call('Service_20180501.DeleteChannel', { channel_id: 'x', channelId: 'y' })
    expect(await logged()).toMatchObject({ ...known(), status: 400, unknownMembers: ['channelId'] })
  })

  it('whose token is unknown, without its body', async () => {
    await api.call(LIST_CHANNELS, {}, { token: 'wrong-token' })
    const call = await logged()
    expect(call).toMatchObject({ ...UNKNOWN, operation: LIST_CHANNELS, status: 401, request: undefined })
    expect(JSON.stringify(call)).not.toContain('wrong-token')
  })

  it('whose body can not be read', async () => {
    await api.send(LIST_CHANNELS, '{"password":"x"')
    expect(await logged()).toMatchObject({ ...known(), status: 400, request: undefined })
  })

  it('whose body is too large', async () => {
    await api.send(LIST_CHANNELS, ' '.repeat(BODY_LIMIT_BYTES + 1))
    expect(await logged()).toMatchObject({ ...known(), status: 413, request: undefined })
  })

  it('of an unknown path or method', async () => {
    expect(await raw({ 'x-sfu-target': LIST_CHANNELS }, 'POST', '/v1?token=abc')).toBe(404)
    expect(await logged()).toMatchObject({ ...UNKNOWN, operation: LIST_CHANNELS, status: 404 })
    api.calls.length = 0
    await api.send(LIST_CHANNELS, '', { method: 'GET' })
    expect(await logged()).toMatchObject({ ...known(), operation: LIST_CHANNELS, status: 400 })
  })

  it.each([
    ['Host', { host: 'evil.test' }],
    ['Origin', { origin: 'http://evil.test' }],
  ])('from a foreign %s', async (_, header) => {
    const headers = { ...header, authorization: `Bearer ${ACCESS_TOKEN}`, 'x-sfu-target': LIST_CHANNELS }
    expect(await raw(headers)).toBe(403)
    expect(await logged()).toMatchObject({ ...UNKNOWN, operation: LIST_CHANNELS, status: 403 })
  })

  it('that fails by our fault', async () => {
    api.database.prepare('DROP TABLE idempotency_keys').run()
    await api.call(CREATE, createRequest(), { headers: { 'idempotency-key': 'a' } })
    expect(await logged()).toMatchObject({ ...known(), operation: CREATE, status: 500 })
  })
})

describe('the operation', () => {
  it.each([
    ['Service_19990101.ListChannelIDs', '(unknown) Service_19990101.ListChannelIDs'],
    [`Service_${'x'.repeat(100)}`, `(unknown) Service_${'x'.repeat(56)}`],
    ['caf\u00e9 x', '(unknown) caf?? x'],
    ['__proto__', '(unknown) __proto__'],
  ])('of X-Sfu-Target: %s', async (target, operation) => {
    expect(await raw({ authorization: `Bearer ${ACCESS_TOKEN}`, 'x-sfu-target': target })).toBe(400)
    expect(await logged()).toMatchObject({ ...known(), operation, status: 400 })
  })

  it('of a request without it', async () => {
    await raw({ authorization: `Bearer ${ACCESS_TOKEN}` })
    expect(await logged()).toMatchObject({ ...known(), operation: '(none)' })
  })
})
