import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ORIGIN, scheduleRequest, startTestOptionApi } from '../../../../test/support/option-api.ts'
import type { CallRequest, TestOptionApi } from '../../../../test/support/option-api.ts'
import { BODY_LIMIT_BYTES } from '../http/server.ts'

let api: TestOptionApi
let id: string
beforeAll(async () => {
  api = await startTestOptionApi()
  const { body } = await api.call('POST', '/api/schedule', { json: scheduleRequest() })
  id = (body as { schedule_id: string }).schedule_id
  for (const body of ['one', 'two', 'three']) {
    await api.call('POST', '/api/chat', { json: { schedule_id: id, body } })
  }
})
afterAll(() => api.close())

const bearer = () => ({ authorization: `Bearer ${api.master}` })
const json = { 'content-type': 'application/json' }
const said = (body: unknown) => (body as { messages: { body: string }[] }).messages.map((one) => one.body)
const chat = async (call: CallRequest) => {
  const { status, body, error } = await api.call('GET', '/api/chat', call)
  return status === 200 ? said(body) : error
}
const refusal = (member: string, rule: string) => ({
  code: 'BAD_REQUEST',
  message: 'A parameter breaks its rule; details names each.',
  details: [{ member, rule }],
})

describe('GET', () => {
  it('takes parameters from the query', async () =>
    expect(await chat({ query: { schedule_id: id, limit: '2' } })).toEqual(['one', 'two']))
  it('takes them from a JSON body', async () =>
    expect(await chat({ json: { schedule_id: id, limit: 2 } })).toEqual(['one', 'two']))
  it('takes them from both', async () =>
    expect(await chat({ query: { schedule_id: id }, json: { limit: 1 } })).toEqual(['one']))
  it('prefers the query', async () =>
    expect(await chat({ query: { limit: '3' }, json: { limit: 1, schedule_id: id } })).toHaveLength(3))
  it('prefers the query even where it is wrong', async () =>
    expect(await chat({ query: { limit: 'x' }, json: { limit: 1, schedule_id: id } })).toEqual(
      refusal('limit', 'must be an integer from 1 to 1000'),
    ))

  it.each([{}, json, { 'content-type': 'text/plain' }])(
    'takes a body in chunks, typed as %j',
    async (type) => {
      const body = JSON.stringify({ schedule_id: id })
      const headers = { ...bearer(), ...type }
      const answer = await api.send({ method: 'GET', path: '/api/chat', body, chunked: true, headers })
      expect(said(answer.body)).toHaveLength(3)
    },
  )
  it.each([
    ['typed', undefined, json],
    ['of length 0', '', {}],
    ['typed and of length 0', '', json],
    ['typed and in no chunks', '', json],
  ])('needs no body: %s', async (name, body, type) => {
    const chunked = name.endsWith('chunks')
    const path = `/api/chat?schedule_id=${id}`
    const headers = { ...bearer(), ...type }
    const answer = await api.send({
      method: 'GET',
      path,
      chunked,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    expect(answer.status).toBe(200)
  })
  it.each([
    ['[]', 400, 'BAD_JSON'],
    ['{', 400, 'BAD_JSON'],
    ['{"schedule_id":"a","schedule_id":"b"}', 400, 'BAD_JSON'],
    [' '.repeat(BODY_LIMIT_BYTES + 1), 413, 'PAYLOAD_TOO_LARGE'],
  ])('refuses a broken body', async (body, status, code) => {
    const path = `/api/chat?schedule_id=${id}`
    for (const chunked of [false, true]) {
      const answer = await api.send({ method: 'GET', path, body, chunked, headers: bearer() })
      expect([answer.status, answer.error?.code]).toEqual([status, code])
    }
  })

  const INTEGER = 'must be an integer from 1 to 1000'
  it.each(['2.0', ' 2', '2 ', '+2', '02', '0x2', '2e0', '٢', '', 'true', 'null', '-1', '0', '1001', '1e999'])(
    'refuses limit=%j in a query',
    async (limit) =>
      expect(await chat({ query: { schedule_id: id, limit } })).toEqual(refusal('limit', INTEGER)),
  )
  it.each(['1', '1000'])('takes limit=%s in a query', async (limit) =>
    expect(await chat({ query: { schedule_id: id, limit } })).toHaveLength(Math.min(3, Number(limit))),
  )
  it.each(['2', 2.5, true, [2]])('converts nothing in a body: limit %j', async (limit) =>
    expect(await chat({ json: { schedule_id: id, limit } })).toEqual(refusal('limit', INTEGER)),
  )

  it('refuses what is given twice, by name', async () => {
    const once = 'must be given only once'
    expect(await chat({ query: `schedule_id=${id}&schedule_id=${id}` })).toEqual(refusal('schedule_id', once))
    expect(await chat({ query: `limit=1&schedule_id=${id}&limit=1` })).toEqual(refusal('limit', once))
  })
  it('leaves what it does not know alone, and tells the log', async () => {
    const query = `schedule_id=${id}&more=1&more=2&__proto__=3&constructor=4&limits=5`
    expect(await chat({ query })).toHaveLength(3)
    expect(api.calls.at(-1)?.unknownMembers.toSorted()).toEqual(
      ['__proto__', 'constructor', 'limits', 'more'].toSorted(),
    )
  })
  it('reads the query as text', async () => {
    expect(await chat({ query: { schedule_id: '' } })).toEqual(refusal('schedule_id', 'must not be empty'))
    expect(await chat({ query: 'schedule_id' })).toEqual(refusal('schedule_id', 'must not be empty'))
    expect(await chat({ query: '' })).toEqual(refusal('schedule_id', 'is required: must be a string'))
    for (const query of ['schedule_id=%zz', 'schedule_id=%ff', 'schedule_id=7', 'schedule_id=%00']) {
      const { status } = await api.send({ method: 'GET', path: `/api/chat?${query}`, headers: bearer() })
      expect([query, status]).toEqual([query, 404])
    }
  })
})

describe('DELETE', () => {
  const OTHER = 'no-such-schedule'
  it.each([
    ['the query', { query: { schedule_id: OTHER } }],
    ['a JSON body', { json: { schedule_id: OTHER } }],
    ['a query over a body', { query: { schedule_id: OTHER }, json: { schedule_id: 5 } }],
  ])('takes parameters from %s', async (_, call) => {
    expect((await api.call('DELETE', '/api/schedule', call)).error?.code).toBe('NOT_FOUND')
  })
  it('reads a number in the query', async () => {
    const { error } = await api.call('DELETE', '/api/user', { query: { user_id: '999' } })
    expect(error?.code).toBe('NOT_FOUND')
    const { error: asText } = await api.call('DELETE', '/api/user', { json: { user_id: '999' } })
    expect(asText?.details).toEqual([
      { member: 'user_id', rule: `must be an integer from 1 to ${Number.MAX_SAFE_INTEGER}` },
    ])
  })
  it.each([undefined, ''])('needs no body, though it is said to be JSON', async (body) => {
    const answer = await api.send({
      method: 'DELETE',
      path: `/api/schedule?schedule_id=${OTHER}`,
      headers: { ...bearer(), ...json },
      ...(body === undefined ? {} : { body }),
    })
    expect(answer.error?.code).toBe('NOT_FOUND')
  })
})

describe('POST and PATCH', () => {
  const WITH_BODY = [
    ['POST', '/api/chat'],
    ['POST', '/api/schedule'],
    ['PATCH', '/api/schedule'],
    ['POST', '/api/user'],
    ['PATCH', '/api/password'],
  ] as const
  it.each(WITH_BODY)('%s %s needs a body', async (method, path) => {
    for (const body of [{}, { body: '' }]) {
      const { status, error } = await api.send({ method, path, headers: { ...bearer(), ...json }, ...body })
      const message = 'There is no body; it must be a JSON object.'
      expect([status, error]).toEqual([400, { code: 'BAD_JSON', message }])
    }
  })
  it('does not look at the query', async () => {
    const query = { schedule_id: id }
    const { error } = await api.call('POST', '/api/chat', { query, json: { body: 'x' } })
    expect(error).toEqual(refusal('schedule_id', 'is required: must be a string'))
  })
})

describe('paths and methods', () => {
  const ALLOWED = [
    ['/api/login', 'POST'],
    ['/api/schedule', 'GET, POST, PATCH, DELETE'],
    ['/api/delivery', 'GET'],
    ['/api/view', 'GET'],
    ['/api/user', 'GET, POST, PATCH, DELETE'],
    ['/api/password', 'PATCH'],
    ['/api/access-code', 'PATCH'],
    ['/api/chat', 'GET, POST'],
  ] as const
  it.each(ALLOWED)('%s allows %s', async (path, allow) => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS']) {
      if (allow.includes(method)) continue
      const { status, headers, text } = await api.send({ method, path, headers: bearer() })
      expect([method, status, headers.allow]).toEqual([method, 405, allow])
      expect(text === '').toBe(method === 'HEAD')
    }
  })
  it.each(['/api/schedule/', '/api', '/', '/api/schedules', '/API/schedule', '/api//chat', '/api/chat/1'])(
    '%s does not exist, with a body or without',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, error } = await api.send({ method, path, body: '{', headers: bearer() })
        expect([status, error?.code]).toEqual([404, 'NOT_FOUND'])
      }
    },
  )
  it('answers the preflight of an allowed origin, and no other', async () => {
    const ask = (origin: string) =>
      api.send({
        method: 'OPTIONS',
        path: '/api/schedule',
        headers: { origin, 'access-control-request-method': 'DELETE' },
      })
    const { status, headers } = await ask(ORIGIN)
    expect([status, headers['access-control-allow-origin']]).toEqual([204, ORIGIN])
    expect(headers['access-control-allow-methods']).toContain('DELETE')
    expect((await ask('http://evil.test')).error?.code).toBe('FORBIDDEN_ORIGIN')
  })
  it.each([
    [{ host: 'evil.test' }, 'FORBIDDEN_HOST'],
    [{ origin: 'http://evil.test' }, 'FORBIDDEN_ORIGIN'],
    [{ origin: 'null' }, 'FORBIDDEN_ORIGIN'],
  ])('refuses %j before it looks at the token', async (headers, code) => {
    for (const path of ['/api/schedule', '/api/nothing']) {
      const { status, error } = await api.send({ method: 'GET', path, headers })
      expect([status, error?.code]).toEqual([403, code])
    }
  })
})
