/** What users without a permission are told of a broadcast by the console of a running service, and what they can do. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { CONSOLE_API as api, CONSOLE_ROUTES } from '../../service/contract/console/index.ts'
import type { Route } from '../../service/contract/console/route.ts'
import { rulesOf } from '../../service/contract/console/rules-of.ts'
import { expected } from '../support/console-kinds.ts'
import type { Kind } from '../support/console-kinds.ts'
import { membersOf } from '../support/samples.ts'
import { isBlank, needsOf, sees } from '../support/seen-members.ts'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import type { ConsoleMessage } from '../../service/contract/console/events.ts'
import { signIn } from '../support/console-client.ts'
import type { ConsoleClient, Followed } from '../support/console-client.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { freePort } from '../support/free-port.ts'
import { callLive, createRtmpChannel } from '../support/live-client.ts'
import { callOption, loginMaster } from '../support/option-client.ts'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import type { FlvPublisher } from '../../service/kit/rtmp/publisher.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

const NOTHING = { delivery: false, view: false, schedule: false, user: false }
type Granted = Partial<typeof NOTHING>

let service: RunningService
let publisher: FlvPublisher
let channelId: string
let master: ConsoleClient
const followed: Followed[] = []

beforeAll(async () => {
  service = await startService()
  master = await signIn(service.ready, service.ready)
  const { bucketUri } = await master.done(api.destinations.localFolder)
  const archive = await callLive(service.ready, 'Service_20190205.CreateArchiveDestination', {
    bucket_uri: bucketUri,
  })
  const sound = { durationSeconds: 1, startTimeOffset: 0, audio: { bps: 96_000 }, archive }
  const channel = await createRtmpChannel(service.ready, {
    hls: [sound],
    encrypt_key_uri: 'https://member.example.test/key',
    event_webhook_url: `http://127.0.0.1:${await freePort()}/events`,
  })
  channelId = channel.channel_id
  const flv = await makeFlv({ video: false, seconds: 2 })
  publisher = publishFlv({ url: channel.ingest_url, flv, realTime: true, loop: true })
  await publisher.published
  await until(follow(master), (one) => one.onAirSince !== null)
})
afterAll(async () => {
  for (const one of followed) one.close()
  await publisher.stop()
  await service.stop()
})

async function addUser(granted: Granted, name = Object.keys(granted).join('-') || 'nothing') {
  const email = `${name}@example.test`
  const token = await loginMaster(service.ready)
  const json = { name: 'Somebody', email, password: 'secret', ...NOTHING, ...granted }
  const { body } = await callOption(service.ready.option_base_url, 'POST', '/api/user', { token, json })
  const { user_id: userId } = body as { user_id: number }
  const { access_code } = service.ready
  return { userId, client: await signIn(service.ready, { email, password: 'secret', access_code }) }
}

function follow(client: ConsoleClient): Followed {
  const one = client.follow()
  followed.push(one)
  return one
}

/** The channel as it was told last, once that fits. */
const until = ({ messages }: Followed, fits: (channel: ChannelView) => boolean): Promise<ChannelView> =>
  waitFor(() => {
    const told = messages.flatMap(channelsOf).findLast((one) => one.channelId === channelId)
    return told && fits(told) ? told : null
  }, 'the channel is told')

function channelsOf(message: ConsoleMessage): readonly ChannelView[] {
  if (message.type === 'snapshot') return message.state.channels
  return message.type === 'delta' ? (message.channels ?? []) : []
}

const snapshotOf = ({ messages }: Followed) =>
  waitFor(() => messages.find((one) => one.type === 'snapshot') ?? null, 'the snapshot')

/** Statuses of what shows a broadcast: its health, its picture, its keys. */
const shown = async (client: ConsoleClient) => [
  await client.status(api.health.read, { params: { id: channelId } }),
  await client.status(api.channels.picture, { params: { id: channelId } }),
  await client.status(api.channels.key, { params: { id: '0'.repeat(26) } }),
]

test('without a permission nothing of a broadcast is told, nor with the permission to schedule', async () => {
  for (const granted of [{}, { schedule: true }]) {
    const { client } = await addUser(granted)
    const events = follow(client)
    const { state } = await snapshotOf(events)
    expect(state.channels).toEqual([])
    expect(state.engine).toMatchObject({ webhooks: null, load: null, archive: null, diskFreeBytes: null })
    expect(JSON.stringify(events.messages)).not.toContain(channelId)
    expect(await shown(client)).toEqual([403, 403, 403])
  }
})

test('who may view is told where to watch, and not where to publish; who may deliver is told both', async () => {
  const [viewer, sender] = [await addUser({ view: true }), await addUser({ delivery: true })]
  const watched = await until(follow(viewer.client), ({ connections }) => connections.length > 0)
  expect(watched.rtmp).toMatchObject({ ingestUrl: null, ingestServer: null, ingestKey: null })
  expect(watched.rtmp?.playlistUrl).toContain(channelId)
  expect(watched.connections).toMatchObject([{ remoteAddress: null, encoder: null, stats: null }])
  expect(await shown(viewer.client)).toEqual([403, 404, 404])
  const operated = await until(follow(sender.client), ({ connections }) => connections.length > 0)
  expect(operated.rtmp?.ingestUrl).toContain(channelId)
  expect(operated.connections[0]?.remoteAddress).toContain('127.0.0.1')
  expect(await shown(sender.client)).toEqual([200, 404, 404])
})

test('who loses a permission is told at once that it is gone, with what it showed', async () => {
  const { userId, client } = await addUser({ view: true, user: true })
  const events = follow(client)
  await until(events, () => true)
  const token = await loginMaster(service.ready)
  const json = { user_id: userId, view: false }
  await callOption(service.ready.option_base_url, 'PATCH', '/api/user', { token, json })
  await waitFor(
    () => events.messages.some((one) => one.type === 'delta' && one.removed?.includes(channelId)) || null,
    'the channel is taken away',
  )
  const { session } = await waitFor(
    () => events.messages.find((one) => one.type === 'session') ?? null,
    'the new rights are told',
  )
  expect(session.user.permissions).toEqual({ ...NOTHING, user: true })
})

test('a master looks at the console as a user sees it, changes nothing meanwhile, and comes back', async () => {
  const { userId } = await addUser({ view: true, schedule: true })
  const looking = await signIn(service.ready, service.ready)
  const events = follow(looking)
  await until(events, ({ rtmp }) => rtmp?.ingestUrl !== null)
  const seen = await looking.done(api.session.viewAs, { body: { userId } })
  expect(seen).toMatchObject({ user: { userId, isMaster: false }, viewedBy: { name: expect.any(String) } })
  await until(events, ({ rtmp }) => rtmp?.ingestUrl === null)
  expect(await shown(looking)).toEqual([403, 404, 404])
  // Their own rights would do for each of these.
  expect(await looking.status(api.users.overview)).toBe(403)
  const schedule = { schedule_id: '0'.repeat(26) }
  expect(await looking.call(api.option.deleteSchedule, { query: schedule })).toMatchObject({
    ...{ status: 403, body: { error: { code: 'ONLY_LOOKING' } } },
  })
  // Another session of the same master is not touched.
  expect(await master.status(api.users.overview)).toBe(200)
  expect(await looking.done(api.session.endViewAs)).toMatchObject({
    user: { isMaster: true },
    viewedBy: null,
  })
  await until(events, ({ rtmp }) => rtmp?.ingestUrl !== null)
  expect(await looking.status(api.users.overview)).toBe(200)
})

test('nobody but masters looks as somebody else', async () => {
  const { userId } = await addUser({ delivery: true, view: true, schedule: true, user: true })
  const { client } = await addUser({ delivery: true, user: true })
  expect(await client.status(api.session.viewAs, { body: { userId } })).toBe(403)
  expect(await master.status(api.session.viewAs, { body: { userId: 999_999 } })).toBe(404)
})

test('who may not deliver cannot signal by the console to go on air', async () => {
  const { ready } = service
  const { client } = await addUser({ view: true, delivery: false, schedule: true, user: true })
  const url = ready.console_url.replace(/^http/, 'ws') + api.signaling.connect.path
  const status = await new Promise<number>((resolve, reject) => {
    const socket = new WebSocket(url, { origin: ready.console_url, headers: { cookie: client.cookie } })
    socket.on('unexpected-response', (_, response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    socket.on('open', () => reject(new Error('it was let in')))
    socket.on('error', () => undefined)
  })
  expect(status).toBe(403)
  expect(await client.status(api.channels.startTestPicture, { params: { id: channelId } })).toBe(403)
})

const ROLES: readonly (readonly [Kind, Granted])[] = [
  ['a user without permissions', {}],
  ['a user who may deliver', { delivery: true }],
  ['a user who may view', { view: true }],
  ['a user who may schedule', { schedule: true }],
  ['a user who may manage users', { user: true }],
]

test(
  'what is read of it is answered to each kind of user as the table says, member by member',
  { tags: 'nightly' },
  async () => {
    const [from, to] = [new Date(Date.now() - 90_000_000), new Date(Date.now() + 90_000_000)]
    await master.done(api.option.createSchedule, {
      body: {
        ...{ name: 'Now', service_params: [] },
        ...{ start_datetime: specified(from), end_datetime: specified(to) },
      },
    })
    await waitFor(
      async () => (await master.done(api.webhooks.endpoints)).endpoints.length > 0 || null,
      'a webhook is tried',
    )
    // Published documents have thousands of members that are for everybody.
    const isRead = ({ kind, method, path }: Route) =>
      kind === 'json' &&
      method === 'GET' &&
      !path.includes('/openapi/') &&
      (!path.includes(':') || /^\S+channels\/:id(\/\w+)?$/.test(path))
    const reads = CONSOLE_ROUTES.filter(isRead)
    const sending = { params: { id: channelId }, query: { from: 0, to: Date.now() + 90_000_000 } }
    const clients = await Promise.all(
      ROLES.map(async ([kind, granted]) => {
        const { client } = await addUser(granted, `${Object.keys(granted)[0] ?? 'none'}-reads`)
        return { kind, client }
      }),
    )
    let pairs = 0
    for (const route of reads) {
      const whole = await master.call(route, sending)
      const all = whole.status === 200 ? [...membersOf(whole.body).keys()] : []
      for (const { kind, client } of clients) {
        const { status, body } = await client.call(route, sending)
        const refused = expected(route.who, kind)
        pairs += all.length
        if (refused !== null) {
          expect([status, body], `${kind} ${route.path}`).toMatchObject([403, { error: { code: refused } }])
          continue
        }
        expect(status, `${kind} ${route.path}`).toBe(whole.status)
        const got = membersOf(body)
        for (const path of all) {
          if (sees(kind, needsOf(rulesOf(route), path.split('.')))) continue
          expect(isBlank(got.get(path)), `${kind} ${route.path} ${path}`).toBe(true)
        }
      }
    }
    console.info(`${pairs} pairs of a kind of user and a member that a running service has`)
    expect(pairs).toBeGreaterThan(500)
  },
)

/** As the option API takes it. */
const specified = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/')
