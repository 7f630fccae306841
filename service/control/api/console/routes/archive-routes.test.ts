import fastifyCookie from '@fastify/cookie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unaudited } from '../../../../../test/support/audit.ts'
import { recordingView } from '../../../../../test/support/console-views.ts'
import { openTestDatabase } from '../../../../../test/support/database.ts'
import { testIdentity } from '../../../../../test/support/identity.ts'
import { ManualClock } from '../../../../../test/support/manual-clock.ts'
import { destinationApi } from '../../../../contract/console/destinations.ts'
import { recordingApi } from '../../../../contract/console/recordings.ts'
import type { RecordingDetail } from '../../../../contract/console/recordings.ts'
import { refusalResponse } from '../../../../contract/refusal/refusal-response.ts'
import { refusal as domainRefusal } from '../../../../contract/refusal/refusal.ts'
import type { Refusal } from '../../../../contract/refusal/refusal.ts'
import type { SystemId } from '../../../../contract/ids.ts'
import type { Problem } from '../../../../contract/refusal/rules.ts'
import { inWords } from '../../http/answer.ts'
import { createLogger } from '../../../../platform/logger.ts'
import type { DestinationDesk, RecordingDesk } from '../../../archive/archive-desks.ts'
import { ensureFirstSystem } from '../../../identity/first-system.ts'
import type { Identity } from '../../../identity/identity.ts'
import type { Permissions, User } from '../../../identity/user.ts'
import type { Database } from '../../../store/database.ts'
import { createHttpServer, listen } from '../../http/server.ts'
import type { Listening } from '../../http/server.ts'
import { consoleForm } from '../error-form.ts'
import type { ConsoleParts } from '../console-parts.ts'
import { destinationRoutes, recordingRoutes } from './archive-routes.ts'
import { mountArea } from '../mount.ts'

const KNOWN = '0123456789ABCDEFGHJKMNPQRS'
const UNKNOWN = '1123456789ABCDEFGHJKMNPQRS'
const NOTHING: Permissions = { delivery: false, view: true, schedule: true, user: true }

const view = recordingView({ sequence: 7, id: KNOWN })
const detail: RecordingDetail = {
  ...view,
  files: { count: 12, uploaded: 12 },
  sentBytes: 1_000_000_100,
}
const running = { id: KNOWN, done: false, outcome: null, steps: [] }

let db: Database
let identity: Identity
let systemId: SystemId
let listening: Listening
let base: string
let cookie: string
/** What the desks were asked. */
let asked: unknown[]
let refuse: Refusal | null

beforeEach(async () => {
  const clock = new ManualClock(Date.now())
  db = openTestDatabase()
  identity = testIdentity(clock, db)
  const { system, master } = await ensureFirstSystem(identity, clock, {})
  systemId = system.id
  cookie = signIn(master)
  asked = []
  refuse = null
  const server = createHttpServer({ form: consoleForm, logger: createLogger('silent') })
  await server.register(fastifyCookie)
  const parts = {
    door: identity,
    cookieName: 'airdesk_test',
    administration: { ownsInstallation: () => true },
    audit: unaudited,
    viewAs: { of: () => null },
    emulator: null,
    recordings: recordingDesk(),
    retention: retention(),
    destinations: destinationDesk(),
  }
  mountArea(server, destinationApi, destinationRoutes(parts), parts)
  mountArea(server, recordingApi, recordingRoutes(parts), parts)
  listening = await listen(server, { host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${listening.port}/console/api`
})
afterEach(async () => {
  await listening.close()
  db.close()
})

const signIn = (user: User) => identity.sessions.open(user, 'console').token

/** Notes what is asked; refuses what is not of the first system, and what the test says. */
function note(system: SystemId, id: string, ...what: unknown[]): void {
  if (system !== systemId || id !== KNOWN) throw domainRefusal('NOT_FOUND')
  if (refuse !== null) throw refuse
  asked.push(what)
}

function recordingDesk(): RecordingDesk {
  return {
    list: (system, query) => {
      asked.push(['list', query])
      return { recordings: system === systemId ? [view] : [], before: null }
    },
    find: (system, id) => (system === systemId && id === KNOWN ? detail : null),
    retry: (system, id) => note(system, id, 'retry'),
    play: (system, id) => {
      note(system, id, 'play')
      return Promise.resolve({ url: 'http://127.0.0.1:9/recording.mp4' })
    },
    delete: (system, id, options) => {
      note(system, id, 'delete', options)
      return Promise.resolve()
    },
  }
}

function destinationDesk(): DestinationDesk {
  return {
    views: () => ({ destinations: [] }),
    beginTest: (_system, request) => {
      asked.push(['test', request])
      return running
    },
    beginSavedTest: (system, id) => {
      note(system, id, 'test saved')
      return running
    },
    changeCredentials: (system, id, credentials) => note(system, id, 'credentials', credentials),
    test: (system, id) => (system === systemId && id === KNOWN ? running : null),
    localFolder: () => ({ bucketUri: 'file:///srv/recordings' }),
  }
}

function call(method: string, path: string, body?: object, token = cookie): Promise<Response> {
  return fetch(`${base}/${path}`, {
    method,
    headers: { cookie: `airdesk_test=${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function read(response: Promise<Response>) {
  const answer = await response
  const body: unknown = await answer.json()
  return { status: answer.status, body }
}

async function refusal(response: Promise<Response>) {
  const { status, body } = await read(response)
  const { error } = refusalResponse.parse(body)
  return { status, ...error, details: inWords(error.problems as unknown as Problem[]) }
}

function retention(): ConsoleParts['retention'] {
  return {
    view: (_system, days) => ({ keepDays: 30, due: { count: days ?? 0, bytes: 5 } }),
    setKeepDays: (system, days) => void asked.push(['keep', system === systemId, days]),
  }
}

describe('recordings', () => {
  it('are kept for as long as is set, within limits', async () => {
    const due = { count: 7, bytes: 5 }
    expect(await read(call('GET', 'recordings/retention?days=7'))).toEqual({
      status: 200,
      body: { keepDays: 30, due },
    })
    await call('PUT', 'recordings/retention', { keepDays: 14 })
    await call('PUT', 'recordings/retention', { keepDays: null })
    for (const keepDays of [0, 3651, 1.5, '7']) {
      expect((await call('PUT', 'recordings/retention', { keepDays })).status).toBe(400)
    }
    expect((await call('GET', 'recordings/retention?days=0')).status).toBe(400)
    expect(asked).toEqual([
      ['keep', true, 14],
      ['keep', true, null],
    ])
  })

  it('are listed by filters and pages', async () => {
    const query =
      'channel=C&connection=N&schedule=4&destination=D&state=uploading&search=town&before=9&limit=2'
    expect(await read(call('GET', `recordings?${query}`))).toEqual({
      status: 200,
      body: { recordings: [view], before: null },
    })
    await call('GET', 'recordings')
    expect(asked).toEqual([
      [
        'list',
        {
          ...{ channel: 'C', connection: 'N', schedule: '4', destination: 'D' },
          ...{ state: 'uploading', search: 'town', before: 9, limit: 2 },
        },
      ],
      ['list', { limit: 50 }],
    ])
  })

  it('are shown, tried again, played and deleted', async () => {
    expect(await read(call('GET', `recordings/${KNOWN}`))).toEqual({ status: 200, body: detail })
    expect(await read(call('POST', `recordings/${KNOWN}/retry`))).toEqual({ status: 200, body: {} })
    expect(await read(call('POST', `recordings/${KNOWN}/play`))).toEqual({
      status: 200,
      body: { url: 'http://127.0.0.1:9/recording.mp4' },
    })
    for (const fromStore of [true, false]) {
      const answer = await read(call('DELETE', `recordings/${KNOWN}?fromStore=${fromStore}`))
      expect(answer).toEqual({ status: 200, body: {} })
    }
    expect(asked).toEqual([
      ['retry'],
      ['play'],
      ['delete', { fromStore: true }],
      ['delete', { fromStore: false }],
    ])
  })

  it.each([
    ['POST', `recordings/${KNOWN}/retry`, 'NOT_WAITING', 409],
    ['POST', `recordings/${KNOWN}/play`, 'NOT_PLAYABLE', 409],
    ['DELETE', `recordings/${KNOWN}?fromStore=false`, 'STILL_RECORDING', 409],
  ] as const)('refuse %s %s with %s', async (method, path, code, status) => {
    refuse = domainRefusal(code)
    expect(await refusal(call(method, path))).toMatchObject({ status, code })
  })

  it('tell what the store said when it refused to delete', async () => {
    refuse = domainRefusal('STORE_FAILED', { words: '403 AccessDenied: Access Denied' })
    expect(await refusal(call('DELETE', `recordings/${KNOWN}?fromStore=true`))).toMatchObject({
      status: 502,
      code: 'STORE_FAILED',
      message: '403 AccessDenied: Access Denied',
    })
  })
})

describe('destinations', () => {
  it('are listed, with the folder that can be one at once', async () => {
    expect((await read(call('GET', 'archive/destinations'))).body).toEqual({ destinations: [] })
    expect((await read(call('GET', 'archive/local-folder'))).body).toEqual({
      bucketUri: 'file:///srv/recordings',
    })
  })

  it('are tested with values that are not saved', async () => {
    const values = {
      bucket_uri: 's3://studio/live',
      s3_access_key_id: 'AKIA',
      s3_secret_access_key: 'secret',
    }
    expect(await read(call('POST', 'archive/tests', values))).toEqual({ status: 202, body: running })
    expect(asked).toEqual([['test', values]])
    expect(await read(call('GET', `archive/tests/${KNOWN}`))).toEqual({ status: 200, body: running })
  })

  it('are tested once they are saved, without values', async () => {
    const begun = await read(call('POST', `archive/destinations/${KNOWN}/test`))
    expect(begun).toEqual({ status: 202, body: running })
    expect(asked).toEqual([['test saved']])
  })

  it('get new credentials, and nothing else', async () => {
    const given = { s3_access_key_id: 'AKIA', s3_secret_access_key: 'secret' }
    const path = `archive/destinations/${KNOWN}/credentials`
    const changed = await read(call('PUT', path, { ...given, bucket_uri: 's3://other', s3_region: 'us' }))
    expect(changed).toEqual({ status: 200, body: {} })
    expect(asked).toEqual([['credentials', given]])
  })
})

describe('refused', () => {
  it.each([
    ['GET', 'recordings?limit=0', 'limit', 'must be an integer from 1 to 200'],
    ['GET', 'recordings?limit=201', 'limit', 'must be an integer from 1 to 200'],
    ['GET', 'recordings?limit=1&limit=2', 'limit', 'must be given only once'],
    ['GET', 'recordings?before=-1', 'before', 'must be an integer from 1 to 9007199254740991'],
    ['GET', 'recordings?channel=', 'channel', 'must not be empty'],
    ['GET', `recordings?search=${'x'.repeat(201)}`, 'search', 'must have at most 200 characters'],
    [
      'GET',
      'recordings?state=lost',
      'state',
      'must be one of recording, sealing, uploading, available, failed',
    ],
    ['DELETE', `recordings/${KNOWN}`, 'fromStore', 'is required: must be true or false'],
    ['DELETE', `recordings/${KNOWN}?fromStore=1`, 'fromStore', 'must be true or false'],
    ['DELETE', `recordings/${KNOWN}?fromStore=true&fromStore=true`, 'fromStore', 'must be given only once'],
  ])('is %s %s, naming member and rule', async (method, path, member, rule) => {
    expect(await refusal(call(method, path))).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      details: [{ member, rule }],
    })
    expect(asked).toEqual([])
  })

  it.each([
    [{}, 'bucket_uri', 'is required: must be a string'],
    [{ bucket_uri: '' }, 'bucket_uri', 'must have 1 to 1024 characters'],
    [{ bucket_uri: 's3://b', blob_key: 5 }, 'blob_key', 'must be a string'],
  ])('is a test of %j', async (body, member, rule) => {
    expect(await refusal(call('POST', 'archive/tests', body))).toMatchObject({
      status: 400,
      details: [{ member, rule }],
    })
    expect(asked).toEqual([])
  })

  const everyRoute = (id: string, token: string) => [
    call('GET', 'archive/destinations', undefined, token),
    call('POST', 'archive/tests', { bucket_uri: 's3://b' }, token),
    call('GET', 'archive/local-folder', undefined, token),
    call('GET', 'recordings', undefined, token),
    ...ofOne(id, token),
  ]
  const ofOne = (id: string, token: string) => [
    call('GET', `archive/tests/${id}`, undefined, token),
    call('POST', `archive/destinations/${id}/test`, undefined, token),
    call('PUT', `archive/destinations/${id}/credentials`, {}, token),
    call('GET', `recordings/${id}`, undefined, token),
    call('POST', `recordings/${id}/retry`, undefined, token),
    call('POST', `recordings/${id}/play`, undefined, token),
    call('DELETE', `recordings/${id}?fromStore=false`, undefined, token),
  ]

  it('is what does not exist', async () => {
    for (const id of [UNKNOWN, 'short', '..%2f..', "'"]) {
      for (const answer of ofOne(id, cookie)) {
        expect(await refusal(answer)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
      }
    }
    expect(asked).toEqual([])
  })

  it('is who is not signed in, and who is no operator', async () => {
    for (const answer of everyRoute(KNOWN, 'nobody')) expect((await refusal(answer)).status).toBe(401)
    const viewer = signInAs(systemId, NOTHING)
    for (const answer of everyRoute(KNOWN, viewer)) expect((await refusal(answer)).status).toBe(403)
    expect(asked).toEqual([])
  })

  it('is the operator of another system', async () => {
    const other = 'OTHER' as SystemId
    db.prepare(
      `INSERT INTO systems (id, name, time_zone, access_code_hash, webhook_secret, created_at)
       VALUES (?, 'other', 'UTC', '', 'whsec_AAAA', 0)`,
    ).run(other)
    const elsewhere = signInAs(other, { ...NOTHING, delivery: true })
    for (const answer of ofOne(KNOWN, elsewhere)) expect((await refusal(answer)).status).toBe(404)
    expect((await read(call('GET', 'recordings', undefined, elsewhere))).body).toEqual({
      recordings: [],
      before: null,
    })
  })
})

function signInAs(system: SystemId, permissions: Permissions): string {
  const user = {
    ...{ systemId: system, name: 'Mio', email: `${system}-mio@example.test`, passwordHash: '' },
    ...{ isMaster: false, permissions, createdAt: 0 },
  }
  return signIn({ ...user, id: identity.store.users.insert(user) })
}
