import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpMethod, OpenApiDocument } from '../../service/contract/openapi.ts'
import { RENDITION_360 } from '../support/live-client.ts'
import { faultsOfAnswers } from '../support/openapi-answers.ts'
import type { RealAnswer } from '../support/openapi-answers.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

const documentOf = (name: string) => {
  const url = new URL(`../../docs/openapi/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')) as OpenApiDocument
}

let service: RunningService

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('real answers', () => {
  const live = documentOf('live-api')
  const option = documentOf('option-api')

  async function callLive(target: string, body: object, headers: object = {}): Promise<RealAnswer> {
    const response = await fetch(`${service.ready.live_base_url}/#${target}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.ready.access_token}`,
        'content-type': 'application/json',
        'x-sfu-target': target,
        ...headers,
      },
      body: JSON.stringify(body),
    })
    return { path: `/#${target}`, method: 'post', status: response.status, body: await response.json() }
  }

  async function callOption(method: HttpMethod, path: string, body: object, token = ''): Promise<RealAnswer> {
    const inQuery = method === 'get' || method === 'delete'
    const query = new URLSearchParams(body as Record<string, string>).toString()
    const response = await fetch(`${service.ready.option_base_url}${path}${inQuery ? `?${query}` : ''}`, {
      method: method.toUpperCase(),
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(inQuery ? {} : { 'content-type': 'application/json' }),
      },
      ...(inQuery ? {} : { body: JSON.stringify(body) }),
    })
    return { path, method, status: response.status, body: await response.json() }
  }

  it('of the live API fit the published schemas', async () => {
    const create = 'Service_20250901.CreateRTMPChannel'
    const created = await callLive(create, { hls: [RENDITION_360] })
    const { channel_id } = created.body as { channel_id: string }
    const answers = [
      created,
      await callLive('Service_20200207.ListPlaylistURLs', { channel_id }),
      await callLive('Service_20200729.ListChannelIDs', {}),
      await callLive('Service_20180501.DeleteChannel', { channel_id }),
      await callLive('Service_20190205.ListArchiveDestinations', {}),
      await callLive('Service_20180501.DeleteChannel', { channel_id }),
      await callLive('Service_20200707.GetEncryptKey', { kid: 'none' }),
      await callLive(create, { hls: [{ ...RENDITION_360, durationSeconds: '2' }, {}] }),
      await callLive(create, {}, { authorization: 'Bearer x' }),
      await callLive('Sfu_20160711.PushChannel', { channel_id, data: {} }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 400, 400, 400, 401, 400])
    expect(await faultsOfAnswers(live, answers)).toEqual([])
  })

  it('of the option API fit the published schemas', async () => {
    const { email, password, access_code } = service.ready
    const loggedIn = await callOption('post', '/api/login', { email, password, access_code })
    const { token } = loggedIn.body as { token: string }
    const times = { start_datetime: '2031/01/01 19:00:00', end_datetime: '2031/01/01 20:00:00' }
    const schedule = { name: 'Évening 😀', ...times, service_params: [RENDITION_360] }
    const created = await callOption('post', '/api/schedule', schedule, token)
    const id = created.body as { schedule_id: string }
    const chat = await callOption('post', '/api/chat', { ...id, body: 'Hello' }, token)
    const answers = [
      loggedIn,
      created,
      chat,
      await callOption('get', '/api/chat', id, token),
      await callOption('get', '/api/schedule', {}, token),
      await callOption('get', '/api/delivery', id, token),
      await callOption('get', '/api/user', {}, token),
      await callOption('patch', '/api/schedule', { ...id, ...times, name: 'Later' }, token),
      await callOption('post', '/api/login', { email, password: 'wrong', access_code }),
      await callOption('post', '/api/schedule', schedule, token),
      await callOption('post', '/api/schedule', { ...schedule, name: '' }, token),
      await callOption('get', '/api/view', id, token),
      await callOption('get', '/api/view', { schedule_id: 'none' }, token),
      await callOption('get', '/api/schedule', {}),
      await callOption('delete', '/api/schedule', id, token),
    ]
    expect(answers.map(({ status }) => status)).toEqual([
      ...[200, 200, 200, 200, 200, 200, 200, 200],
      ...[401, 409, 400, 409, 404, 401, 200],
    ])
    expect(await faultsOfAnswers(option, answers)).toEqual([])
  })

  it('are refused when they do not fit', async () => {
    const answer = { path: '/#Service_20200729.ListChannelIDs', method: 'post', status: 200 } as const
    expect(await faultsOfAnswers(live, [{ ...answer, body: { channel_ids: ['a'] } }])).toEqual([])
    for (const body of [{ channel_ids: [1] }, { channel_ids: [], more: 1 }, {}, []]) {
      expect(await faultsOfAnswers(live, [{ ...answer, body }])).not.toEqual([])
    }
    const refused = { ...answer, status: 401, body: { error_type: 'Unheard' } }
    expect(await faultsOfAnswers(live, [refused])).not.toEqual([])
  })
})

it('the console gives the documents with the addresses of this installation', async () => {
  const { email, password, access_code, live_base_url, option_base_url } = service.ready
  const { origin } = new URL(service.ready.console_url)
  const login = await fetch(`${origin}/console/api/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, access_code }),
  })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const served = async (api: string) => {
    const response = await fetch(`${origin}/console/api/openapi/${api}.json`, { headers: { cookie } })
    return (await response.json()) as OpenApiDocument
  }
  for (const [api, url] of [
    ['live', live_base_url],
    ['option', option_base_url],
  ] as const) {
    const { servers, ...rest } = await served(api)
    const { servers: _committed, ...committed } = documentOf(`${api}-api`)
    expect(servers).toMatchObject([{ url }])
    expect(rest).toEqual(committed)
  }
})
