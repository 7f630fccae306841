import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { testIdentity } from '../../../test/support/identity.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { Refusal } from '../../contract/refusal/refusal.ts'
import { problem } from '../../contract/refusal/rules.ts'
import type { AccessTokenId, ChannelId, SystemId } from '../../contract/ids.ts'
import { ID_PATTERN } from '../../contract/ids.ts'
import { createRtmpChannelRequest } from '../../contract/live-api.ts'
import { createLogger } from '../../platform/logger.ts'
import { ensureFirstSystem } from '../identity/first-system.ts'
import { channelRepository } from '../store/channels.ts'
import type { Database } from '../store/database.ts'
import { Channels } from './channels.ts'
import { outgoingTo } from '../../../test/support/outgoing.ts'

const settings = createRtmpChannelRequest.parse({
  hls: [{ durationSeconds: 2, startTimeOffset: -2, audio: { bps: 100_000 } }],
  auth_webhook_url: 'http://127.0.0.1/auth',
})
const OTHER = 'other' as SystemId

let folder: string
let clock: ManualClock
let database: Database
let systemId: SystemId
let consoleToken: AccessTokenId
let apiToken: AccessTokenId
let closed: [ChannelId, string, boolean][]
let closing: () => Promise<void>
let channels: Channels

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-channels-'))
  clock = new ManualClock()
  closed = []
  closing = () => Promise.resolve()
  await open()
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

async function open(): Promise<void> {
  database = openTestDatabase(join(folder, 'airdesk.db'))
  const repository = channelRepository(database)
  const identity = testIdentity(clock, database)
  const first = await ensureFirstSystem(identity, clock, { accessToken: 'api-token' })
  systemId = first.system.id
  consoleToken = first.consoleTokenId
  apiToken = identity.accessTokens.list(systemId)[0]?.id ?? consoleToken
  channels = new Channels({
    clock,
    logger: createLogger('silent'),
    transactions: database,
    outgoing: outgoingTo('computer'),
    channels: repository,
    broadcasts: {
      closeChannel(channelId, reason) {
        closed.push([channelId, reason, repository.find(channelId) === null])
        return closing()
      },
    },
    archiveDestinations: { has: (system, id) => system === systemId && id === 'known' },
  })
}
const create = () => channels.create({ systemId, tokenId: apiToken }, { kind: 'rtmp', settings })
const code = async (run: () => unknown) => {
  try {
    await run()
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
  return null
}

it('makes channels and keeps their settings as they were written', () => {
  const channel = create()
  expect(channel).toEqual({
    channelId: expect.stringMatching(ID_PATTERN) as unknown,
    systemId,
    tokenId: apiToken,
    tokenName: 'Default',
    madeVia: 'api',
    kind: 'rtmp',
    name: '',
    label: '',
    settings,
    createdAt: clock.now(),
  })
  expect(channels.get(systemId, channel.channelId)).toEqual(channel)
  expect(channels.create({ systemId, tokenId: consoleToken }, { kind: 'rtmp', settings })).toMatchObject({
    madeVia: 'console',
    tokenName: 'Console',
  })
})

it('lists them oldest first, also those made in the same millisecond', () => {
  const ids = Array.from({ length: 20 }, (_, i) => {
    if (i % 7 === 6) clock.advance(1)
    return create().channelId
  })
  expect(channels.listIds(systemId)).toEqual(ids)
  expect(channels.list(systemId).map(({ channelId }) => channelId)).toEqual(ids)
  expect([...channels.each(systemId)]).toEqual(channels.list(systemId))
  expect(channels.listIds(OTHER)).toEqual([])
})

it('reads many in parts, and what is made or deleted meanwhile shows', async () => {
  const ids = Array.from({ length: 450 }, (_, i) => {
    // So that parts end among those of one millisecond.
    if (i % 130 === 0) clock.advance(1)
    return create().channelId
  })
  const seen: ChannelId[] = []
  for (const { channelId } of channels.each(systemId)) {
    seen.push(channelId)
    if (seen.length === 1) {
      await channels.delete(systemId, ids[449] ?? '')
      ids[449] = create().channelId
    }
  }
  expect(seen).toEqual(ids)
})

it('survives a restart, deletions included', async () => {
  const [a, b] = [create(), create()]
  channels.rename(systemId, b.channelId, 'the second')
  channels.setLabel(systemId, b.channelId, 'Match day')
  await channels.delete(systemId, a.channelId)
  database.close()
  await open()
  expect(channels.list(systemId)).toEqual([{ ...b, name: 'the second', label: 'Match day' }])
  expect(await code(() => channels.get(systemId, a.channelId))).toBe('CHANNEL_NOT_FOUND')
})

it('knows no channel of another system, no deleted and no invented one', async () => {
  const { channelId } = create()
  const gone = create().channelId
  await channels.delete(systemId, gone)
  for (const [system, id] of [
    [OTHER, channelId],
    [systemId, gone],
    [systemId, ''],
    [systemId, '__proto__'],
    [systemId, channelId.toLowerCase()],
    [systemId, `${channelId}' OR 1=1 --`],
  ] as const) {
    expect(await code(() => channels.get(system, id))).toBe('CHANNEL_NOT_FOUND')
    expect(await code(() => channels.rename(system, id, 'x'))).toBe('CHANNEL_NOT_FOUND')
    expect(await code(() => channels.setLabel(system, id, 'x'))).toBe('CHANNEL_NOT_FOUND')
    expect(await code(() => channels.delete(system, id))).toBe('CHANNEL_NOT_FOUND')
  }
  expect(channels.get(systemId, channelId).name).toBe('')
})

it('is deleted before its publishers are disconnected, and waits for that', async () => {
  const { channelId } = create()
  let release: () => void = () => undefined
  closing = () => new Promise((resolve) => (release = resolve))
  let done = false
  const deletion = channels.delete(systemId, channelId).then(() => (done = true))
  expect(closed).toEqual([[channelId, 'channel-deleted', true]])
  await Promise.resolve()
  expect(done).toBe(false)
  release()
  await deletion
})

it('is deleted also when the media process can not be told', async () => {
  const { channelId } = create()
  closing = () => Promise.reject(new Error('the process is gone'))
  await channels.delete(systemId, channelId)
  expect(channels.listIds(systemId)).toEqual([])
})

it('tells of every change once it is on disk', async () => {
  const heard: [ChannelId, number][] = []
  const stop = channels.onChange((channelId) => heard.push([channelId, channels.list(systemId).length]))
  const { channelId } = create()
  channels.rename(systemId, channelId, 'x')
  await channels.delete(systemId, channelId)
  expect(heard).toEqual([
    [channelId, 1],
    [channelId, 1],
    [channelId, 0],
  ])
  const failing = () =>
    database.transaction(() => {
      create()
      throw new Error('undone')
    })
  expect(failing).toThrow('undone')
  stop()
  create()
  expect(heard).toHaveLength(3)
})

it('names each unknown archive destination', () => {
  const [rendition] = settings.hls
  if (!rendition) throw new Error('no rendition')
  const known = { ...rendition, archive: { archive_destination_id: 'known' } }
  const archived = { ...rendition, archive: { archive_destination_id: 'x' } }
  const attempt = () =>
    channels.create(
      { systemId, tokenId: apiToken },
      { kind: 'rtmp', settings: { ...settings, hls: [known, archived] } },
    )
  expect(attempt).toThrow(Refusal)
  try {
    attempt()
  } catch (error) {
    expect(error).toMatchObject({
      code: 'UNKNOWN_DESTINATIONS',
      problems: [problem('hls[1].archive.archive_destination_id', 'knownDestination')],
    })
  }
  expect(channels.list(systemId)).toEqual([])
})

it('makes channels of each kind, those of schedules too', () => {
  const webhooks = { auth_webhook_url: '', event_webhook_url: '', environment: 1 as const }
  const webrtc = channels.create({ systemId, tokenId: apiToken }, { kind: 'webrtc', settings: webhooks })
  const withHls = channels.create(
    { systemId, tokenId: consoleToken, forSchedule: true },
    { kind: 'webrtc-hls', settings: { ...settings, ...webhooks } },
  )
  expect(webrtc).toMatchObject({ kind: 'webrtc', settings: webhooks, madeVia: 'api' })
  expect(withHls).toMatchObject({ kind: 'webrtc-hls', settings: { hls: settings.hls }, madeVia: 'schedule' })
  expect(channels.list(systemId)).toEqual([webrtc, withHls])
})

it('is deleted together with what goes with it, or not at all', async () => {
  const { channelId } = create()
  const fail = () => {
    throw new Error('undone')
  }
  await expect(channels.delete(systemId, channelId, fail)).rejects.toThrow('undone')
  expect([channels.listIds(systemId), closed]).toEqual([[channelId], []])
  let found: unknown
  await channels.delete(systemId, channelId, () => (found = channels.listIds(systemId)))
  expect(found).toEqual([])
})
