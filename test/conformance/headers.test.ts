/** Conformance of both APIs towards headers that decide: Host, Origin, and what may be given only once. */
import { request } from 'node:http'
import { afterAll, beforeAll, expect } from 'vitest'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { signIn } from '../support/console-client.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { loginMaster } from '../support/option-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { holds } from './holds.ts'

interface Answer {
  readonly status: number
  /** Of either API's form; null where there is none. */
  readonly error: string | null
  /** `Access-Control-Allow-Origin`. */
  readonly allowedOrigin: string | undefined
}

/** One request of an API that is right, with its headers by name. */
interface Api {
  readonly base: string
  readonly method: string
  readonly path: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

let service: RunningService
let operator: ConsoleClient
let apis: Api[] = []

beforeAll(async () => {
  service = await startService()
  const { ready } = service
  operator = await signIn(ready, ready)
  const key = { 'idempotency-key': 'headers' }
  const authorized = (token: string) => ({ authorization: `Bearer ${token}` })
  const option = { ...authorized(await loginMaster(ready)), ...key }
  const live = {
    ...authorized(ready.access_token),
    ...key,
    'x-sfu-target': 'Service_20200316.CreateMultistreamChannel',
  }
  apis = [
    { base: ready.option_base_url, method: 'GET', path: '/api/schedule', body: '', headers: option },
    { base: ready.live_base_url, method: 'POST', path: '/', body: '{}', headers: live },
  ]
})
afterAll(async () => {
  await service.stop()
})

/** Sends exactly these headers, names and values in turn: other clients join those that are given twice. */
function send(api: Api, headers: readonly string[], method = api.method): Promise<Answer> {
  const { hostname: host, port } = new URL(api.base)
  return new Promise((resolve, reject) => {
    const asked = request({ host, port, method, path: api.path, agent: false, headers: [...headers] })
    asked.once('error', reject)
    asked.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString()
        const body = (text === '' ? {} : JSON.parse(text)) as {
          error?: { code: string }
          error_type?: string
        }
        resolve({
          status: response.statusCode ?? 0,
          error: body.error?.code ?? body.error_type ?? null,
          allowedOrigin: response.headers['access-control-allow-origin'],
        })
      })
    })
    asked.end(api.body)
  })
}

const usual = (api: Api, more: Readonly<Record<string, string>> = {}) =>
  Object.entries({
    host: new URL(api.base).host,
    'content-length': String(api.body.length),
    connection: 'close',
    ...api.headers,
    ...more,
  }).flat()
const fine = { status: 200, error: null }

holds('decided.repeated-headers', async () => {
  for (const api of apis) {
    const origin = { origin: service.ready.console_url }
    const all = usual(api, origin)
    expect(await send(api, all)).toMatchObject(fine)
    for (const name of ['host', 'origin', 'authorization', 'x-sfu-target', 'idempotency-key']) {
      const value = all[all.indexOf(name) + 1] ?? 'Service_20200729.ListChannelIDs'
      const once = all.includes(name) ? all : [...all, name, value]
      expect(await send(api, once), name).toMatchObject(fine)
      const twice = [...once, name.toUpperCase(), value]
      const refusal = {
        status: 400,
        error: expect.stringMatching(/^(MALFORMED_REQUEST|MalformedRequest)$/) as string,
      }
      expect(await send(api, twice), name).toMatchObject(refusal)
    }
  }
})

holds('decided.head-limit', async () => {
  for (const api of apis) {
    const refusal = {
      status: 431,
      error: expect.stringMatching(/^(HEADERS_TOO_LARGE|HeadersTooLarge)$/) as string,
    }
    expect(await send(api, usual(api, { 'x-more': 'x'.repeat(15 * 1024) }))).toMatchObject(fine)
    expect(await send(api, usual(api, { 'x-more': 'x'.repeat(16 * 1024) }))).toMatchObject(refusal)
    const many = Array.from({ length: 1000 }, () => ['x-more', '']).flat()
    expect(await send(api, [...usual(api), ...many])).toMatchObject(refusal)
  }
})

holds('decided.host', async () => {
  for (const api of apis) {
    const { hostname, port } = new URL(api.base)
    for (const host of [hostname, `${hostname}:${port}`, 'localhost', 'LOCALHOST:1', '[::1]:80']) {
      expect(await send(api, usual(api, { host })), host).toMatchObject(fine)
    }
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      `${hostname}.evil.example`,
      '127.0.0.2',
      '',
    ]) {
      const refusal = {
        status: 403,
        error: expect.stringMatching(/^(FORBIDDEN_HOST|ForbiddenHost)$/) as string,
      }
      expect(await send(api, usual(api, { host })), host).toMatchObject(refusal)
    }
  }
})

holds('decided.origin', async () => {
  const { console_url: own } = service.ready
  const allowed = 'https://pages.example'
  const refusal = {
    status: 403,
    error: expect.stringMatching(/^(FORBIDDEN_ORIGIN|ForbiddenOrigin)$/) as string,
    allowedOrigin: undefined,
  }
  const preflight = { 'access-control-request-method': 'POST' }
  const ask = (api: Api, origin: string) => send(api, usual(api, { origin }))
  const askFirst = (api: Api, origin: string) => send(api, usual(api, { origin, ...preflight }), 'OPTIONS')
  for (const api of apis) {
    expect(await send(api, usual(api))).toEqual({ ...fine, allowedOrigin: undefined })
    expect(await ask(api, own)).toEqual({ ...fine, allowedOrigin: own })
    for (const origin of [
      'https://evil.example',
      'null',
      `${own}0`,
      own.replace('http:', 'https:'),
      allowed,
    ]) {
      expect(await ask(api, origin), origin).toEqual(refusal)
      expect(await askFirst(api, origin), origin).toEqual(refusal)
    }
  }
  await operator.done(CONSOLE_API.installation.setOrigins, { body: { origins: [allowed] } })
  for (const api of apis) {
    expect(await ask(api, allowed)).toEqual({ ...fine, allowedOrigin: allowed })
    expect(await askFirst(api, allowed)).toEqual({ status: 204, error: null, allowedOrigin: allowed })
    expect(await ask(api, own)).toEqual({ ...fine, allowedOrigin: own })
    expect(await ask(api, 'https://evil.example')).toEqual(refusal)
  }
  await operator.done(CONSOLE_API.installation.setOrigins, { body: { origins: [] } })
  for (const api of apis) expect(await ask(api, allowed)).toEqual(refusal)
})
