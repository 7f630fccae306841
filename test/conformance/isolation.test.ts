/**
 * Two systems in one installation never see each other: for every endpoint and operation, the other
 * system's things are tried, and refused as if they did not exist.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../service/control/api/live/operations/index.ts'
import { ENDPOINTS } from '../../service/control/api/option/routes/index.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { Address } from '../../service/contract/console/request.ts'
import type { Route } from '../../service/contract/console/route.ts'
import { signIn } from '../support/console-client.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { RENDITION_360 } from '../support/live-client.ts'
import { callOption, login } from '../support/option-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { holds } from './holds.ts'
import { callLive } from './live-call.ts'

const OTHER = {
  name: 'Other',
  email: 'other@example.com',
  password: 'other12',
  access_code: 'other code',
}

/** Everything that one system has. */
interface Side {
  readonly loginToken: string
  readonly accessToken: string
  readonly scheduleId: string
  readonly channelId: string
  readonly webrtcChannelId: string
  readonly destinationId: string
  readonly userId: number
}

let service: RunningService
let console_: ConsoleClient
let mine: Side
let theirs: Side

const OTHER_SYSTEM = {
  name: OTHER.name,
  timeZone: 'UTC',
  email: OTHER.email,
  password: OTHER.password,
  accessCode: OTHER.access_code,
}

beforeAll(async () => {
  service = await startService({ args: ['--recordings-dir', '/srv'] })
  console_ = await signIn(service.ready, service.ready)
  const { accessToken } = await console_.done(CONSOLE_API.installation.createSystem, { body: OTHER_SYSTEM })
  mine = await fill(service.ready, service.ready.access_token)
  theirs = await fill(OTHER, accessToken)
})
afterAll(async () => {
  await service.stop()
})

async function fill(master: typeof OTHER | typeof service.ready, accessToken: string): Promise<Side> {
  const base = service.ready.option_base_url
  const loginToken = await login(base, master)
  const post = async (path: string, json: object) =>
    (await callOption(base, 'POST', path, { token: loginToken, json })).body as Record<string, unknown>
  const live = async (target: string, body: object) =>
    (await callLive(service.ready, target, body, { token: accessToken })).body
  const schedule = await post('/api/schedule', {
    start_datetime: '2100/01/01 00:00:00',
    end_datetime: '2100/01/01 01:00:00',
    name: 'Same hour, same name',
    service_params: [],
  })
  const user = await post('/api/user', {
    name: 'Same person',
    email: 'same@example.com',
    password: 'secret1',
    ...{ delivery: true, view: true, schedule: true, user: true },
  })
  await post('/api/chat', { schedule_id: schedule['schedule_id'], body: `of ${master.email}` })
  const rtmp = await live('Service_20250901.CreateRTMPChannel', { hls: [RENDITION_360] })
  const webrtc = await live('Service_20200316.CreateMultistreamChannel', {})
  const destination = await live('Service_20190205.CreateArchiveDestination', { bucket_uri: 'file:///srv/a' })
  return {
    loginToken,
    accessToken,
    scheduleId: String(schedule['schedule_id']),
    channelId: String(rtmp['channel_id']),
    webrtcChannelId: String(webrtc['channel_id']),
    destinationId: String(destination['archive_destination_id']),
    userId: Number(user['user_id']),
  }
}

/** All that the other system has, as its own master and its own token see it. */
async function snapshot(side: Side): Promise<string> {
  const base = service.ready.option_base_url
  const option = (path: string, query = {}) =>
    callOption(base, 'GET', path, { token: side.loginToken, query })
  const live = (target: string) => callLive(service.ready, target, {}, { token: side.accessToken })
  const answers = await Promise.all([
    option('/api/schedule'),
    option('/api/user'),
    option('/api/chat', { schedule_id: side.scheduleId }),
    option('/api/delivery', { schedule_id: side.scheduleId }),
    live('Service_20200729.ListChannelIDs'),
    live('Service_20190205.ListArchiveDestinations'),
  ])
  return JSON.stringify(answers.map(({ body }) => body))
}

const period = { start_datetime: '2100/02/01 00:00:00', end_datetime: '2100/02/01 01:00:00' }

/** Tries of mine on what is theirs, by endpoint; null where an endpoint takes nobody's id. */
const tries = (): Readonly<Record<string, object | null>> => ({
  'POST /api/login': null,
  'GET /api/schedule': null,
  'POST /api/schedule': {
    ...period,
    name: 'x',
    service_params: [{ ...RENDITION_360, archive: { archive_destination_id: theirs.destinationId } }],
  },
  'PATCH /api/schedule': { schedule_id: theirs.scheduleId, ...period, name: 'Taken over' },
  'DELETE /api/schedule': { schedule_id: theirs.scheduleId },
  'GET /api/delivery': { schedule_id: theirs.scheduleId },
  'GET /api/view': { schedule_id: theirs.scheduleId },
  'GET /api/user': null,
  'POST /api/user': null,
  'PATCH /api/user': { user_id: theirs.userId, name: 'Taken over', password: 'mine123' },
  'DELETE /api/user': { user_id: theirs.userId },
  'PATCH /api/password': null,
  'PATCH /api/access-code': null,
  'GET /api/chat': { schedule_id: theirs.scheduleId },
  'POST /api/chat': { schedule_id: theirs.scheduleId, body: 'Taken over' },
})

test('every endpoint is tried', () => {
  expect(Object.keys(tries())).toEqual(ENDPOINTS.map(({ method, path }) => `${method} ${path}`))
})

holds('auth.system-scope', async () => {
  const before = await snapshot(theirs)
  for (const [endpoint, json] of Object.entries(tries())) {
    if (json === null) continue
    const [method, path] = endpoint.split(' ') as ['GET', string]
    const { status } = await callOption(service.ready.option_base_url, method, path, {
      token: mine.loginToken,
      json,
    })
    expect(status, endpoint).toBe(endpoint === 'POST /api/schedule' ? 400 : 404)
  }
  expect(await snapshot(theirs)).toBe(before)
  const own = await snapshot(mine)
  for (const id of [
    theirs.scheduleId,
    theirs.channelId,
    theirs.webrtcChannelId,
    theirs.destinationId,
    OTHER.email,
  ]) {
    expect(own).not.toContain(id)
  }
})

/** A body that fits the operation but for the ids, which are theirs. */
function bodyWithTheirIds(target: string): object | null {
  const operation = OPERATIONS.find((one) => one.target === target)
  const example = { ...(operation?.example.request as Record<string, unknown>) }
  if ('channel_id' in example) {
    const webrtc = target.startsWith('Sfu_')
    return { ...example, channel_id: webrtc ? theirs.webrtcChannelId : theirs.channelId }
  }
  if ('archive_destination_id' in example) return { archive_destination_id: theirs.destinationId }
  if ('hls' in example) {
    return { hls: [{ ...RENDITION_360, archive: { archive_destination_id: theirs.destinationId } }] }
  }
  return null
}

test('no operation of the live API reaches what the other system has', async () => {
  const before = await snapshot(theirs)
  const without: string[] = []
  for (const { target } of OPERATIONS) {
    const body = bodyWithTheirIds(target)
    if (body === null) {
      without.push(target)
      continue
    }
    const { error } = await callLive(service.ready, target, body, { token: mine.accessToken })
    expect(error, target).toMatch(/^(CHANNEL|ARCHIVE-DESTINATION)-NOT-FOUND$/)
  }
  // These take no id of a thing that the snapshot has; GetEncryptKey is tried beside the keys themselves.
  expect(without.sort()).toEqual([
    'Service_20190205.CreateArchiveDestination',
    'Service_20190205.ListArchiveDestinations',
    'Service_20200316.CreateMultistreamChannel',
    'Service_20200707.GetEncryptKey',
    'Service_20200729.ListChannelIDs',
  ])
  expect(await snapshot(theirs)).toBe(before)
})

test('the console of one system shows and changes nothing of the other', async () => {
  const before = await snapshot(theirs)
  const renamed = { params: { id: theirs.channelId }, body: { name: 'Taken over' } }
  expect(await console_.status(CONSOLE_API.channels.rename, renamed)).toBe(404)
  const labelled = { params: { id: theirs.channelId }, body: { label: 'Taken over' } }
  expect(await console_.status(CONSOLE_API.channels.setLabel, labelled)).toBe(404)
  const other = await signIn(service.ready, OTHER)
  const { id: test } = await console_.done(CONSOLE_API.destinations.beginTest, {
    body: { bucket_uri: 's3://b' },
  })
  expect(await console_.status(CONSOLE_API.destinations.test, { params: { id: test } })).toBe(200)
  expect(await other.status(CONSOLE_API.destinations.test, { params: { id: test } })).toBe(404)
  const saved = { params: { id: mine.destinationId } }
  expect(await console_.status(CONSOLE_API.destinations.beginSavedTest, saved)).toBe(202)
  expect(await other.status(CONSOLE_API.destinations.beginSavedTest, saved)).toBe(404)
  const taken = { ...saved, body: {} }
  expect(await other.status(CONSOLE_API.destinations.changeCredentials, taken)).toBe(404)
  const { accessTokens, webhooks, requests, system, destinations, recordings } = CONSOLE_API
  const lists: [Route, Address?][] = [
    ...[accessTokens.list, webhooks.list, requests.list, system.read].map((one): [Route] => [one]),
    ...[destinations.list, recordings.list].map((one): [Route] => [one]),
    [recordings.list, { query: { destination: mine.destinationId } }],
  ]
  for (const [route, address] of lists) {
    const text = JSON.stringify((await other.call(route, address)).body)
    for (const id of [
      mine.scheduleId,
      mine.channelId,
      mine.webrtcChannelId,
      mine.destinationId,
      service.ready.email,
    ]) {
      expect(text, route.path).not.toContain(id)
    }
  }
  const { systems, createSystem, setOrigins } = CONSOLE_API.installation
  expect(await other.status(systems)).toBe(403)
  expect(await other.status(createSystem, { body: {} })).toBe(403)
  expect(await other.status(setOrigins, { body: { origins: [] } })).toBe(403)
  expect(await snapshot(theirs)).toBe(before)
})

holds('decided.token-scope', async () => {
  const created = await console_.done(CONSOLE_API.accessTokens.create, { body: { name: 'Second' } })
  const { body } = await callLive(
    service.ready,
    'Service_20200729.ListChannelIDs',
    {},
    { token: created.token },
  )
  expect(body['channel_ids']).toEqual(expect.arrayContaining([mine.channelId, mine.webrtcChannelId]))
  const playlists = { channel_id: mine.channelId }
  const seen = await callLive(service.ready, 'Service_20200207.ListPlaylistURLs', playlists, {
    token: created.token,
  })
  expect(seen.status).toBe(200)
})

holds('live.forwarded-own-token', async () => {
  const created = await console_.done(CONSOLE_API.accessTokens.create, { body: { name: 'Third' } })
  for (const { target, example } of OPERATIONS.filter((one) => one.target.startsWith('Sfu_'))) {
    const body = { ...(example.request as object), channel_id: mine.webrtcChannelId }
    const { error } = await callLive(service.ready, target, body, { token: created.token })
    expect(error, target).toBe('CHANNEL-OF-ANOTHER-TOKEN')
  }
})

holds('auth.live-tokens-issued', async () => {
  const { id, token } = await console_.done(CONSOLE_API.accessTokens.create, { body: { name: 'App' } })
  const list = () => callLive(service.ready, 'Service_20200729.ListChannelIDs', {}, { token })
  expect((await list()).status).toBe(200)
  const listing = JSON.stringify(await console_.done(CONSOLE_API.accessTokens.list))
  expect(listing).toContain(id)
  expect(listing).not.toContain(token)
  expect(await console_.status(CONSOLE_API.accessTokens.revoke, { params: { id } })).toBe(200)
  expect((await list()).error).toBe('Unauthorized')
})
