import { request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startAdministrationConsole } from '../../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../../test/support/administration-console.ts'
import type { ServingPart } from '../../../../contract/console/probes.ts'

let console: AdministrationConsole
let away: readonly ServingPart[]
beforeEach(async () => {
  away = []
  console = await startAdministrationConsole({ notServing: () => away })
})
afterEach(() => console.close())

const ask = (path: string, method = 'GET') => fetch(console.base + path, { method })

/** fetch does not send a Host of our choice. */
function statusWithHost(path: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(console.base + path, { headers: { host } }, (response) =>
      resolve(response.resume().statusCode ?? 0),
    )
      .on('error', reject)
      .end()
  })
}

test('who asks by an address or a known name is told that the service is alive and ready', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const answer = await ask(path)
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await statusWithHost(path, '127.0.0.1')).toBe(200)
    expect(await statusWithHost(path, 'evil.example')).toBe(403)
  }
  expect(console.tried).toEqual([])
})

test('HEAD has the same status, and no page in place of an answer', async () => {
  away = ['origin']
  const answers = await Promise.all(['/healthz', '/readyz'].map((path) => ask(path, 'HEAD')))
  expect(answers.map(({ status }) => status)).toEqual([200, 503])
  for (const { headers } of answers) expect(headers.get('content-type')).toMatch('application/json')
  expect((await ask('/metrics', 'HEAD')).headers.get('content-type')).toMatch('text/plain')
})

test('what serves nobody is named; the service is alive all the same', async () => {
  away = ['ingest', 'sfu']
  const answer = await ask('/readyz')
  const refused = {
    ...{ code: 'NOT_READY', message: 'The service is not ready: ingest, sfu.' },
    ...{ values: { parts: 'ingest, sfu' }, problems: [] },
  }
  expect([answer.status, await answer.json()]).toEqual([503, { ok: false, error: refused }])
  expect((await ask('/healthz')).status).toBe(200)
})
