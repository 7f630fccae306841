import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { optionDomain } from '../../../test/support/option-domain.ts'
import type { OptionDomain } from '../../../test/support/option-domain.ts'
import { publishingOf } from '../../../test/support/publishing.ts'
import type { ArchiveDestination } from '../../contract/archive.ts'
import type { PublishTarget } from '../../contract/console/publishing.ts'
import type { ArchiveDestinationId, ChannelId } from '../../contract/ids.ts'
import { createRtmpChannelRequest } from '../../contract/live-api.ts'
import { problem } from '../../contract/refusal/rules.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import type { User } from '../identity/user.ts'
import { faultOfThisMachine } from '../archive/fault-rules.ts'

const FOLDER: ArchiveDestination = { kind: 'file', folder: '/x', root: '/x', makesRoot: true, never: [] }

let clock: ManualClock
let domain: OptionDomain
/** What listeners threw. */
let errors: unknown[]
let parts: ReturnType<typeof publishingOf>
let user: User
let channelId: ChannelId
let opened: ArchiveDestination | StoreFault

beforeEach(() => {
  clock = new ManualClock()
  errors = []
  domain = optionDomain(
    clock,
    openTestDatabase(':memory:', (error) => errors.push(error)),
  )
  opened = FOLDER
  parts = publishingOf(domain, clock, () => opened)
  user = domain.addUser(domain.addSystem(), { isMaster: true, name: 'Aiko' })
  for (const id of ['first', 'second']) addDestination(id, `file:///x/${id}`)
  channelId = addChannel()
  parts.publishing.start()
})

function addDestination(id: string, bucketUri: string): void {
  parts.destinations.insert({
    ...{ id: id as ArchiveDestinationId, systemId: user.systemId, bucketUri },
    ...{ settings: {}, sealedSecrets: null, createdAt: clock.now() },
  })
}

function addChannel(): ChannelId {
  const tokenId = domain.identity.accessTokens.ofConsole(user.systemId)
  const settings = createRtmpChannelRequest.parse({
    hls: [{ durationSeconds: 2, startTimeOffset: -2, audio: {} }],
  })
  return domain.channels.create({ systemId: user.systemId, tokenId }, { kind: 'rtmp', settings }).channelId
}

const target = (change: Partial<PublishTarget> = {}): PublishTarget => ({
  ...{ destinationId: 'first', prefix: 'live', publicBase: 'https://cdn.example/tv', keep: false, ...change },
})
const publish = (change: Partial<PublishTarget> = {}) =>
  parts.desk.change(user, channelId, { mode: 'own', target: target(change) })
const place = (change: object = {}) => ({ channelId, destinationId: 'first', prefix: 'live', ...change })
/** What the process was told last, once it was. */
const told = () => vi.waitFor(() => parts.process.orders.at(-1)?.plans ?? expect.fail('nothing was told'))
const soonTold = (plans: readonly object[]) =>
  vi.waitFor(async () => expect(await told()).toMatchObject(plans))
const status = () => parts.publishing.statusOf(domain.channels.get(user.systemId, channelId))

describe('publishing', () => {
  it('tells nobody anything while nobody publishes', async () => {
    addChannel()
    clock.advance(60_000)
    await new Promise(setImmediate)
    expect(parts.process.orders).toEqual([])
    expect(parts.publishing.baseOf(channelId)).toBeNull()
  })

  it('is of one channel, which says who did it and names the public address', async () => {
    addChannel()
    publish()
    await soonTold([{ ...place(), mode: 'follow', keep: false, known: false }])
    expect(await told()).toHaveLength(1)
    expect(parts.process.orders[0]).toMatchObject({ hlsDirectory: '/hls', destinations: { first: FOLDER } })
    expect(parts.publishing.baseOf(channelId)).toBe('https://cdn.example/tv')
    expect(parts.desk.view(user.systemId, channelId)).toMatchObject({
      ...{ mode: 'own', target: { bucketUri: 'file:///x/first', keep: false } },
      changed: { by: 'Aiko', at: clock.now() },
    })
  })

  it('is of all channels of a system, but of those that say otherwise', async () => {
    const [off, own] = [addChannel(), addChannel()]
    parts.desk.changeSystem(user, target())
    parts.desk.change(user, off, { mode: 'off' })
    parts.desk.change(user, own, { mode: 'own', target: target({ destinationId: 'second' }) })
    await soonTold([{ channelId }, { channelId: own, destinationId: 'second' }])
    expect(await told()).toHaveLength(2)
    parts.desk.change(user, off, { mode: 'system' })
    await vi.waitFor(async () => expect(await told()).toHaveLength(3))
    expect(parts.desk.view(user.systemId, off)).toMatchObject({ mode: 'system', changed: null })
  })

  it('is of new channels from the first moment', async () => {
    parts.desk.changeSystem(user, target())
    const made = addChannel()
    await soonTold([{ channelId }, { channelId: made }])
  })

  it('ends what was given up where something was stored, until the process says that it is gone', async () => {
    publish()
    await soonTold([place()])
    parts.process.report(place())
    publish({ destinationId: 'second' })
    await soonTold([
      { destinationId: 'second', mode: 'follow' },
      { ...place(), mode: 'end', known: true },
    ])
    parts.process.done(place())
    await vi.waitFor(async () => expect(await told()).toHaveLength(1))
    expect(parts.rows.places()).toEqual([])
  })

  it('follows a deleted channel to its end, also after a restart', async () => {
    publish({ keep: true })
    await soonTold([place()])
    parts.process.report(place())
    await domain.channels.delete(user.systemId, channelId)
    await soonTold([{ ...place(), mode: 'follow', keep: true, known: true }])
    parts = publishingOf(domain, clock, () => opened)
    parts.publishing.start()
    await soonTold([{ ...place(), mode: 'follow', keep: true, known: true }])
  })

  it('tells a process that begins all of it, and one that was away as soon as it is there', async () => {
    parts.process.isAway = true
    publish()
    await new Promise(setImmediate)
    parts.process.isAway = false
    await vi.waitFor(() => {
      clock.advance(1000)
      expect(parts.process.orders).toHaveLength(1)
    })
    parts.process.report(place(), { state: 'behind', behindSegments: 3 })
    parts.process.start()
    expect(status()).toBeNull()
    await vi.waitFor(() => expect(parts.process.orders).toHaveLength(2))
  })

  it('tells one thing after the other: what is asked first of a process that starts may come last', async () => {
    parts.process.answer = () => undefined
    publish()
    await soonTold([place()])
    const first = channelId
    channelId = addChannel()
    publish()
    parts.process.start()
    await new Promise(setImmediate)
    expect(parts.process.orders).toHaveLength(1)
    const { answer } = parts.process
    parts.process.answer = null
    answer()
    await vi.waitFor(() => expect(parts.process.orders).toHaveLength(2))
    expect(parts.process.orders[1]?.plans.map((plan) => plan.channelId)).toEqual([first, channelId])
  })

  it('goes nowhere while its addresses have to be signed', async () => {
    publish()
    await soonTold([place()])
    domain.access.change(user, channelId, { addressesExpire: true })
    await vi.waitFor(async () => expect(await told()).toEqual([]))
    expect(parts.publishing.baseOf(channelId)).toBeNull()
    expect(parts.desk.view(user.systemId, channelId)).toMatchObject({ mode: 'own', addressesExpire: true })
  })

  it('says how the store is doing, by words and by when it is tried again', async () => {
    const changes = vi.fn()
    parts.publishing.onChange(() => {
      throw new Error('of a listener')
    })
    parts.publishing.onChange(changes)
    publish()
    await soonTold([place()])
    changes.mockClear()
    const fault = faultOfThisMachine('forbidden', 'HTTP 403')
    parts.process.report(place(), { state: 'failing', behindSegments: 4, fault, retryInMs: 2000 })
    expect(changes).toHaveBeenCalled()
    expect(errors).toContainEqual(new Error('of a listener'))
    expect(status()).toMatchObject({ state: 'failing', behindSegments: 4, nextTryAt: clock.now() + 2000 })
    const tries = parts.process.orders.at(-1)?.tries ?? NaN
    parts.desk.retry(user.systemId, channelId)
    await vi.waitFor(() => expect(parts.process.orders.at(-1)?.tries).toBe(tries + 1))
  })

  it('says why a destination cannot be opened, and looks again', async () => {
    opened = faultOfThisMachine('credentials', 'The key is locked')
    publish()
    await vi.waitFor(() => expect(status()).toMatchObject({ state: 'failing', fault: opened }))
    expect(await told()).toEqual([])
    opened = FOLDER
    clock.advance(31_000)
    await soonTold([place()])
    expect(status()).toBeNull()
  })

  it('refuses a destination of another system, and channels of another system do not exist', () => {
    expect(() => publish({ destinationId: 'none' })).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_DESTINATIONS' }),
    )
    const other = domain.addUser(domain.addSystem(), { isMaster: true })
    expect(() => parts.desk.view(other.systemId, channelId)).toThrow(
      expect.objectContaining({ code: 'CHANNEL_NOT_FOUND' }),
    )
    expect(() => parts.desk.changeSystem(other, target())).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_DESTINATIONS' }),
    )
  })

  it('is refused where recordings lie, or have lain, by whichever destination', () => {
    addDestination('deleted', 'file:///x/first/%6Cive/')
    addDestination('above', 'file:///X')
    parts.destinations.markDeleted('deleted' as ArchiveDestinationId, clock.now())
    const refused = { problems: [problem('target.prefix', 'noRecordings')] }
    for (const change of [
      { prefix: '' },
      { prefix: 'live' },
      { destinationId: 'above', prefix: 'first' },
      { destinationId: 'above', prefix: `second/${channelId}` },
    ]) {
      expect(() => publish(change)).toThrow(expect.objectContaining(refused))
      expect(() => parts.desk.changeSystem(user, target(change))).toThrow(expect.objectContaining(refused))
    }
    publish({ prefix: 'live/tv' })
    publish({ destinationId: 'above', prefix: 'first/tv' })
  })

  it('stays where it was before recordings were kept apart, and out of their way', async () => {
    parts.rows.setSystem(user.systemId, target({ prefix: '' }))
    parts.publishing.refresh()
    await soonTold([{ ...place({ prefix: '' }), besideRecordings: true }])
    publish({ prefix: '', publicBase: 'https://other.example' })
    parts.desk.changeSystem(user, target({ prefix: '', keep: true }))
    parts.desk.changeSystem(user, null)
    publish({ prefix: '', keep: true })
    publish()
    await soonTold([{ ...place(), besideRecordings: false }])
    expect(() => publish({ prefix: '' })).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }))
  })

  it('keeps out of the way of recordings of a destination that is made later', async () => {
    publish()
    await soonTold([{ ...place(), besideRecordings: false }])
    addDestination('later', 'file:///x/first/live')
    // Whoever records there has a channel for it.
    addChannel()
    await soonTold([{ ...place(), besideRecordings: true }])
  })

  it('keeps its destination from being deleted, until nothing is left there', async () => {
    const id = 'first' as ArchiveDestinationId
    const isPublished = () => parts.destinations.isPublished(id)
    expect(isPublished()).toBe(false)
    publish()
    expect(isPublished()).toBe(true)
    await soonTold([place()])
    parts.process.report(place())
    parts.desk.change(user, channelId, { mode: 'off' })
    expect(isPublished()).toBe(true)
    parts.process.done(place())
    expect(isPublished()).toBe(false)
    parts.desk.changeSystem(user, target())
    expect(isPublished()).toBe(true)
  })
})
