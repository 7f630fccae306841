import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NOBODY } from '../../audit/actors.ts'
import {
  ACCESS_TOKEN,
  CREATE,
  CREATE_HLS,
  CREATE_WEBRTC,
  DELETE,
  GET_KEY,
  LIST_CHANNELS,
  LIST_PLAYLISTS,
  OTHER_ACCESS_TOKEN,
  createRequest,
  liveConnection,
  startTestLiveApi,
} from '../../../../test/support/live-api.ts'
import type { TestLiveApi } from '../../../../test/support/live-api.ts'
import { slowCall } from '../../../../test/support/slow-call.ts'
import type { ChannelId } from '../../../contract/ids.ts'
import { createLogger } from '../../../platform/logger.ts'

let api: TestLiveApi
beforeEach(async () => {
  api = await startTestLiveApi()
})
afterEach(() => api.close())

const create = async (call = {}) => String((await api.call(CREATE, createRequest(), call)).body.channel_id)
const errorOf = async (answer: ReturnType<TestLiveApi['send']>) => {
  const { status, body } = await answer
  return [status, body.error_type]
}

describe('the caller', () => {
  it.each([
    ['no token', null],
    ['an unknown token', 'unknown'],
    ['a token with more', `${ACCESS_TOKEN}x`],
    ['a token in another case', ACCESS_TOKEN.toUpperCase()],
    ['no token68', 'a b'],
  ])('is refused with %s, before all else', async (_, token) => {
    for (const target of [null, 'nonsense', LIST_CHANNELS]) {
      const answer = await api.send(target, 'no json', { token })
      expect([answer.status, answer.body.error_type]).toEqual([401, 'Unauthorized'])
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
    expect(await errorOf(api.send(null, '', { token, method: 'GET' }))).toEqual([401, 'Unauthorized'])
  })

  it('is refused with another scheme', async () => {
    const headers = { authorization: `Basic ${ACCESS_TOKEN}` }
    expect(await errorOf(api.call(LIST_CHANNELS, {}, { token: null, headers }))).toEqual([
      401,
      'Unauthorized',
    ])
  })

  it('is refused with tokens of other kinds, and revoked ones', async () => {
    const { sessions, accessTokens } = api.identity
    const { system, master } = api.first
    const revoked = accessTokens.create(system.id, 'revoked')
    const tokens = [
      sessions.open(master, 'option').token,
      sessions.open(master, 'console').token,
      accessTokens.create(system.id, 'console', 'console').token,
      revoked.token,
    ]
    expect((await api.call(LIST_CHANNELS, {}, { token: revoked.token })).status).toBe(200)
    accessTokens.revoke(system.id, revoked.id)
    for (const token of tokens) {
      expect(await errorOf(api.call(LIST_CHANNELS, {}, { token }))).toEqual([401, 'Unauthorized'])
    }
  })

  it('is refused when the token is revoked before the body is there', async () => {
    const { accessTokens } = api.identity
    const { id, token } = accessTokens.create(api.first.system.id, 'short-lived')
    const { status } = await slowCall({
      ...{ port: api.port, method: 'POST', path: '/' },
      headers: { authorization: `Bearer ${token}`, 'x-sfu-target': CREATE_WEBRTC },
      body: {},
      meanwhile: () => accessTokens.revoke(api.first.system.id, id),
    })
    expect(status).toBe(401)
    expect(api.channels.listIds(api.first.system.id)).toEqual([])
  })

  it.each(['http://127.0.0.1/', 'http://127.0.0.1', '/#', '/?'])(
    'is asked for a token at %s',
    async (path) => {
      const send = (headers: Record<string, string>) =>
        slowCall({
          ...{ port: api.port, method: 'POST', path, body: {} },
          headers: { 'x-sfu-target': LIST_CHANNELS, ...headers },
          meanwhile: () => undefined,
        })
      expect((await send({})).status).toBe(401)
      expect((await send({ authorization: `Bearer ${ACCESS_TOKEN}` })).status).toBe(200)
    },
  )

  it('does not see what another system has', async () => {
    const otherSystem = api.addOtherSystem()
    const channel_id = await create()
    api.keys.set(`${api.first.system.id} kid`, '0'.repeat(32))
    const call = { token: OTHER_ACCESS_TOKEN }
    expect((await api.call(LIST_CHANNELS, {}, call)).body).toEqual({ channel_ids: [] })
    expect(await errorOf(api.call(LIST_PLAYLISTS, { channel_id }, call))).toEqual([400, 'CHANNEL-NOT-FOUND'])
    expect(await errorOf(api.call(DELETE, { channel_id }, call))).toEqual([400, 'CHANNEL-NOT-FOUND'])
    expect(await errorOf(api.call(GET_KEY, { kid: 'kid' }, call))).toEqual([400, 'KEY-NOT-FOUND'])
    expect(api.closed).toEqual([])
    const own = await create(call)
    expect(api.channels.get(otherSystem, own).tokenName).toBe('Other')
    expect((await api.call(LIST_CHANNELS, {})).body).toEqual({ channel_ids: [channel_id] })
  })
})

describe('X-Sfu-Target', () => {
  it.each([
    [null, 'MissingHeaderName'],
    ['', 'MissingService'],
    ['nonsense', 'MissingService'],
    ['CreateRTMPChannel', 'MissingService'],
    ['Service_2025091.CreateRTMPChannel', 'MissingService'],
    ['Service_20250901', 'MissingService'],
    ['Service_20250901.', 'MissingService'],
    ['Service_20250901.Create.RTMP', 'MissingService'],
    [`${CREATE}, ${DELETE}`, 'MissingService'],
    ['__proto__', 'MissingService'],
    ['Other_20250901.CreateRTMPChannel', 'InvalidTarget'],
    ['service_20250901.CreateRTMPChannel', 'InvalidTarget'],
    ['constructor_20250901.CreateRTMPChannel', 'InvalidTarget'],
    ['Service_20250901.creatertmpchannel', 'SchemaNotFound'],
    ['Service_20250901.constructor', 'SchemaNotFound'],
    ['Service_20250901.toString', 'SchemaNotFound'],
    ['Service_20250901.hasOwnProperty', 'SchemaNotFound'],
    ['Service_20200316.constructor', 'SchemaNotFound'],
    ['Sfu_20151104.__proto__', 'MissingService'],
    ['Sfu_20151104.toString', 'SchemaNotFound'],
    ['Sfu_20151104.valueOf', 'SchemaNotFound'],
    ['Sfu_20250901.DisconnectChannel', 'SchemaNotFound'],
    ['Sfu_20250901.CreateRTMPChannel', 'SchemaNotFound'],
  ])('%j: %s', async (target, code) => {
    expect(await errorOf(api.send(target, 'not even JSON'))).toEqual([400, code])
  })

  it('of another version names the versions that there are', async () => {
    const { body } = await api.call('Service_20260101.CreateRTMPChannel', {})
    expect(body).toEqual({
      error_type: 'SchemaNotFound',
      error_reason: `There is no such operation in this version, but ${CREATE}.`,
    })
  })

  it('is needed with the right method and path', async () => {
    expect(await errorOf(api.send(LIST_CHANNELS, '{}', { method: 'PUT' }))).toEqual([400, 'UnexpectedMethod'])
    expect(await errorOf(api.send(LIST_CHANNELS, '', { method: 'GET' }))).toEqual([400, 'UnexpectedMethod'])
    const other = await fetch(`http://127.0.0.1:${api.port}/v1`, { method: 'POST', body: '{}' })
    expect([other.status, await other.json()]).toEqual([
      404,
      { error_type: 'PathNotFound', error_reason: 'The live API has one path, /.' },
    ])
  })
})

describe('the body', () => {
  it.each(['', 'x', '[]', 'null', '"{}"', '{"a":1,"a":1}', '{"__proto__":{}}', '{"channel_id":"\\ud800"}'])(
    '%j is refused',
    async (body) => expect(await errorOf(api.send(LIST_CHANNELS, body))).toEqual([400, 'MalformedJSON']),
  )
  it('of invalid UTF-8 is refused', async () =>
    expect(await errorOf(api.send(LIST_CHANNELS, Uint8Array.of(0x7b, 0xff, 0x7d)))).toEqual([
      400,
      'MalformedJSON',
    ]))
  it('of 1 MiB is read, of a byte more is refused', async () => {
    const padded = (bytes: number) => `{"x":"${' '.repeat(bytes - 8)}"}`
    expect((await api.send(LIST_CHANNELS, padded(1024 * 1024))).status).toBe(200)
    const answer = api.send(LIST_CHANNELS, padded(1024 * 1024 + 1))
    expect(await errorOf(answer)).toEqual([413, 'PayloadTooLarge'])
  })
  it('from a page of another origin is refused', async () => {
    const answer = api.call(LIST_CHANNELS, {}, { headers: { origin: 'https://evil.test' } })
    expect(await errorOf(answer)).toEqual([403, 'ForbiddenOrigin'])
  })
})

describe('operations on channels', () => {
  it('list what was made, oldest first', async () => {
    const ids = [await create(), await create(), await create()]
    expect((await api.call(LIST_CHANNELS, {})).body).toEqual({ channel_ids: ids })
  })

  it('list the playlists of what is on air', async () => {
    const channel_id = await create()
    expect((await api.call(LIST_PLAYLISTS, { channel_id })).body).toEqual({ channel_id, hls: [] })
    const connections = ['NEW', 'OLD'].map((id) => liveConnection(channel_id, id))
    api.onAir.set(channel_id as ChannelId, connections)
    expect((await api.call(LIST_PLAYLISTS, { channel_id })).body).toEqual({
      channel_id,
      hls: ['NEW', 'OLD'].map((connection_id) => ({
        connection_id,
        playlist_url: `https://127.0.0.1:8443/${channel_id}/${connection_id}/index.m3u8`,
      })),
    })
  })

  it('list playlists by addresses of their own where the channel serves nothing without', async () => {
    const channel_id = await create()
    api.onAir.set(channel_id as ChannelId, [liveConnection(channel_id, 'NEW')])
    api.signedOnly.add(channel_id as ChannelId)
    expect((await api.call(LIST_PLAYLISTS, { channel_id })).body).toMatchObject({
      hls: [{ playlist_url: `https://127.0.0.1:8443/signed/token-for-NEW/${channel_id}/NEW/index.m3u8` }],
    })
  })

  it('delete a channel for good', async () => {
    const channel_id = await create()
    expect((await api.call(DELETE, { channel_id })).body).toEqual({})
    expect(api.closed).toEqual([channel_id])
    for (const target of [DELETE, LIST_PLAYLISTS]) {
      expect(await errorOf(api.call(target, { channel_id }))).toEqual([400, 'CHANNEL-NOT-FOUND'])
    }
    expect((await api.call(LIST_CHANNELS, {})).body).toEqual({ channel_ids: [] })
  })

  it.each([CREATE, CREATE_HLS, CREATE_WEBRTC])('are the same for what %s made', async (target) => {
    const channel_id = String((await api.call(target, createRequest())).body.channel_id)
    expect((await api.call(LIST_CHANNELS, {})).body).toEqual({ channel_ids: [channel_id] })
    expect((await api.call(LIST_PLAYLISTS, { channel_id })).body).toEqual({ channel_id, hls: [] })
    expect((await api.call(DELETE, { channel_id })).body).toEqual({})
    expect((await api.call(LIST_CHANNELS, {})).body).toEqual({ channel_ids: [] })
    expect(api.closed).toEqual([channel_id])
  })

  it('delete once when asked twice at the same time', async () => {
    const channel_id = await create()
    const answers = await Promise.all([1, 2, 3].map(() => api.call(DELETE, { channel_id })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(api.closed).toEqual([channel_id])
  })

  it('give encryption keys by their id', async () => {
    api.keys.set(`${api.first.system.id} KID`, '0123456789abcdef'.repeat(2))
    expect((await api.call(GET_KEY, { kid: 'KID' })).body).toEqual({
      encrypt_key: '0123456789abcdef'.repeat(2),
    })
    expect(await errorOf(api.call(GET_KEY, { kid: 'other' }))).toEqual([400, 'KEY-NOT-FOUND'])
    expect((await api.call(GET_KEY, {})).body.error_reason).toEqual([
      { member: 'kid', rule: 'is required: must be a string' },
    ])
  })

  it('outlive a restart, with tokens and idempotency keys', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'airdesk-live-'))
    const file = join(folder, 'airdesk.db')
    const headers = { 'idempotency-key': 'k' }
    const before = await startTestLiveApi({ file })
    const first = await before.call(CREATE, createRequest(), { headers })
    await before.close()
    const after = await startTestLiveApi({ file })
    const again = await after.call(CREATE, createRequest(), { headers })
    const listed = await after.call(LIST_CHANNELS, {})
    await after.close()
    rmSync(folder, { recursive: true })
    expect(again.text).toBe(first.text)
    expect(listed.body).toEqual({ channel_ids: [first.body.channel_id] })
  })
})

describe('Idempotency-Key', () => {
  const withKey = (key: string, body: unknown = createRequest(), call = {}) =>
    api.call(CREATE, body, { headers: { 'idempotency-key': key }, ...call })
  const count = () => api.channels.list(api.first.system.id).length

  it('gives the same answer for 24 hours', async () => {
    const { text } = await withKey('a')
    api.clock.advance(24 * 3_600_000 - 1)
    expect((await withKey('a')).text).toBe(text)
    expect(count()).toBe(1)
    api.clock.advance(1)
    expect((await withKey('a')).text).not.toBe(text)
    expect(count()).toBe(2)
  })

  it('makes one channel of many requests at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => withKey('a')))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(count()).toBe(1)
  })

  it('does not mind the order of members or unknown ones', async () => {
    const { text } = await withKey('a', { ...createRequest(), auth_webhook_url: '' })
    const [rendition] = createRequest().hls
    const reversed = Object.fromEntries(Object.entries(rendition ?? {}).reverse())
    expect((await withKey('a', { auth_webhook_url: '', more: 1, hls: [reversed] })).text).toBe(text)
  })

  it('refuses another body, and keeps the first answer', async () => {
    const { text } = await withKey('a')
    const other = createRequest({ durationSeconds: 3 })
    expect(await errorOf(withKey('a', other))).toEqual([400, 'IDEMPOTENCY-KEY-REUSED'])
    expect((await withKey('a')).text).toBe(text)
    expect(count()).toBe(1)
  })

  it('belongs to one token', async () => {
    const second = api.identity.accessTokens.create(api.first.system.id, 'second').token
    await withKey('a')
    await withKey('a', createRequest({ durationSeconds: 3 }), { token: second })
    expect(count()).toBe(2)
  })

  it('does not remember a refusal', async () => {
    expect(await errorOf(withKey('a', {}))).toEqual([400, 'InvalidJSON'])
    expect((await withKey('a')).status).toBe(200)
  })

  it('must have 1 to 255 characters', async () => {
    expect((await withKey('x'.repeat(255))).status).toBe(200)
    for (const key of ['', 'x'.repeat(256)]) {
      const { body } = await withKey(key)
      expect(body).toEqual({
        error_type: 'InvalidHeader',
        error_reason: [{ member: 'Idempotency-Key', rule: 'must have 1 to 255 characters' }],
      })
    }
  })

  it('is ignored by what creates nothing', async () => {
    const call = { headers: { 'idempotency-key': '' } }
    expect((await api.call(LIST_CHANNELS, {}, call)).status).toBe(200)
  })

  it('leaves nothing behind when its answer can not be kept', async () => {
    api.database
      .prepare("CREATE TRIGGER full BEFORE INSERT ON idempotency_keys BEGIN SELECT RAISE(ABORT, 'full'); END")
      .run()
    expect(await errorOf(withKey('a'))).toEqual([500, 'HandlerException'])
    expect(count()).toBe(0)
  })
})

describe('a fault of ours', () => {
  it('tells that the disk is full, which its caller can have somebody mend', async () => {
    const small = await startTestLiveApi()
    // It has the pages that it has now, and gets no more.
    small.database.prepare('PRAGMA max_page_count = 1').get()
    const created = async () => await small.call(CREATE, createRequest())
    let answer = await created()
    for (let i = 0; i < 1000 && answer.status === 200; i++) answer = await created()
    await small.close()
    expect([answer.status, answer.body]).toEqual([
      500,
      { error_type: 'HandlerException', error_reason: 'The disk of the data folder has not enough room.' },
    ])
  })

  it('is logged once with its stack and told without detail', async () => {
    const lines: string[] = []
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString())
        done()
      },
    })
    const faulty = await startTestLiveApi({ logger: createLogger('info', destination) })
    faulty.keys.set(`${faulty.first.system.id} KID`, 'not a key')
    const { status, body } = await faulty.call(GET_KEY, { kid: 'KID' })
    await faulty.close()
    expect([status, body]).toEqual([
      500,
      { error_type: 'HandlerException', error_reason: 'The service failed; its log has the details.' },
    ])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('define-operation.ts')
    expect(lines[0]).not.toContain('not a key')
  })
})

describe('a call of the console', () => {
  it('is answered by the same function', async () => {
    const caller = { systemId: api.first.system.id, tokenId: api.first.consoleTokenId }
    const asking = { actor: NOBODY, via: 'console', remoteAddress: null } as const
    const made = await api.dispatch(CREATE, createRequest(), caller, { asking })
    expect(made.status).toBe(200)
    expect(api.channels.list(caller.systemId)).toMatchObject([{ madeVia: 'console', tokenName: 'Console' }])
    expect(await api.dispatch(undefined, {}, caller, { asking })).toMatchObject({
      status: 400,
      body: { error_type: 'MissingHeaderName' },
    })
  })
})
