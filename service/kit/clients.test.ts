import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { selfSigned } from '../../test/support/self-signed.ts'
import { liveClient, optionClient } from './clients.ts'
import type { Ready } from './ready.ts'

const REFUSED = { ok: false, error: { code: 'TOO_MANY_REQUESTS', message: 'Later.' } }
let folder: string
let server: Server
let base: string
/** Sign-ins that are refused from now on. */
let refusals: number
/** Counts sign-ins; the token of the last one alone is good. */
let signIns: number

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-clients-'))
  ;[refusals, signIns] = [0, 0]
  const { cert, key } = await selfSigned('localhost')
  writeFileSync(join(folder, 'ca.pem'), cert)
  server = createServer({ cert, key }, (request, response) => {
    void text(request).then((body) => {
      const answer = (status: number, json: unknown, headers = {}) =>
        response.writeHead(status, headers).end(JSON.stringify(json))
      if (request.url === '/') return answer(200, { target: request.headers['x-sfu-target'], body })
      if (request.url === '/api/login') {
        if (refusals-- > 0) return answer(429, REFUSED, { 'retry-after': '7' })
        return answer(200, { token: `token ${(signIns += 1)}`, given: body })
      }
      const isKnown = request.headers.authorization === `Bearer token ${signIns}`
      return isKnown ? answer(200, []) : answer(401, {})
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `https://localhost:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const ready = () => {
  const credentials = { email: 'a@b.example', password: 'p', accessCode: 'c', accessToken: 't' }
  return {
    ...credentials,
    optionBaseUrl: base,
    liveBaseUrl: base,
    caCertFile: join(folder, 'ca.pem'),
  } as Ready
}

it('trust the local authority', async () => {
  const { data } = await liveClient(ready())('Service_20200729.ListChannelIDs', {})
  expect(data).toEqual({ target: 'Service_20200729.ListChannelIDs', body: '{}' })
  expect((await optionClient(ready()).GET('/api/schedule')).data).toEqual([])
})

it('a sign-in that is refused is the answer of the calls that need it, and tried again by the next', async () => {
  const option = optionClient(ready())
  refusals = 1
  const refused = await Promise.all([option.GET('/api/schedule'), option.GET('/api/schedule')])
  for (const { error, response } of refused) {
    expect(error).toEqual(REFUSED)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
  }
  expect((await option.GET('/api/schedule')).data).toEqual([])
})

it('sign in again where the token has ended, and answer with the refusal of that', async () => {
  const option = optionClient(ready())
  await option.GET('/api/schedule')
  signIns += 1
  expect((await option.GET('/api/schedule')).data).toEqual([])
  expect(signIns).toBe(3)
  signIns += 1
  refusals = 1
  expect((await option.GET('/api/schedule')).response.status).toBe(429)
  expect((await option.GET('/api/schedule')).data).toEqual([])
})
