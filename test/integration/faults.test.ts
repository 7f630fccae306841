/** Faults of the control process, on the real service: each hits what it names, nothing else, and is then gone. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { ConsoleClient } from '../../service/entry/console-client.ts'
import { faultsOf } from '../../service/kit/faults.ts'
import type { Faults } from '../../service/kit/faults.ts'
import { callOption } from '../support/option-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

const LIST = 'Service_20200729.ListChannelIDs'
let folder: string
let service: RunningService
let client: ConsoleClient
let faults: Faults

const fileOf = async (name: string, content: object) => {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(content))
  return path
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-faults-'))
  const given = {
    id: 'given',
    at: 'option',
    match: { path: '/api/view' },
    effect: { kind: 'cut' },
    on: false,
  }
  const file = await fileOf('faults.json', { version: 1, faults: [given] })
  service = await startService({ args: ['--emulator', '--seed', '7', '--faults', file] })
  client = new ConsoleClient(service.dataDir)
  await client.open()
  faults = faultsOf(client)
})
afterEach(async () => {
  for (const { fault } of await faults.list()) await faults.remove(fault.id)
})
afterAll(async () => {
  await client.close()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

const hits = async (id: string) => (await faults.list()).find(({ fault }) => fault.id === id)?.hits

async function live(target = LIST, token = service.ready.access_token, body: object = {}): Promise<number> {
  const response = await fetch(service.ready.live_base_url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-sfu-target': target },
    body: JSON.stringify(body),
  })
  const { error_type } = (await response.json()) as { error_type?: string }
  if (error_type !== undefined) expect([401, 500]).toContain(response.status)
  return response.status
}

const login = () => {
  const { email, password, access_code } = service.ready
  const json = { email, password, access_code }
  return callOption(service.ready.option_base_url, 'POST', '/api/login', { json })
}

it('a file is armed at the start, given back, and refused with member and rule', async () => {
  const file = await faults.file()
  expect(file.faults.map(({ id, on }) => [id, on])).toEqual([['given', false]])
  await faults.remove('given')
  expect((await faults.addFile(file)).map(({ state }) => state)).toEqual(['off'])
  const wrong = { version: 1, faults: [{ id: 'x', at: 'live', effect: { kind: 'slow' } }] }
  await expect(faults.addFile(wrong as never)).rejects.toThrow(
    'faults[0].effect.kind must be one of answer, delay, cut, revoke',
  )
  const args = ['--emulator', '--faults', await fileOf('wrong.json', wrong)]
  await expect(startService({ args, dataDir: join(folder, 'other') })).rejects.toThrow(
    'faults[0].effect.kind must be one of answer, delay, cut, revoke',
  )
})

it('errors of both APIs have the headers that go with their status', async () => {
  const ends = { afterHits: 1 }
  const headersOf = async (path: string, base: string) => {
    const headers = { authorization: `Bearer ${service.ready.access_token}`, 'x-sfu-target': LIST }
    const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: '{}' })
    return Object.fromEntries(
      ['retry-after', 'www-authenticate', 'allow'].map((n) => [n, response.headers.get(n)]),
    )
  }
  const none = { 'retry-after': null, 'www-authenticate': null, allow: null }
  for (const [code, header] of [
    ['TOO_MANY_REQUESTS', { 'retry-after': '1' }],
    ['NOT_AUTHENTICATED', { 'www-authenticate': 'Bearer' }],
    ['METHOD_NOT_ALLOWED', { allow: 'POST' }],
    ['INTERNAL', {}],
  ] as const) {
    await faults.add({ at: 'option', effect: { kind: 'answer', code }, ends })
    expect(await headersOf('/api/login', service.ready.option_base_url)).toEqual({ ...none, ...header })
  }
  for (const [code, header] of [
    ['TooManyRequests', { 'retry-after': '1' }],
    ['Unauthorized', { 'www-authenticate': 'Bearer' }],
  ] as const) {
    await faults.add({ at: 'live', effect: { kind: 'answer', code }, ends })
    expect(await headersOf('/', service.ready.live_base_url)).toEqual({ ...none, ...header })
  }
})

it('what is not there is named', async () => {
  await expect(faults.remove('nope')).rejects.toThrow('There is no fault nope.')
  await expect(faults.preset('nope' as never)).rejects.toThrow(
    'There is no preset nope; there are uplink-lost, ',
  )
})

it('the option API answers an error, late or not at all, for what is named', async () => {
  const match = { method: 'POST', path: '/api/login' } as const
  await faults.add({
    id: 'a',
    at: 'option',
    match,
    effect: { kind: 'answer', code: 'INTERNAL' },
    ends: { afterHits: 1 },
  })
  expect((await callOption(service.ready.option_base_url, 'GET', '/api/schedule')).status).toBe(401)
  expect((await login()).body).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
  expect(await faults.waitForHits('a')).toMatchObject({ state: 'over', hits: 1 })
  expect((await login()).status).toBe(200)
  await faults.add({
    id: 'b',
    at: 'option',
    match,
    effect: { kind: 'delay', delayMs: 300 },
    ends: { afterHits: 1 },
  })
  const begun = performance.now()
  expect((await login()).status).toBe(200)
  expect(performance.now() - begun).toBeGreaterThan(299)
  await faults.add({ id: 'c', at: 'option', match, effect: { kind: 'cut' }, ends: { afterHits: 1 } })
  await expect(login()).rejects.toThrow()
  expect((await login()).status).toBe(200)
})

it('the live API answers every second call of one operation with an error, until that is taken back', async () => {
  const { fault } = await faults.add({
    at: 'live',
    match: { operation: 'ListChannelIDs', every: 2 },
    effect: { kind: 'answer', code: 'HandlerException' },
  })
  const other = 'Service_20190205.ListArchiveDestinations'
  const statuses = [await live(), await live(other), await live(other), await live(), await live()]
  expect(statuses).toEqual([200, 200, 200, 500, 200])
  expect(await hits(fault.id)).toBe(1)
  await faults.disarm()
  expect(await live()).toBe(200)
})

it('a system that is not named is left alone', async () => {
  const [preset] = await faults.preset('live-api-slow', { systemId: 'ANOTHER' })
  expect(preset?.fault.id).toBe('live-api-slow.ANOTHER')
  expect(await live()).toBe(200)
  expect(await hits('live-api-slow.ANOTHER')).toBe(0)
})

it('the audit log has who armed and disarmed what', async () => {
  await faults.add({ id: 'one', name: 'One', at: 'disk', match: { share: 0 }, effect: { kind: 'full' } })
  await faults.preset('api-fails', { systemId: 'ANOTHER' })
  await faults.disarm()
  await faults.remove('one')
  const { entries } = await client.call(CONSOLE_API.audit.list, { query: { limit: 200 } })
  // What is done again within a minute is one entry.
  const about = (asked: string) =>
    entries.flatMap(({ verb, objects }) => (verb === asked ? objects.map(({ name }) => name) : []))
  expect(about('fault.armed')).toEqual(
    expect.arrayContaining(['One', 'api-fails.ANOTHER', 'api-fails-2.ANOTHER']),
  )
  expect(about('fault.disarmed')).toContain('One')
})

it('an access token is revoked in the midst of things, for good, and only that', async () => {
  const { accessTokens } = CONSOLE_API
  const { token } = await client.call(accessTokens.create, { body: { name: 'Of the app' } })
  await faults.preset('token-revoked')
  expect(await live(LIST, token)).toBe(200)
  await faults.disarm()
  await faults.add({ id: 'revoke', at: 'live', effect: { kind: 'revoke' }, ends: { afterHits: 1 } })
  expect([await live(LIST, token), await live(LIST, token), await live()]).toEqual([401, 401, 200])
  const known = await client.call(accessTokens.list)
  const revoked = known.accessTokens.filter(({ revokedAt }) => revokedAt !== null).map(({ name }) => name)
  expect(revoked).toEqual(['Of the app'])
})

it('signaling of one channel is closed, that of another is not', async () => {
  const match = { type: 'connect', channelId: 'STRUCK' } as const
  await faults.add({
    id: 's',
    at: 'signaling',
    match,
    effect: { kind: 'close', reason: 'BROKEN' },
    ends: { afterHits: 1 },
  })
  expect(await connect('ANOTHER')).toBe('4490 CHANNEL-NOT-FOUND')
  expect(await connect('STRUCK')).toBe('4490 BROKEN')
  expect(await connect('STRUCK')).toBe('4490 CHANNEL-NOT-FOUND')
})

/** @returns how the WebSocket is closed */
function connect(channelId: string): Promise<string> {
  const socket = new WebSocket(service.ready.signaling_url, { rejectUnauthorized: false })
  socket.on('open', () =>
    socket.send(JSON.stringify({ type: 'connect', role: 'recvonly', channel_id: channelId, sdp: 'v=0' })),
  )
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', (code, reason) => resolve(`${code} ${reason.toString()}`))
  })
}

it('an endpoint of webhooks cannot be reached, another one can, and both can afterwards', async () => {
  const { catchers } = CONSOLE_API
  const arrived = async (name: string) => {
    const { requests } = await client.call(catchers.requests, { params: { name } })
    return requests.length
  }
  const sample = async (name: string) => {
    await client.call(catchers.sendSample, { params: { name }, body: { type: 'connection.created' } })
  }
  const [down] = await Promise.all(
    ['down', 'up'].map((name) =>
      client.call(catchers.create, { body: { name, answer: { kind: 'allow' }, delayMs: 0 } }),
    ),
  )
  await faults.add({ id: 'w', at: 'webhook', match: { url: down?.url }, effect: { kind: 'unreachable' } })
  // Other events of a channel wait behind one that fails.
  await sample('up')
  await waitFor(async () => (await arrived('up')) === 1, 'the other endpoint to be reached')
  expect(await hits('w')).toBe(0)
  await sample('down')
  expect(await faults.waitForHits('w')).toMatchObject({ state: 'armed' })
  expect(await arrived('down')).toBe(0)
  await faults.remove('w')
  await waitFor(async () => (await arrived('down')) === 1, 'the endpoint to be reached again', 60_000)
})

it('a process is killed once, another is not, and it comes back', async () => {
  const ended = () => service.output().match(/media process ended unexpectedly/g)?.length ?? 0
  const [killed] = await faults.preset('sfu-killed')
  expect(await faults.waitForHits(killed?.fault.id ?? '')).toMatchObject({ state: 'over', hits: 1 })
  await waitFor(() => ended() === 1, 'the end of the process')
  await faults.preset('ingest-killed')
  await faults.waitForHits('ingest-killed')
  await waitFor(() => ended() === 2, 'the end of the other process')
  expect(service.output()).toContain('"process":"ingest"')
  await waitFor(async () => (await connect('ANOTHER')) === '4490 CHANNEL-NOT-FOUND', 'signaling')
})
