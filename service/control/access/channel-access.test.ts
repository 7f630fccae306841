import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { EVERYTHING, NOTHING, optionDomain } from '../../../test/support/option-domain.ts'
import type { OptionDomain } from '../../../test/support/option-domain.ts'
import { openReception } from '../../composition/access.ts'
import type { Reception } from '../../composition/access.ts'
import { createRtmpChannelRequest } from '../../contract/live-api.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { PlaylistAccess } from '../../contract/worker-protocol.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { readGrant } from '../../platform/secrets/playlist-token.ts'
import { KEY_BYTES, secretBox } from '../../platform/secrets/secret-box.ts'
import { Topics } from '../../platform/topics.ts'
import type { ChannelActivity } from '../connection/channel-activity.ts'
import type { User } from '../identity/user.ts'
import type { System } from '../system/system.ts'
import { channelRepository } from '../store/channels.ts'
import type { Database } from '../store/database.ts'
import type { IngestTopics } from '../media-topics.ts'
import type { ChannelAccess } from './channel-access.ts'

const HOUR = 3_600_000
const box = secretBox(new Uint8Array(KEY_BYTES).fill(3))
const settings = createRtmpChannelRequest.parse({
  hls: [{ durationSeconds: 2, startTimeOffset: -2, audio: {} }],
})
let clock: ManualClock
let database: Database
let domain: OptionDomain
let system: System
let aiko: User
let told: PlaylistAccess[]
let ingest: Topics<IngestTopics>
let onAir: ChannelActivity
let reception: Reception
let access: ChannelAccess
let channelId: ChannelId

beforeEach(() => {
  clock = new ManualClock()
  database = openTestDatabase()
  domain = optionDomain(clock, database)
  system = domain.addSystem()
  aiko = domain.addUser(system, { name: 'Aiko Tanaka', permissions: EVERYTHING })
  open()
  channelId = make()
})
afterEach(() => database.close())

/** As a start of the service does. */
function open(secrets = box): void {
  ;[told, ingest] = [[], new Topics()]
  onAir = {
    connections: [],
    authorisingSince: null,
    denied: null,
    lastEnd: null,
  } as unknown as ChannelActivity
  const logger = createLogger('silent')
  const channels = channelRepository(database)
  reception = openReception({
    ...{ database, channels, identity: domain.identity, clock, logger, secrets },
    fleet: {
      ingest,
      isTestPicture: (query) => query === 'own',
      setPlaylistAccess: (one) => void told.push(one),
    },
    settings: { host: '0.0.0.0' },
  })
  access = reception.desk({
    channels: domain.channels,
    broadcasts: { activity: () => ({ ...onAir, viewers: 37 }) },
  })
}

function make(): ChannelId {
  const tokenId = domain.identity.accessTokens.ofConsole(system.id)
  const made = domain.channels.create({ systemId: system.id, tokenId }, { kind: 'rtmp', settings })
  access.made(made)
  return made.channelId
}

const keyOf = (id = channelId) => access.showKey(aiko, id).ingestKey
const encoder = (query: string, id = channelId) => reception.door.encoder(id, query)
const view = () => access.view(system.id, channelId)
const code = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return (error as { code: string }).code
  }
}
const all = () => JSON.stringify(database.prepare('SELECT * FROM channel_access').all())

describe('the ingest key', () => {
  it('is there from the first moment, is no id, and is another for each channel', () => {
    const keys = [channelId, make(), make()].map((id) => keyOf(id))
    expect(new Set(keys).size).toBe(3)
    for (const key of keys) expect(Buffer.from(key, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
    expect(keys[0]).not.toContain(channelId)
    expect(access.showKey(aiko, channelId).streamKey).toBe(`${channelId}?key=${keys[0]}`)
  })

  it('is in no table as it is, and not in what is shown but for its last four', () => {
    const key = keyOf()
    expect(all()).not.toContain(key)
    expect(
      Buffer.from(JSON.stringify(database.prepare('SELECT sealed_key FROM channel_access').all())).includes(
        key,
      ),
    ).toBe(false)
    expect(view().key).toEqual({ tail: key.slice(-4), canBeShown: true })
    expect(JSON.stringify(view())).not.toContain(key)
  })

  it('is asked of nobody at first: the channel id alone is enough, as it was', () => {
    expect(encoder('')).toBe('without-key')
    expect(encoder('key=wrong')).toBe('without-key')
    expect(encoder(`key=${keyOf()}`)).toBe('with-key')
  })

  it('is asked of everybody once it is required, but not of the service’s own', () => {
    access.change(aiko, channelId, { requireKey: true })
    expect([encoder(''), encoder('key='), encoder('key=wrong')]).toEqual(['no-key', 'wrong-key', 'wrong-key'])
    expect([encoder(`a=1&key=${keyOf()}`), encoder('own')]).toEqual(['with-key', 'by-console'])
    expect(encoder(`key=${keyOf(make())}`)).toBe('wrong-key')
    access.change(aiko, channelId, { requireKey: false })
    expect(encoder('')).toBe('without-key')
  })

  it('that was rotated is wrong at once, the new one right, over a restart too', () => {
    access.change(aiko, channelId, { requireKey: true })
    const before = keyOf()
    access.rotateKey(aiko, channelId)
    open()
    expect(encoder(`key=${before}`)).toBe('wrong-key')
    expect(encoder(`key=${keyOf()}`)).toBe('with-key')
    expect(view().requireKey).toBe(true)
    expect(view().changed).toEqual({ at: clock.now(), by: 'Aiko Tanaka' })
  })

  it('of a channel of an earlier version is made when it is first needed', () => {
    database.prepare('DELETE FROM channel_access').run()
    expect(view()).toMatchObject({ key: null, requireKey: false })
    expect(code(() => access.showKey(aiko, channelId))).toBe('KEY_CANNOT_BE_SHOWN')
    expect(encoder('key=')).toBe('without-key')
    access.change(aiko, channelId, { requireKey: true })
    expect(encoder(`key=${keyOf()}`)).toBe('with-key')
  })

  it('of another installation still lets in, but can only be replaced, not shown', () => {
    const key = keyOf()
    access.change(aiko, channelId, { requireKey: true })
    for (const secrets of [secretBox(new Uint8Array(KEY_BYTES).fill(4)), secretBox(null)]) {
      open(secrets)
      expect([encoder(`key=${key}`), view().key?.canBeShown]).toEqual(['with-key', false])
      expect(code(() => access.showKey(aiko, channelId))).toBe('KEY_CANNOT_BE_SHOWN')
    }
    expect(channelRepository(database).find(make())).not.toBeNull()
  })
})

describe('other systems', () => {
  it('have no such channel', () => {
    const stranger = domain.addUser(domain.addSystem(), { permissions: EVERYTHING })
    for (const attempt of [
      () => access.view(stranger.systemId, channelId),
      () => access.showKey(stranger, channelId),
      () => access.rotateKey(stranger, channelId),
      () => access.change(stranger, channelId, { requireKey: true }),
      () => access.makeAddress(stranger, channelId, 'x', HOUR),
      () => access.revokeAddress(stranger, channelId, newId()),
    ])
      expect(code(attempt)).toBe('CHANNEL_NOT_FOUND')
  })
})

describe('who came', () => {
  const came = (
    outcome: Parameters<Reception['door']['came']>[1],
    client: string,
    remoteAddress: string,
    id?: string,
  ) =>
    reception.door.came(
      'encoder',
      outcome,
      { channelId, client, remoteAddress },
      (id ?? null) as ConnectionId | null,
    )

  it('without a key is named before it is required', () => {
    for (let i = 0; i < 18; i++) came('with-key', 'OBS', '192.168.1.57', `obs ${i}`)
    came('without-key', 'Larix', '192.168.1.71', 'larix 1')
    came('without-key', 'Larix', '192.168.1.71', 'larix 2')
    came('wrong-key', 'Larix', '192.168.1.71')
    expect(view().recent).toEqual({
      total: 20,
      withoutKey: 2,
      names: [{ name: 'Larix', remoteAddress: '192.168.1.71' }],
    })
  })

  it('and was turned away is one line while it tries, and evicts nobody who was let in', () => {
    came('with-key', 'OBS', '192.168.1.57', 'obs')
    for (let i = 0; i < 3; i++) came('wrong-key', 'Larix', '192.168.1.71')
    expect(view().door.map(({ outcome, name, times }) => [outcome, name, times])).toEqual([
      ['wrong-key', 'Larix', 3],
      ['with-key', 'OBS', 1],
    ])
    for (let i = 0; i < 100; i++) came('no-key', `x${i}`, '192.168.1.99')
    expect(view().door).toHaveLength(21)
    expect(view().door.at(-1)).toMatchObject({ name: 'OBS' })
  })

  it('is written together, however many try, and nothing of it is lost when the service ends', () => {
    let writes = 0
    const count = () => database.prepare<[], number>('SELECT count(*) FROM door_entries').pluck().get()
    const { transaction } = database
    database.transaction = (run) => (writes++, transaction(run))
    for (let i = 0; i < 10_000; i++) came('wrong-key', `x${i}`, '192.168.1.99')
    expect([writes, count()]).toEqual([0, 0])
    clock.advance(1000)
    expect([writes, count()]).toEqual([201, 20])
    database.transaction = transaction
    came('with-key', 'OBS', '192.168.1.57', 'obs')
    reception.close()
    expect(count()).toBe(21)
  })

  it('with the key and is still on air is named where it is rotated', () => {
    came('with-key', 'OBS Studio 32.0', '192.168.1.57', 'c')
    expect(view().onAirWithKey).toBeNull()
    onAir = { ...onAir, connections: [{ connectionId: 'c', endedAt: null }] } as unknown as ChannelActivity
    expect(view().onAirWithKey).toBe('OBS Studio 32.0')
  })
})

describe('an address of the playlist', () => {
  it('is signed, expires, and is kept nowhere', () => {
    const { token, expiresAt } = access.makeAddress(aiko, channelId, 'Press', HOUR)
    const grant = readGrant(box.keyFor('playlists'), channelId, token)
    expect([grant?.expiresAt, expiresAt]).toEqual([clock.now() + HOUR, clock.now() + HOUR])
    expect(JSON.stringify(database.prepare('SELECT * FROM playlist_addresses').all())).not.toContain(token)
    expect(view().addresses).toMatchObject([
      { label: 'Press', madeBy: 'Aiko Tanaka', ended: false, watching: 0 },
    ])
    clock.advance(HOUR)
    expect(view().addresses).toMatchObject([{ label: 'Press', ended: true }])
    clock.advance(25 * HOUR)
    expect(view().addresses).toEqual([])
  })

  it('that is revoked is told to the origin at once, and to one that starts later', () => {
    access.makeAddress(aiko, channelId, 'Press', HOUR)
    const [{ id } = { id: '' }] = view().addresses
    access.revokeAddress(aiko, channelId, id)
    const now = { channelId, signedOnly: false, revoked: [id] }
    expect(told).toEqual([now])
    open()
    expect(reception.playlistAddresses.gate().access).toEqual([now])
    expect(view().addresses).toMatchObject([{ ended: true, endsAt: clock.now() }])
    expect(code(() => access.revokeAddress(aiko, channelId, id))).toBe('NOT_FOUND')
  })

  it('is needed by all where viewers are to have one, the console’s player too', () => {
    expect(reception.playlistAddresses.forPreview(domain.channels.get(system.id, channelId))).toBeNull()
    access.change(aiko, channelId, { addressesExpire: true })
    expect(told).toEqual([{ channelId, signedOnly: true, revoked: [] }])
    const token = reception.playlistAddresses.forPreview(domain.channels.get(system.id, channelId))
    expect(token && readGrant(box.keyFor('playlists'), channelId, token)?.subject).toBe('console')
    expect(reception.playlistAddresses.forPreview(domain.channels.get(system.id, channelId))).toBe(token)
  })

  it('tells how many watch by it and how many were turned away since', () => {
    access.makeAddress(aiko, channelId, 'Press', HOUR)
    const [{ id } = { id: '' }] = view().addresses
    const away = {
      channelId,
      subject: id,
      why: 'address-ended',
      remoteAddress: '10.0.0.9',
      player: 'P',
    } as const
    const bySubject = [{ channelId, subject: id, count: 4 }]
    ingest.tell('viewers.stats', {
      viewers: [],
      bySubject,
      turnedAway: [away, { ...away, player: 'Q' }, away],
    })
    expect(view()).toMatchObject({
      watching: 37,
      watchingByAddress: 4,
      addresses: [{ watching: 4, turnedAway: 2 }],
    })
    expect(view().door).toMatchObject([
      { kind: 'player', outcome: 'address-ended', name: 'P' },
      { name: 'Q' },
    ])
  })
})

describe('the channel of a schedule', () => {
  const anyone = { client: '', remoteAddress: '10.0.0.9', metadata: undefined, isOwn: false, key: null }
  let scheduleId: string

  beforeEach(() => {
    const [startsAt, endsAt] = [clock.now() + HOUR, clock.now() + 2 * HOUR]
    const made = domain.schedules.create(system.id, aiko, { name: 'Show', startsAt, endsAt, renditions: [] })
    ;({ scheduleId, channelId } = made)
  })
  const client = (change: object = {}) =>
    reception.door.client({ ...anyone, channelId, role: 'sendonly', ...change })
  const deliver = (user = aiko) =>
    reception.deliveries.begin(domain.schedules.find(system.id, scheduleId), user)

  it('takes nobody before delivery, whatever they do, and who knows its id from then on, for a time', () => {
    for (const role of ['sendonly', 'sendrecv', 'recvonly']) expect(client({ role })).toBe('no-delivery')
    expect(deliver()).toBeNull()
    expect(client()).toBe('by-delivery')
    open()
    clock.advance(25 * HOUR)
    expect(client()).toBe('by-delivery')
    clock.advance(HOUR)
    expect(client()).toBe('no-delivery')
  })

  it('is open until a day after the end that its schedule has by then, be it earlier or later', () => {
    const change = (from: number, to: number) =>
      domain.schedules.change(system.id, scheduleId, {
        ...{ name: 'Show', startsAt: clock.now() + from * HOUR, endsAt: clock.now() + to * HOUR },
      })
    access.changeSchedules(aiko, true)
    const key = deliver()
    change(73, 80)
    clock.advance(74 * HOUR)
    expect(client({ key })).toBe('by-delivery')
    access.changeSchedules(aiko, false)
    expect(client()).toBe('by-delivery')
    expect(view()).toMatchObject({ schedule: { openUntil: clock.now() + 30 * HOUR } })
    change(-1, 0)
    clock.advance(25 * HOUR)
    expect(client()).toBe('no-delivery')
  })

  it('takes the console’s own', () => {
    expect(client({ isOwn: true })).toBe('by-console')
  })

  it('takes only bearers of what delivery gave where the system wants that, while they may deliver', () => {
    access.changeSchedules(aiko, true)
    const key = deliver()
    expect([client(), client({ key: 'x' }), client({ key })]).toEqual([
      'no-delivery',
      'no-delivery',
      'by-delivery',
    ])
    expect(reception.door.client({ ...anyone, channelId: makeSchedule(), role: 'sendonly', key })).toBe(
      'no-delivery',
    )
    clock.advance(27 * HOUR)
    expect(client({ key })).toBe('no-delivery')
  })

  it('lets nobody in by what was given to somebody who may no longer deliver', () => {
    access.changeSchedules(aiko, true)
    const ben = domain.addUser(system, { permissions: { ...NOTHING, delivery: true } })
    const key = deliver(ben)
    expect(client({ key })).toBe('by-delivery')
    domain.identity.users.remove(domain.addUser(system, { isMaster: true }), system.id, ben.id)
    expect(client({ key })).toBe('no-delivery')
  })

  it('has nothing to switch: it is for delivery to say', () => {
    expect(view()).toMatchObject({ requireKey: true, schedule: { byAddress: false, openUntil: null } })
    expect(code(() => access.change(aiko, channelId, { requireKey: false }))).toBe('ACCESS_OF_SCHEDULE')
  })

  it('is watched by the system itself at the address of a connection, which is of that connection only', () => {
    const connectionId = newId<ConnectionId>()
    const { playlistAddresses } = reception
    expect(playlistAddresses.forConnection(channelId, connectionId)).toBeNull()
    access.changeSchedules(aiko, true)
    const token = playlistAddresses.forConnection(channelId, connectionId) ?? ''
    const grant = readGrant(box.keyFor('playlists'), channelId, token)
    expect(grant).toEqual({ channelId, subject: `c${connectionId}`, expiresAt: clock.now() + 720 * HOUR })
  })

  it('is watched by who has an address of view where the system wants that', () => {
    expect(reception.playlistAddresses.forView(channelId, aiko.id)).toBeNull()
    access.changeSchedules(aiko, true)
    expect(told).toContainEqual({ channelId, signedOnly: true, revoked: [] })
    const token = reception.playlistAddresses.forView(channelId, aiko.id) ?? ''
    expect(readGrant(box.keyFor('playlists'), channelId, token)?.expiresAt).toBe(clock.now() + 12 * HOUR)
  })

  function makeSchedule(): ChannelId {
    const [startsAt, endsAt] = [clock.now() + 5 * HOUR, clock.now() + 6 * HOUR]
    return domain.schedules.create(system.id, aiko, { name: 'B', startsAt, endsAt, renditions: [] }).channelId
  }
})
