import fastifyCookie from '@fastify/cookie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unaudited } from '../../../../../test/support/audit.ts'
import { openTestDatabase } from '../../../../../test/support/database.ts'
import { testIdentity } from '../../../../../test/support/identity.ts'
import { ManualClock } from '../../../../../test/support/manual-clock.ts'
import { documentApi } from '../../../../contract/console/documents.ts'
import type { OpenApiDocument } from '../../../../contract/openapi.ts'
import { createLogger } from '../../../../platform/logger.ts'
import { ensureFirstSystem } from '../../../identity/first-system.ts'
import { createHttpServer, listen } from '../../http/server.ts'
import type { Listening } from '../../http/server.ts'
import { consoleApiDocument } from '../../openapi/console-api.ts'
import { liveApiDocument } from '../../openapi/live-api.ts'
import { optionApiDocument } from '../../openapi/option-api.ts'
import { consoleForm } from '../error-form.ts'
import { openapiRoutes } from './openapi-routes.ts'
import { mountArea } from '../mount.ts'

const PUBLICATIONS = {
  option: { version: '1.2.3', baseUrl: 'http://127.0.0.1:18081' },
  live: { version: '1.2.3', baseUrl: 'http://127.0.0.1:18082' },
  console: { version: '1.2.3', baseUrl: 'http://127.0.0.1:18083' },
}
const DOCUMENTS = {
  option: optionApiDocument(PUBLICATIONS.option),
  live: liveApiDocument(PUBLICATIONS.live),
  console: consoleApiDocument(PUBLICATIONS.console),
}

let listening: Listening
let cookie: string
let livePort: number

beforeEach(async () => {
  const clock = new ManualClock()
  const identity = testIdentity(clock, openTestDatabase())
  const { system } = await ensureFirstSystem(identity, clock, {})
  const permissions = { delivery: false, view: false, schedule: false, user: false }
  const viewer = {
    ...{ systemId: system.id, name: 'Ann', email: 'ann@example.test', passwordHash: '' },
    ...{ isMaster: false, permissions, createdAt: clock.now() },
  }
  const user = { id: identity.store.users.insert(viewer), ...viewer }
  cookie = `airdesk_test=${identity.sessions.open(user, 'console').token}`
  livePort = 18082
  const server = createHttpServer({ form: consoleForm, logger: createLogger('silent') })
  await server.register(fastifyCookie)
  const handlers = openapiRoutes({
    version: '1.2.3',
    optionBaseUrl: () => PUBLICATIONS.option.baseUrl,
    liveBaseUrl: () => `http://127.0.0.1:${livePort}`,
    consoleBaseUrl: () => PUBLICATIONS.console.baseUrl,
  })
  mountArea(server, documentApi, handlers, {
    door: identity,
    cookieName: 'airdesk_test',
    administration: { ownsInstallation: () => true },
    audit: unaudited,
    viewAs: { of: () => null },
    emulator: null,
  })
  listening = await listen(server, { host: '127.0.0.1', port: 0 })
})
afterEach(() => listening.close())

const get = (api: string, headers: Record<string, string>) =>
  fetch(`http://127.0.0.1:${listening.port}/console/api/openapi/${api}.json`, { headers })

test.each(['option', 'live', 'console'] as const)(
  'gives the %s document to whoever is signed in',
  async (api) => {
    const response = await get(api, { cookie })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
    expect(await response.json()).toEqual(DOCUMENTS[api])
  },
)

test.each(['option', 'live', 'console'])('gives the %s document to nobody else', async (api) => {
  const refused = await get(api, {})
  expect([refused.status, await refused.json()]).toMatchObject([
    401,
    { error: { code: 'NOT_AUTHENTICATED' } },
  ])
  expect((await get(api, { cookie: 'airdesk_test=x' })).status).toBe(401)
})

test('names the port of the moment', async () => {
  const servers = async () => ((await (await get('live', { cookie })).json()) as OpenApiDocument).servers
  expect(await servers()).toMatchObject([{ url: 'http://127.0.0.1:18082' }])
  livePort = 19000
  expect(await servers()).toMatchObject([{ url: 'http://127.0.0.1:19000' }])
})
