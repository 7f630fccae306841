import { beforeEach, describe, expect, it, vi } from 'vitest'
import { broadcastStats } from '../../../test/support/broadcast-stats.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { optionDomain } from '../../../test/support/option-domain.ts'
import type { OptionDomain } from '../../../test/support/option-domain.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import { createRtmpChannelRequest } from '../../contract/live-api.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import { newId } from '../../platform/ids.ts'
import type { ChannelActivity, LiveConnection } from '../connection/channel-activity.ts'
import { GRACE_LIMIT } from '../connection/live-channel.ts'
import { NO_DRIFT } from '../connection/drift.ts'
import { channelRepository } from '../store/channels.ts'
import { connectionStore } from '../store/connections.ts'
import { incidentRepository } from '../store/incidents.ts'
import type { System } from '../system/system.ts'
import { Incidents } from './incidents.ts'

const OFF_AIR: ChannelActivity = {
  ...{ connections: [], authorisingSince: null, denied: null, lastEnd: null },
  ...{ sendingSince: null, onAirSince: null, viewers: 0 },
}
const RENDITION = {
  ...{ durationSeconds: 2, startTimeOffset: -2, audio: { bps: 96_000 } },
  video: { width: 640, height: 360, fps: 30, bps: 800_000 },
}

let clock: ManualClock
let start: number
let domain: OptionDomain
/** What listeners threw. */
let errors: unknown[]
let system: System
let channelId: ChannelId
let activity: ChannelActivity
let tell: () => void
let incidents: Incidents
let told: number

beforeEach(() => {
  clock = new ManualClock()
  start = clock.now()
  errors = []
  domain = optionDomain(
    clock,
    openTestDatabase(':memory:', (error) => errors.push(error)),
  )
  system = domain.addSystem()
  const tokenId = domain.identity.accessTokens.ofConsole(system.id)
  const settings = createRtmpChannelRequest.parse({ hls: [RENDITION] })
  channelId = domain.channels.create({ systemId: system.id, tokenId }, { kind: 'rtmp', settings }).channelId
  domain.channels.rename(system.id, channelId, 'Field camera 2')
  activity = OFF_AIR
  open()
})

/** As the service does when it starts. */
function open(): void {
  const { database } = domain
  incidents = new Incidents({
    incidents: incidentRepository(database),
    connections: connectionStore(database),
    channels: channelRepository(database),
    transactions: database,
    broadcasts: {
      activity: () => activity,
      onChange: (listener) => {
        tell = () => listener(channelId)
        return () => undefined
      },
    },
    clock,
  })
  incidents.onChange(() => told++)
  told = 0
}

/** What was measured now: both kinds come, unless sound last came before. */
function measured(lastAudioAt = clock.now()): Pick<LiveConnection, 'stats' | 'observed'> {
  return {
    stats: broadcastStats({ lastMediaAt: clock.now() }),
    observed: {
      ...{ tracksKnownAt: start, lastVideoAt: clock.now(), lastAudioAt, videoReports: 0, restartedAt: null },
      ...{ meanVideoBps: null, meanFrameRate: null, drift: NO_DRIFT, findingsSince: {} },
    },
  }
}
const connection = (change: Partial<LiveConnection> = {}): LiveConnection => ({
  ...{ connectionId: 'N' as ConnectionId, channelId, kind: 'rtmp', encoder: 'OBS', remoteAddress: '' },
  ...{ connectedAt: start, playlistReadyAt: start, lowLatency: false, endedAt: null },
  ...measured(),
  ...change,
})
function become(change: Partial<ChannelActivity>): void {
  activity = { ...OFF_AIR, onAirSince: start, viewers: 37, ...change }
  tell()
}
/** Its encoder sends, and viewers see it. */
const sends = () => become({ connections: [connection()] })
/** Nothing came of it since then. @param seconds from now */
function silentFor(seconds: number): void {
  clock.advance(seconds * 1000)
  tell()
}
/** Its connection has ended; the channel waits for it to come back. */
function breaks(reason: CloseReason): void {
  const lastEnd = { at: clock.now(), reason }
  become({ connections: [connection({ endedAt: clock.now() })], lastEnd })
}
/** Nobody waits for it any more. */
const ends = (reason: CloseReason, at = clock.now()) =>
  become({ onAirSince: null, viewers: 0, lastEnd: { at, reason } })
const listed = () => incidents.listed(system.id)
const outcomes = () => listed().map(({ kind, outcome }) => `${kind} ${outcome}`)
const steps = () =>
  listed().flatMap((one) =>
    one.steps.map((s) => [(s.at - start) / 1000, s.kind, ...(s.reason ? [s.reason] : [])]),
  )

describe('without HLS', () => {
  const relays = (lastMediaAt = clock.now()) =>
    become({ sendingSince: start, relayed: { lastMediaAt, client: 'Sora JavaScript SDK' } })

  it('who sends nothing any more is an incident after 3 s, and over as soon as media comes: nothing bridges it', () => {
    relays()
    silentFor(2.999)
    expect(listed()).toEqual([])
    silentFor(0.001)
    expect(listed()).toMatchObject([
      { kind: 'picture-stopped', encoder: 'Sora JavaScript SDK', beganAt: start, overAt: null, viewers: 37 },
    ])
    clock.advance(1000)
    relays()
    expect(listed()).toMatchObject([{ overAt: start + 4000, outcome: 'back' }])
  })

  it('whose network goes has both causes, and ends with its connection', () => {
    relays()
    silentFor(3)
    silentFor(10)
    clock.advance(2000)
    ends('transport-lost')
    expect(outcomes()).toEqual(['picture-stopped ended'])
    expect(steps()).toEqual([
      [0, 'silent'],
      [12, 'no-signal'],
      [15, 'lost', 'transport-lost'],
    ])
  })

  it.each(['signaling-lost', 'worker-lost', 'client-failed'] as const)(
    'that ends by %s while it sends has broken off',
    (reason) => {
      relays()
      clock.advance(60_000)
      relays()
      ends(reason)
      expect(outcomes()).toEqual(['picture-stopped ended'])
      expect(steps()).toEqual([[60, 'lost', reason]])
    },
  )

  it('that leaves has not', () => {
    relays()
    ends('client-left')
    expect(listed()).toEqual([])
  })
})

describe('an encoder that sends nothing any more', () => {
  beforeEach(sends)

  it('is an incident after 3 s, of who watched then and since the last that came', () => {
    silentFor(2.999)
    expect(listed()).toEqual([])
    silentFor(0.001)
    expect(listed()).toMatchObject([
      {
        ...{ kind: 'picture-stopped', channelId, scheduleId: null, name: 'Field camera 2', encoder: 'OBS' },
        ...{ beganAt: start, overAt: null, outcome: null, viewers: 37, acknowledged: null },
      },
    ])
    expect(told).toBe(1)
  })

  it('is told to all who listen, whatever one of them throws', () => {
    const heard = vi.fn()
    incidents.onChange(() => {
      throw new Error('of a listener')
    })
    incidents.onChange(heard)
    silentFor(3)
    expect(heard).toHaveBeenCalledOnce()
    expect(errors.map(String)).toEqual(['Error: of a listener'])
  })

  it('and goes on within 12 s is none: players bridge that', () => {
    silentFor(11.999)
    sends()
    expect(listed()).toEqual([])
    expect(incidents.ongoing('picture-stopped')).toEqual([])
  })

  it('and goes on later is over once viewers see it again, and listed until somebody takes note', () => {
    silentFor(3)
    silentFor(10)
    sends()
    expect(listed()).toMatchObject([{ overAt: start + 13_000, outcome: 'back' }])
    expect(steps()).toEqual([
      [0, 'silent'],
      [12, 'no-signal'],
    ])
    incidents.acknowledge(system.id, listed()[0]?.id ?? '', 'Aiko')
    expect(listed()).toEqual([])
  })

  it('and whose connection then breaks off has each cause once, in the order of time', () => {
    silentFor(3)
    silentFor(10)
    silentFor(2)
    breaks('idle-timeout')
    clock.advance(10_000)
    ends('idle-timeout', start + 15_000)
    expect(steps()).toEqual([
      [0, 'silent'],
      [12, 'no-signal'],
      [15, 'lost', 'idle-timeout'],
    ])
    expect(outcomes()).toEqual(['picture-stopped ended'])
  })

  it('stays the same one until a new connection of it can be seen', () => {
    silentFor(3)
    breaks('client-lost')
    become({ connections: [connection({ playlistReadyAt: null })] })
    expect(outcomes()).toEqual(['picture-stopped null'])
    sends()
    expect(outcomes()).toEqual(['picture-stopped back'])
  })
})

describe('a connection that ends', () => {
  beforeEach(sends)

  it.each<CloseReason>(['client-lost', 'media-failed', 'worker-lost', 'transport-lost'])(
    'by %s is an incident at once',
    (reason) => {
      breaks(reason)
      expect(outcomes()).toEqual(['picture-stopped null'])
      expect(steps()).toEqual([[0, 'lost', reason]])
    },
  )

  it.each<CloseReason>(['client-closed', 'client-left', 'operator-closed', 'channel-deleted'])(
    'by %s is none, neither while it is waited for nor afterwards',
    (reason) => {
      breaks(reason)
      clock.advance(GRACE_LIMIT)
      ends(reason, start)
      expect(listed()).toEqual([])
    },
  )

  it('with its playlists, by a process that ended, is one that is over at once', () => {
    ends('worker-lost')
    expect(listed()).toMatchObject([{ kind: 'picture-stopped', outcome: 'ended', viewers: 37 }])
    tell()
    expect(listed()).toHaveLength(1)
  })

  it('with its channel, ends an incident too', async () => {
    silentFor(4)
    await domain.channels.delete(system.id, channelId)
    ends('channel-deleted')
    expect(outcomes()).toEqual(['picture-stopped ended'])
  })

  it('on purpose, ends an incident too, and says who ended it', () => {
    silentFor(4)
    ends('operator-closed')
    expect(outcomes()).toEqual(['picture-stopped ended'])
    expect(steps()).toEqual([
      [0, 'silent'],
      [4, 'lost', 'operator-closed'],
    ])
  })
})

it('is no incident that nothing comes of a broadcast which no viewer could see yet', () => {
  become({ onAirSince: null, connections: [connection({ playlistReadyAt: null })] })
  silentFor(20)
  ends('client-lost')
  expect(listed()).toEqual([])
})

it('misses sound where only pictures come, until it is there again', () => {
  const only = (lastAudioAt: number) => become({ connections: [connection(measured(lastAudioAt))] })
  only(start)
  clock.advance(12_000)
  only(start)
  expect(listed()).toMatchObject([{ kind: 'no-audio', beganAt: start, outcome: null }])
  clock.advance(1000)
  only(clock.now())
  expect(outcomes()).toEqual(['no-audio back'])
})

describe('taking note', () => {
  beforeEach(() => {
    sends()
    breaks('client-lost')
  })
  const note = (by: string, of = system) => incidents.acknowledge(of.id, listed()[0]?.id ?? '', by)

  it('of what goes on leaves it listed; the first one counts', () => {
    note('Aiko')
    clock.advance(1000)
    note('Kenji')
    expect(listed()).toMatchObject([{ overAt: null, acknowledged: { at: start, by: 'Aiko' } }])
    sends()
    expect(listed()).toEqual([])
  })

  it('is refused to another system, and for what there is not', () => {
    const notFound = expect.objectContaining({ code: 'NOT_FOUND' })
    expect(() => note('Eve', domain.addSystem())).toThrow(notFound)
    expect(() => incidents.acknowledge(system.id, newId(), 'Aiko')).toThrow(notFound)
    expect(listed()).toMatchObject([{ acknowledged: null }])
  })

  it('is not needed for what a reset removes: those that are over', () => {
    sends()
    breaks('client-lost')
    expect(incidents.countOver(system.id)).toBe(1)
    expect(incidents.clear(domain.addSystem().id)).toBe(0)
    expect(incidents.clear(system.id)).toBe(1)
    expect(outcomes()).toEqual(['picture-stopped null'])
  })

  it('lets what is over go 30 days after it began', () => {
    note('Aiko')
    sends()
    const count = () => domain.database.prepare<[], number>('SELECT count(*) FROM incidents').pluck().get()
    clock.advance(30 * 86_400_000)
    breaks('client-lost')
    expect(count()).toBe(2)
    sends()
    clock.advance(1)
    breaks('client-lost')
    expect(count()).toBe(2)
  })
})

describe('a service that was killed', () => {
  const lastingConnection = () => {
    const store = connectionStore(domain.database)
    const connectionId = newId<ConnectionId>()
    const known = { connectionId, channelId, remoteAddress: '', encoder: 'OBS', createdAt: start }
    store.insert(known)
    return { store, connectionId }
  }
  const startAgain = () => {
    clock.advance(90_000)
    open()
    incidents.recover()
  }

  it('tells what was on air: since when nothing is known of it, and why it broke off', () => {
    const { store, connectionId } = lastingConnection()
    store.setPlaylistReady(connectionId, start + 1000)
    store.setUsage(connectionId, 1, 0)
    startAgain()
    expect(listed()).toMatchObject([
      {
        ...{ kind: 'picture-stopped', name: 'Field camera 2', encoder: 'OBS', outcome: 'ended' },
        ...{ beganAt: start + 60_000, overAt: start + 90_000 },
      },
    ])
    expect(steps()).toEqual([[90, 'lost', 'service-lost']])
  })

  it('tells of who sent without HLS, and not of who watched', () => {
    const { connectionId } = lastingConnection()
    const row = domain.database.prepare<[string, number, string]>(
      'UPDATE connections SET sfu_event = ?, received_bytes = ? WHERE id = ?',
    )
    domain.database.prepare<[string]>("UPDATE channels SET kind = 'webrtc' WHERE id = ?").run(channelId)
    row.run('{"role":"recvonly"}', 900, connectionId)
    startAgain()
    expect(listed()).toEqual([])
    row.run('{"role":"sendonly"}', 900, connectionId)
    startAgain()
    expect(outcomes()).toEqual(['picture-stopped ended'])
  })

  it('has nothing to tell of what no viewer could see', () => {
    lastingConnection()
    startAgain()
    expect(listed()).toEqual([])
  })

  it('ends what went on, once; what was written of its end counts', () => {
    sends()
    silentFor(5)
    startAgain()
    expect(outcomes()).toEqual(['picture-stopped ended'])
    expect(steps()).toEqual([
      [0, 'silent'],
      [95, 'lost', 'service-lost'],
    ])
    open()
    incidents.recover()
    expect(listed()).toHaveLength(1)
  })

  it('and was shut down before says so', () => {
    const { store, connectionId } = lastingConnection()
    sends()
    silentFor(5)
    store.end(connectionId, clock.now(), 'service-closed')
    startAgain()
    expect(steps().at(-1)).toEqual([5, 'lost', 'service-closed'])
  })
})
