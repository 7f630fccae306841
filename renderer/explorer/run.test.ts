import { describe, expect, it } from 'vitest'
import { appCall, canRun, readParameters, wireOf } from './run.ts'

describe('a call by hand', () => {
  it('of the live API names its operation in the header', () => {
    const call = { api: 'live', operation: 'Service_20180501.ListChannelIDs' } as const
    expect(wireOf(call, {})).toEqual({
      method: 'POST',
      path: '/console/api/live',
      headers: {
        'Content-Type': 'application/json',
        'X-Sfu-Target': 'Service_20180501.ListChannelIDs',
        'x-airdesk-refusals': 'live',
      },
      body: '{}',
    })
  })

  it('of the option API has its parameters in the body, or in the query where there is none', () => {
    const post = wireOf({ api: 'option', operation: 'POST /api/chat' }, { schedule_id: 'A', body: 'hi' })
    expect(post).toMatchObject({ path: '/console/api/option/chat', body: '{"schedule_id":"A","body":"hi"}' })
    const list = wireOf({ api: 'option', operation: 'GET /api/chat' }, { schedule_id: 'A&B', limit: 5 })
    expect(list).toMatchObject({ path: '/console/api/option/chat?schedule_id=A%26B&limit=5', body: null })
    const bare = wireOf({ api: 'option', operation: 'GET /api/schedule' }, {})
    expect(bare.path).toBe('/console/api/option/schedule')
  })

  it('is written as an app makes it, at the addresses of the APIs', () => {
    const bases = { liveBaseUrl: 'http://127.0.0.1:8082/', optionBaseUrl: 'http://127.0.0.1:8081' }
    const live = { api: 'live', operation: 'Service_20180501.ListChannelIDs' } as const
    expect(appCall(live, {}, bases)).toEqual({
      method: 'POST',
      url: 'http://127.0.0.1:8082/',
      headers: { 'Content-Type': 'application/json', 'X-Sfu-Target': 'Service_20180501.ListChannelIDs' },
      token: 'fromEnvironment',
      body: '{}',
    })
    const list = appCall({ api: 'option', operation: 'GET /api/chat' }, { schedule_id: 'あ' }, bases)
    expect(list).toMatchObject({
      url: 'http://127.0.0.1:8081/api/chat?schedule_id=%E3%81%82',
      headers: {},
      body: null,
    })
    const post = appCall({ api: 'option', operation: 'POST /api/chat' }, { body: 'hi' }, bases)
    expect(post).toMatchObject({ url: 'http://127.0.0.1:8081/api/chat', body: '{ "body": "hi" }' })
  })

  it('cannot sign in, nor go where no operation is', () => {
    expect(canRun({ api: 'option', operation: 'POST /api/login' })).toBe(false)
    expect(canRun({ api: 'option', operation: '(unknown) GET /api/shedule' })).toBe(false)
    expect(canRun({ api: 'option', operation: 'PATCH /api/user' })).toBe(true)
    expect(canRun({ api: 'live', operation: '(unknown)' })).toBe(false)
  })

  it('takes a JSON object only', () => {
    expect(readParameters('')).toEqual({})
    expect(readParameters('{"a":1}')).toEqual({ a: 1 })
    for (const text of ['[]', '1', 'null', '{', '"a"']) expect(readParameters(text)).toBeNull()
  })
})
