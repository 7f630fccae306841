import { REFUSALS_AS } from '../../../contract/console/session.ts'
import { request as httpRequest } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { channelSource } from '../../../../test/support/console-source.ts'
import { notAskedAtAll } from '../../../../test/support/administration-console.ts'
import { openTestDatabase } from '../../../../test/support/database.ts'
import { testIdentity } from '../../../../test/support/identity.ts'
import { ManualClock } from '../../../../test/support/manual-clock.ts'
import type { ConsoleMessage } from '../../../contract/console/events.ts'
import type { SystemId } from '../../../contract/ids.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'
import { problem } from '../../../contract/refusal/rules.ts'
import { createLogger } from '../../../platform/logger.ts'
import { ensureFirstSystem } from '../../identity/first-system.ts'
import type { Identity } from '../../identity/identity.ts'
import type { User } from '../../identity/user.ts'
import type { Listening } from '../http/server.ts'
import { listen } from '../http/server.ts'
import { DownloadTickets } from './download-tickets.ts'
import { EntryTokens } from './entry-tokens.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { unaudited } from '../../../../test/support/audit.ts'
import { EventStream } from './event-stream.ts'
import { MAX_SOCKETS } from './routes/events-route.ts'
import type { ConsoleActions, ConsoleParts } from './console-parts.ts'
import { emptyDestinationDesk, emptyRecordingDesk } from '../../../../test/support/empty-desks.ts'
import { AllowedOrigins } from '../../system/allowed-origins.ts'
import { consoleAdministration } from './administration.ts'
import { viewAsOf } from './view-as.ts'
import { createConsoleServer } from './server.ts'
import { outgoingTo } from '../../../../test/support/outgoing.ts'
import { NO_TEST_SYSTEMS } from '../../../../test/support/no-test-systems.ts'

const OWN_NAME = 'airdesk-0123456789abcdef.localhost'
const CHANNEL = '0123456789ABCDEFGHJKMNPQRS'
const KEY = '00112233445566778899aabbccddeeff'
const LOGIN = { email: 'mio@example.test', password: 'secret7', access_code: 'studio' }

let folder: string
let pages: string
let clock: ManualClock
let identity: Identity
let master: User
let entries: EntryTokens
let events: EventStream
let listening: Listening
let base: string
let calls: unknown[]
let mediaAway: boolean

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-pages-'))
  pages = join(folder, 'pages')
  await mkdir(join(pages, 'assets'), { recursive: true })
  await writeFile(join(pages, 'index.html'), '<!doctype html><title>console</title>')
  await writeFile(join(pages, 'assets', 'index-1a2b3c.js'), 'export {}')
  await writeFile(join(folder, 'secret.txt'), 'outside')
  clock = new ManualClock(Date.now())
  identity = testIdentity(clock, openTestDatabase())
  const first = await ensureFirstSystem(identity, clock, {
    email: LOGIN.email,
    password: LOGIN.password,
    accessCode: LOGIN.access_code,
  })
  master = first.master
  calls = []
  mediaAway = false
  await startServer(first.system.id)
})
afterEach(async () => {
  events.close()
  await listening.close()
  await rm(folder, { recursive: true })
})

async function startServer(systemId: SystemId): Promise<void> {
  entries = new EntryTokens(clock)
  const engine = {
    version: '1',
    startedAt: 0,
    ingest: 'running' as const,
    sfu: ['running', 'stopped'] as const,
    ports: {
      rtmp: 1,
      https: 2,
      signaling: 5,
      sfu: [6, 7] as const,
      sfuFurther: [{ environment: 0 as const, port: 8 }],
      option: 3,
      live: 4,
    },
    liveBaseUrl: '',
    optionBaseUrl: '',
    diskFreeBytes: 5,
    load: { cores: 2, cpu: null, memoryBytes: 2, memoryFreeBytes: 1, cpuLimit: 0.85, overload: null },
    archive: { recording: 0, recordingBps: 0, pendingBytes: 0, failing: 0, reserveBytes: 0 },
    webhooks: { failing: 0, since: null, waiting: 0, givenUp: 0 },
    unknownKey: null,
    awaited: null,
    soon: null,
    overrun: [],
    incidents: [],
    emulator: null,
  }
  events = new EventStream(
    { engine: () => ({ ...engine, now: clock.now() }), ...channelSource(() => []) },
    clock,
  )
  const server = await createConsoleServer(
    {
      door: { login: identity.login, sessions: identity.sessions, entries, owner: () => master },
      actions: recordingActions(systemId),
      events,
      emulator: null,
      testSystems: NO_TEST_SYSTEMS,
      access: notAskedAtAll(),
      publishing: notAskedAtAll(),
      lowLatency: notAskedAtAll(),
      signedPlaylist: () => '',
      pictures: {
        newest: (of, channelId) => {
          return Promise.resolve(of === systemId && channelId === CHANNEL ? Uint8Array.of(0xff, 0xd8) : null)
        },
      },
      caCertificate: 'PEM',
      cookieName: 'airdesk_test',
      option: notAskedAtAll(),
      setup: notAskedAtAll(),
      viewAs: viewAsOf(identity),
      signaling: notAskedAtAll(),
      portDesk: notAskedAtAll(),
      state: notAskedAtAll(),
      resets: notAskedAtAll(),
      asking: () => {
        throw new Error('not asked')
      },
      diagnostics: () => Promise.reject(new Error('not asked')),
      pages,
      mediaOrigins: () => ['http://127.0.0.1:8088'],
      webhooks: {
        ...notAskedAtAll<ConsoleParts['webhooks']>(),
        list: () => Promise.resolve({ events: [], before: null }),
        find: () => null,
        endpoints: () => [],
        redeliver: () => undefined,
        redeliverAll: () => Promise.resolve(0),
      },
      catchers: {
        ...notAskedAtAll<ConsoleParts['catchers']>(),
        receive: (name) => {
          calls.push(['receive', name])
          return { status: 200, contentType: 'text/plain', body: 'caught', delayMs: 0 }
        },
      },
      clock,
      logger: createLogger('silent'),
      consoleBaseUrl: () => '',
      hookBaseUrl: () => '',
      downloads: new DownloadTickets(clock),
      ownPage: () => `http://${OWN_NAME}:${listening.port}`,
      health: notAskedAtAll(),
      metrics: {
        admit: () => 'off' as const,
        read: () => Promise.reject(new Error('not asked')),
      },
      notServing: () => [],
      computer: () => {
        throw new Error('not asked')
      },
      incidents: notAskedAtAll(),
      requests: {
        list: () => Promise.resolve({ calls: [], next: null }),
        find: () => null,
        clear: () => Promise.resolve(0),
      },
      recordings: emptyRecordingDesk,
      packs: notAskedAtAll(),
      retention: notAskedAtAll(),
      destinations: emptyDestinationDesk,
      onlySystem: () => true,
      requestLog: { record: () => undefined },
      audit: unaudited,
      auditReader: notAskedAtAll(),
      quotas: notAskedAtAll(),
      version: '1',
      optionBaseUrl: () => '',
      liveBaseUrl: () => '',
      administration: consoleAdministration({
        clock,
        identity,
        channels: { list: () => [], listIds: () => [] },
        outgoing: outgoingTo('computer'),
        quotas: notAskedAtAll(),
        allowedOrigins: new AllowedOrigins({
          clock,
          allowedOrigins: { list: () => [], replace: () => undefined },
        }),
        recordingFolders: notAskedAtAll(),
        recorder: null,
      }),
    },
    {
      logger: createLogger('silent'),
      hosts: () => [OWN_NAME],
      origins: () => [base, `http://${OWN_NAME}:${listening.port}`],
    },
  )
  listening = await listen(server, { host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${listening.port}`
}

/** What the console asked for, of one channel, one connection and one key. */
function recordingActions(systemId: SystemId): ConsoleActions {
  const known = (name: string, system: SystemId, id: string, ...rest: unknown[]) => {
    calls.push([name, id, ...rest])
    return system === systemId && id === CHANNEL
  }
  const demand = (...[name, system, id, ...rest]: Parameters<typeof known>) => {
    if (!known(name, system, id, ...rest)) throw refusal('CHANNEL_NOT_FOUND')
  }
  return {
    live: (call) => {
      calls.push(['live', call.target, call.body])
      return Promise.resolve({ status: 200, body: { channel_ids: [] }, unknownMembers: [] })
    },
    rename: (system, id, name) => demand('rename', system, id, name),
    setLabel: (system, id, label) => demand('label', system, id, label),
    startTestPicture: async (system, id) => {
      demand('start', system, id)
      if (mediaAway) throw refusal('SERVICE_UNAVAILABLE')
      return Promise.resolve()
    },
    stopTestPicture: (system, id) => Promise.resolve(demand('stop', system, id)),
    isTestPictureOnAir: (system, id) => known('runs', system, id),
    endConnection: (system, id) => Promise.resolve(known('end', system, id)),
    restartVerification: async () => {
      calls.push(['restart'])
      if (mediaAway) throw refusal('SERVICE_UNAVAILABLE')
      return Promise.resolve()
    },
    findKey: (system, kid) => (known('key', system, kid) ? KEY : null),
  }
}

interface Call {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly cookie?: string
}

/** As the console's page would call, unless `headers` says otherwise. */
function call(path: string, { method = 'GET', body, headers = {}, cookie }: Call = {}): Promise<Response> {
  return fetch(base + path, {
    method,
    headers: {
      ...(method === 'GET' ? {} : { origin: base }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code

/** fetch does not send a Host of our choice. */
function statusWithHost(path: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { port: listening.port, host: '127.0.0.1', path, headers: { host } }
    httpRequest(options, (response) => resolve(response.resume().statusCode ?? 0))
      .on('error', reject)
      .end()
  })
}

/** With headers that fetch does not send. */
function send(path: string, options: RequestOptions, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = { port: listening.port, host: '127.0.0.1', path, ...options }
    httpRequest(asked, (response) => resolve(response.resume()))
      .on('error', reject)
      .end(body)
  })
}

async function signIn(): Promise<string> {
  const response = await call('/console/api/session', { method: 'POST', body: { entry: entries.issue() } })
  expect(response.status).toBe(200)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

describe('signing in', () => {
  test('by a link, once; the cookie is for this site and no script', async () => {
    const entry = entries.issue()
    const response = await call('/console/api/session', { method: 'POST', body: { entry } })
    expect(await response.json()).toEqual({
      user: {
        userId: expect.any(Number) as number,
        name: 'Master',
        email: LOGIN.email,
        isMaster: true,
        permissions: { delivery: true, view: true, schedule: true, user: true },
      },
      system: { name: 'Airdesk', timeZone: expect.any(String) as string },
      viewedBy: null,
    })
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^airdesk_test=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/)
    const session = await call('/console/api/session', { cookie: cookie.split(';')[0] ?? '' })
    expect(session.status).toBe(200)
    const again = await call('/console/api/session', { method: 'POST', body: { entry } })
    expect([again.status, await codeOf(again), again.headers.get('set-cookie')]).toEqual([
      401,
      'ENTRY_USED',
      null,
    ])
  })

  test('a program of the owner gets links for browsers, each good once', async () => {
    const link = async (entry: string) => {
      const response = await call('/console/api/entry', { method: 'POST', body: { entry } })
      return { status: response.status, body: (await response.json()) as { entry?: string } }
    }
    const { body } = await link(entries.standing())
    expect(body.entry).not.toBe(entries.standing())
    const used = () => call('/console/api/session', { method: 'POST', body: { entry: body.entry } })
    expect([(await used()).status, (await used()).status]).toEqual([200, 401])
    expect((await link('guess')).status).toBe(401)
  })

  test('in a browser, at a name that other programs share, leads to the name of the console', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const shared = await call('/console/api/login', { method: 'POST', body: LOGIN, headers })
    expect(shared.headers.get('set-cookie')).toBeNull()
    const { goOnAt } = (await shared.json()) as { goOnAt: string }
    const { origin, hash } = new URL(goOnAt)
    expect(origin).toBe(`http://${OWN_NAME}:${listening.port}`)
    const own = { ...headers, host: new URL(origin).host, origin, 'content-type': 'application/json' }
    const body = JSON.stringify({ entry: hash.replace('#entry=', '') })
    const entered = await send('/console/api/session', { method: 'POST', headers: own }, body)
    expect(entered.statusCode).toBe(200)
    expect(entered.headers['set-cookie']).toEqual([
      expect.stringMatching(/^airdesk_test=.*; SameSite=Strict$/),
    ])
    const again = await send('/console/api/session', { method: 'POST', headers: own }, body)
    expect(again.statusCode).toBe(401)
  })

  test('a link that takes up the session of a user becomes no link of the owner', async () => {
    const user = identity.store.users.find(master.id)
    const opened = identity.sessions.open(user ?? master, 'console')
    const handed = entries.issue(opened)
    const answer = await call('/console/api/entry', { method: 'POST', body: { entry: handed } })
    const { entry } = (await answer.json()) as { entry: string }
    const entered = await call('/console/api/session', { method: 'POST', body: { entry } })
    expect(entered.headers.get('set-cookie')).toContain(`airdesk_test=${opened.token};`)
  })

  test('by a guessed link is stopped', async () => {
    const statuses = []
    for (let n = 0; n < 11; n++) {
      const response = await call('/console/api/session', { method: 'POST', body: { entry: `guess ${n}` } })
      statuses.push(response.status)
      if (n === 10) expect(response.headers.get('retry-after')).toBe('60')
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
  })

  test('by e-mail, password and access code, under the rules of the login', async () => {
    const right = await call('/console/api/login', { method: 'POST', body: LOGIN })
    const cookie = right.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await call('/console/api/session', { cookie })).status).toBe(200)
    const wrong = await call('/console/api/login', {
      method: 'POST',
      body: { ...LOGIN, password: 'secret8' },
    })
    expect([wrong.status, await codeOf(wrong)]).toEqual([401, 'LOGIN_FAILED'])
    const bad = await call('/console/api/login', { method: 'POST', body: { email: 'mio', password: 'x' } })
    expect(await bad.json()).toMatchObject({
      error: { code: 'BAD_REQUEST', problems: [{ path: 'email' }, { path: 'access_code' }] },
    })
  })

  test('with a token of the option API opens nothing', async () => {
    const { token } = identity.sessions.open(master, 'option')
    const response = await call('/console/api/session', { cookie: `airdesk_test=${token}` })
    expect([response.status, await codeOf(response)]).toEqual([401, 'NOT_AUTHENTICATED'])
  })

  test('ends by signing out and after 24 hours', async () => {
    const [first, second] = [await signIn(), await signIn()]
    const out = await call('/console/api/session', { method: 'DELETE', cookie: first })
    expect(await out.json()).toEqual({})
    expect(out.headers.get('set-cookie')).toContain('airdesk_test=;')
    expect((await call('/console/api/session', { cookie: first })).status).toBe(401)
    clock.advance(24 * 3_600_000 - 1)
    expect((await call('/console/api/session', { cookie: second })).status).toBe(200)
    clock.advance(1)
    expect((await call('/console/api/session', { cookie: second })).status).toBe(401)
    expect((await call('/console/api/session', { method: 'DELETE' })).status).toBe(200)
  })
})

const ACTIONS: [string, string, unknown, unknown[]][] = [
  ['PATCH', `/console/api/channels/${CHANNEL}`, { name: 'Gate' }, ['rename', CHANNEL, 'Gate']],
  ['POST', `/console/api/channels/${CHANNEL}/test-picture`, undefined, ['start', CHANNEL]],
  ['DELETE', `/console/api/channels/${CHANNEL}/test-picture`, undefined, ['stop', CHANNEL]],
  ['DELETE', `/console/api/connections/${CHANNEL}`, undefined, ['end', CHANNEL]],
  ['PUT', `/console/api/channels/${CHANNEL}/label`, { label: 'Sites' }, ['label', CHANNEL, 'Sites']],
]

describe('actions', () => {
  test.each(ACTIONS)('%s %s reaches its owner', async (method, path, body, expected) => {
    const response = await call(path, { method, body, cookie: await signIn() })
    expect([response.status, await response.json()]).toEqual([200, {}])
    expect(calls).toEqual([expected])
  })

  test.each(ACTIONS)('%s %s needs a session, the own page and an existing id', async (method, path, body) => {
    const cookie = await signIn()
    expect((await call(path, { method, body })).status).toBe(401)
    const foreign = await call(path, { method, body, cookie, headers: { origin: 'http://evil.test' } })
    expect([foreign.status, await codeOf(foreign)]).toEqual([403, 'FORBIDDEN_ORIGIN'])
    const port = await call(path, { method, body, cookie, headers: { origin: 'http://127.0.0.1:1' } })
    expect(port.status).toBe(403)
    for (const id of ['9123456789ABCDEFGHJKMNPQRS', 'short', '..%2f..']) {
      const missing = await call(path.replace(CHANNEL, id), { method, body, cookie })
      expect([id, missing.status]).toEqual([id, 404])
    }
    expect(calls).toHaveLength(1)
  })

  test.each(['same-site', 'cross-site', 'nonsense'])(
    'a page of another port or site reads nothing with the cookie that browsers send it: %s',
    async (site) => {
      const cookie = await signIn()
      const asked = (path: string, value: string) =>
        call(path, { cookie, headers: { 'sec-fetch-site': value } })
      const refused = await asked('/console/api/session', site)
      expect([refused.status, await codeOf(refused)]).toEqual([403, 'FORBIDDEN_ORIGIN'])
      expect((await asked('/console/api/session', 'same-origin')).status).toBe(200)
      expect((await asked('/console/api/session', 'none')).status).toBe(200)
      expect((await asked('/settings', site)).status).toBe(200)
    },
  )

  test('without an Origin, or with a body that a form could send, change nothing', async () => {
    const cookie = await signIn()
    const path = `/console/api/channels/${CHANNEL}`
    const plain = await fetch(base + path, { method: 'DELETE', headers: { cookie } })
    expect([plain.status, await codeOf(plain)]).toEqual([403, 'FORBIDDEN_ORIGIN'])
    const headers = { 'content-type': 'text/plain' }
    const form = await call(path, { method: 'PATCH', body: '{"name":"x"}', cookie, headers })
    expect(await form.json()).toMatchObject({ error: { problems: [{ path: 'Content-Type' }] } })
    expect(calls).toEqual([])
  })

  test('refuse a name that is too long, in code points', async () => {
    const cookie = await signIn()
    const rename = (name: unknown) =>
      call(`/console/api/channels/${CHANNEL}`, { method: 'PATCH', body: { name }, cookie })
    expect((await rename('🎥'.repeat(60))).status).toBe(200)
    expect(await (await rename('🎥'.repeat(61))).json()).toMatchObject({
      error: { problems: [problem('name', 'maxCharacters', { max: 60 })] },
    })
    expect((await rename(5)).status).toBe(400)
  })

  test('are for users who may deliver', async () => {
    const id = identity.store.users.insert({
      ...master,
      name: 'Viewer',
      email: 'viewer@example.test',
      isMaster: false,
      permissions: { delivery: false, view: true, schedule: false, user: false },
    })
    const viewer = identity.store.users.find(id)
    if (!viewer) throw new Error('not stored')
    const cookie = `airdesk_test=${identity.sessions.open(viewer, 'console').token}`
    expect((await call('/console/api/session', { cookie })).status).toBe(200)
    const refused = await call(ACTIONS[1]?.[1] ?? '', { method: 'POST', cookie })
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'PERMISSION_NEEDED'])
  })

  test('say so while a media process is away', async () => {
    mediaAway = true
    const path = `/console/api/channels/${CHANNEL}/test-picture`
    const refused = await call(path, { method: 'POST', cookie: await signIn() })
    expect([refused.status, await codeOf(refused)]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  })

  test('restart the verification environment: answered when it runs, or that it does not', async () => {
    const cookie = await signIn()
    const restart = () => call('/console/api/verification/restart', { method: 'POST', cookie })
    const done = await restart()
    expect([done.status, await done.json(), calls]).toEqual([200, {}, [['restart']]])
    mediaAway = true
    const refused = await restart()
    expect([refused.status, await codeOf(refused)]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  })

  test('call the live API and answer as it does, also when refused where they ask so', async () => {
    const cookie = await signIn()
    const headers = { 'x-sfu-target': 'Service_20200729.ListChannelIDs' }
    const answer = await call('/console/api/live', { method: 'POST', body: {}, cookie, headers })
    expect(await answer.json()).toEqual({ channel_ids: [] })
    expect(calls).toEqual([['live', 'Service_20200729.ListChannelIDs', {}]])
    const refused = await call('/console/api/live', { method: 'POST', body: '{', cookie, headers })
    expect(await codeOf(refused)).toBe('NO_JSON_AT')
    const asPublished = { ...headers, [REFUSALS_AS]: 'live' }
    const published = await call('/console/api/live', {
      method: 'POST',
      body: '{',
      cookie,
      headers: asPublished,
    })
    expect(await published.json()).toMatchObject({ error_type: 'MalformedJSON' })
  })

  test('give a picture of what a channel shows now to who is signed in', async () => {
    const cookie = await signIn()
    const shown = await call(`/console/api/channels/${CHANNEL}/picture.jpg?at=3`, { cookie })
    expect([...new Uint8Array(await shown.arrayBuffer())]).toEqual([0xff, 0xd8])
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    expect(shown.headers.get('cache-control')).toBe('no-store')
    const unknown = CHANNEL.replace(/.$/, CHANNEL.endsWith('0') ? '1' : '0')
    for (const id of [unknown, '..%2Fkeys']) {
      expect((await call(`/console/api/channels/${id}/picture.jpg`, { cookie })).status).toBe(404)
    }
    expect((await call(`/console/api/channels/${CHANNEL}/picture.jpg`)).status).toBe(401)
  })

  test('give the bytes of a key and the certificate authority to who is signed in', async () => {
    const cookie = await signIn()
    const key = await call(`/console/api/keys/${CHANNEL}`, { cookie })
    expect(Buffer.from(await key.arrayBuffer()).toString('hex')).toBe(KEY)
    expect(key.headers.get('cache-control')).toBe('no-store')
    expect((await call(`/console/api/keys/${CHANNEL}`)).status).toBe(401)
    expect(await (await call('/console/api/ca.pem', { cookie })).text()).toBe('PEM')
    expect((await call('/console/api/ca.pem')).status).toBe(401)
  })
})

describe('catchers', () => {
  test('take what programs send, without a session, and nothing from other pages', async () => {
    const sent = await fetch(`${base}/hooks/mine`, { method: 'POST', body: 'text' })
    expect([sent.status, await sent.text(), calls]).toEqual([200, 'caught', [['receive', 'mine']]])
    const foreign = await fetch(`${base}/hooks/mine`, {
      method: 'POST',
      headers: { origin: 'https://x.test' },
    })
    expect([foreign.status, await codeOf(foreign)]).toEqual([403, 'FORBIDDEN_ORIGIN'])
    const reading = await call('/console/api/catchers')
    expect([reading.status, await codeOf(reading)]).toEqual([401, 'NOT_AUTHENTICATED'])
    expect(await statusWithHost('/hooks/mine', 'evil.test')).toBe(403)
    expect(calls).toHaveLength(1)
  })
})

describe('pages', () => {
  test('the page is the answer to every address that is no file, never kept, and under a strict policy', async () => {
    for (const path of ['/', '/channels', `/channels/${CHANNEL}?tab=health`]) {
      const response = await call(path)
      expect(await response.text()).toContain('<title>console</title>')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
          "font-src 'self'; media-src 'self' blob: http://127.0.0.1:8088; " +
          `connect-src 'self' ws://127.0.0.1:${listening.port} ws://127.0.0.1:* http://127.0.0.1:8088; ` +
          "worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
      )
    }
  })

  test('hashed files may be kept for good; nothing outside the folder is served', async () => {
    const script = await call('/assets/index-1a2b3c.js')
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('content-type')).toContain('javascript')
    for (const path of [
      '/assets/none.js',
      '/..%2fsecret.txt',
      '/x%00.js',
      '/%2e%2e/secret.txt',
      '/.env',
      '/console/api/none',
    ]) {
      expect([path, (await call(path)).status]).toEqual([path, 404])
    }
  })

  test('a name that only points here is refused', async () => {
    expect(await statusWithHost('/', `localhost:${listening.port}`)).toBe(200)
    expect(await statusWithHost('/', 'rebound.evil.test')).toBe(403)
    expect(await statusWithHost('/console/api/session', 'rebound.evil.test')).toBe(403)
  })
})

describe('events', () => {
  interface Opened {
    readonly messages: ConsoleMessage[]
    readonly status: number
    readonly closed: Promise<number>
    close(): void
  }

  function open(headers: Record<string, string>): Promise<Opened> {
    return new Promise((resolve) => {
      const socket = new WebSocket(`${base.replace('http', 'ws')}/console/api/events`, { headers })
      const messages: ConsoleMessage[] = []
      const closed = new Promise<number>((done) => socket.on('close', done))
      const opened = (status: number) => resolve({ messages, status, closed, close: () => socket.close() })
      socket.on('message', (data: Buffer) => {
        messages.push(JSON.parse(data.toString()) as ConsoleMessage)
        opened(101)
      })
      socket.on('unexpected-response', (_request, response) => {
        response.resume()
        opened(response.statusCode ?? 0)
      })
      socket.on('error', () => undefined)
    })
  }

  test('begin with a snapshot, and end when the session does', async () => {
    const cookie = await signIn()
    const socket = await open({ cookie, origin: base })
    expect(socket.messages).toMatchObject([{ type: 'snapshot', seq: 0, state: { engine: { version: '1' } } }])
    await call('/console/api/session', { method: 'DELETE', cookie })
    expect(await socket.closed).toBe(4401)
    expect(socket.messages.at(-1)).toEqual({ type: 'signed-out' })
  })

  test('are refused before the upgrade: without a session, to foreign pages, under foreign names', async () => {
    const cookie = await signIn()
    expect((await open({ origin: base })).status).toBe(401)
    expect((await open({ cookie: 'airdesk_test=guess', origin: base })).status).toBe(401)
    expect((await open({ cookie, origin: 'http://evil.test' })).status).toBe(403)
    expect((await open({ cookie, origin: 'null' })).status).toBe(403)
    expect((await open({ cookie, host: 'rebound.evil.test' })).status).toBe(403)
  })

  test('need nothing from the page: a long message ends the connection, not the service', async () => {
    const cookie = await signIn()
    const socket = new WebSocket(`${base.replace('http', 'ws')}/console/api/events`, { headers: { cookie } })
    socket.on('error', () => undefined)
    socket.on('open', () => socket.send('x'.repeat(5000)))
    expect(await new Promise((resolve) => socket.on('close', resolve))).toBe(1009)
    expect((await call('/console/api/session', { cookie })).status).toBe(200)
  })

  test('are at most 32 of one session; one that closes makes room, and another session has its own', async () => {
    const opened: WebSocket[] = []
    const openOne = (cookie: string) =>
      new Promise<number>((resolve) => {
        const address = `${base.replace('http', 'ws')}/console/api/events`
        const socket = new WebSocket(address, { headers: { cookie } })
        opened.push(socket)
        socket.on('open', () => resolve(101)).on('error', () => undefined)
        socket.on('unexpected-response', (request, { statusCode = 0 }) => {
          request.destroy()
          resolve(statusCode)
        })
      })
    const [mine, other] = [0, 1].map(() => `airdesk_test=${identity.sessions.open(master, 'console').token}`)
    for (let i = 0; i < MAX_SOCKETS; i++) expect(await openOne(mine ?? '')).toBe(101)
    expect(await openOne(mine ?? '')).toBe(503)
    expect(await openOne(other ?? '')).toBe(101)
    opened[0]?.close()
    await waitFor(async () => (await openOne(mine ?? '')) === 101, 'a closed socket to make room')
    for (const socket of opened) socket.terminate()
  })
})
