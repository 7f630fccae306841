/** Clients that offer another protocol by each request, as those of Java and `curl --http2` do, are answered in HTTP/1.1. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginMaster } from '../support/option-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

let service: RunningService
let ca: string

beforeAll(async () => {
  service = await startService()
  ca = await readFile(service.ready.ca_cert_file, 'utf8')
})
afterAll(async () => {
  await service.stop()
})

const OFFER = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAEAAEAAAAIAAAAA' }

interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** @returns status and body */
async function offer(url: string, { method = 'GET', headers = {}, body = '' }: Call = {}) {
  const { protocol } = new URL(url)
  const length = { 'content-length': String(body.length) }
  const send = protocol === 'https:' ? httpsRequest : httpRequest
  const asked = send(url, { ca, agent: false, method, headers: { ...OFFER, ...length, ...headers } })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, body: await text(answer) }
}

test('by both APIs, whatever they ask', async () => {
  const { option_base_url, live_base_url, access_token, email, password, access_code } = service.ready
  const json = { 'content-type': 'application/json' }
  const login = { method: 'POST', headers: json, body: JSON.stringify({ email, password, access_code }) }
  expect(await offer(`${option_base_url}/api/login`, login)).toMatchObject({ status: 200 })
  const token = { authorization: `Bearer ${await loginMaster(service.ready)}` }
  expect(await offer(`${option_base_url}/api/schedule`, { headers: token })).toMatchObject({ status: 200 })
  const authorized = { ...json, authorization: `Bearer ${access_token}` }
  const target = { 'x-sfu-target': 'Service_20200316.CreateMultistreamChannel' }
  const create = { method: 'POST', headers: { ...authorized, ...target }, body: '{}' }
  expect(await offer(live_base_url, create)).toMatchObject({ status: 200 })
})

test('by both APIs, whose guards they do not pass by', async () => {
  const evil = { headers: { host: 'evil.example' } }
  const { option_base_url, live_base_url } = service.ready
  for (const base of [option_base_url, live_base_url]) {
    for (const upgrade of ['h2c', 'websocket']) {
      const call = { headers: { ...evil.headers, upgrade } }
      expect(await offer(base, call), `${base} ${upgrade}`).toMatchObject({ status: 403 })
    }
  }
})

test('by the console, the origin and the signaling', async () => {
  const { console_url, media_base_url, signaling_url } = service.ready
  expect(await offer(console_url)).toMatchObject({ status: 200 })
  expect(await offer(`${media_base_url}/nothing`)).toMatchObject({ status: 404 })
  expect(await offer(signaling_url.replace('wss:', 'https:'))).toMatchObject({ status: 426 })
})

test('and keep no service that ends from ending well', async () => {
  const { hostname: host, port } = new URL(service.ready.option_base_url)
  const asked = httpRequest({ host, port, headers: OFFER })
  asked.on('error', () => undefined).end()
  await once(asked, 'response')
  expect(await service.stop()).toBe(0)
})
