import { beforeEach, describe, expect, test } from 'vitest'
import { channelSource } from '../../../../test/support/console-source.ts'
import { SetClock } from '../../../../test/support/set-clock.ts'
import type { ChannelView } from '../../../contract/console/channel-view.ts'
import type { ConsoleMessage } from '../../../contract/console/events.ts'
import type { EngineView } from '../../../contract/console/engine-view.ts'
import type { SessionView } from '../../../contract/console/session.ts'
import type { ChannelId, SystemId } from '../../../contract/ids.ts'
import { EventStream } from './event-stream.ts'
import type { EventSocket } from './told.ts'

const MINE = 'mine' as SystemId
const OTHER = 'other' as SystemId

const NOTHING = { delivery: false, view: false, schedule: false, user: false }
const sessionOf = (isMaster: boolean, permissions: Partial<typeof NOTHING> = {}): SessionView => ({
  user: { userId: 1, name: 'Ann', email: 'a@b.test', isMaster, permissions: { ...NOTHING, ...permissions } },
  system: { name: 'Mine', timeZone: 'UTC' },
  viewedBy: null,
})

class Socket implements EventSocket {
  bufferedAmount = 0
  readonly messages: ConsoleMessage[] = []
  closed: string | null = null
  send(text: string) {
    this.messages.push(JSON.parse(text) as ConsoleMessage)
  }
  close(code: number, reason: string) {
    this.closed = `${code} ${reason}`
  }
}

function channel(channelId: string, viewers = 0): ChannelView {
  return {
    channelId,
    label: '',
    name: '',
    kind: 'rtmp',
    createdAt: 1,
    madeVia: 'api',
    tokenName: 'first',
    renditions: [],
    encrypted: false,
    hasAuthWebhook: false,
    hasEventWebhook: false,
    rtmp: { ingestUrl: '', ingestServer: '', ingestKey: '', playlistUrl: '', previewUrl: '' },
    webrtc: null,
    state: 'idle',
    stateSince: 1,
    firstSegmentInSeconds: null,
    lastClose: null,
    connections: [],
    onAirSince: null,
    viewers,
    pictureAge: null,
    testPicture: false,
    publish: null,
    findings: [],
  }
}

let clock: SetClock
let diskFreeBytes: number
let channels: Map<SystemId, ChannelView[]>
let signedIn: boolean
let session: SessionView
let stream: EventStream

beforeEach(() => {
  clock = new SetClock()
  diskFreeBytes = 1000
  signedIn = true
  session = sessionOf(true)
  channels = new Map([[MINE, [channel('A'), channel('B')]]])
  const engine = (): EngineView => ({
    version: '1',
    now: clock.now(),
    startedAt: 0,
    ingest: 'running',
    sfu: ['running', 'stopped'],
    ports: { rtmp: 1, https: 2, signaling: 5, sfu: [6, 7], sfuFurther: [], option: 3, live: 4 },
    liveBaseUrl: '',
    optionBaseUrl: '',
    diskFreeBytes,
    load: { cores: 2, cpu: null, memoryBytes: 2, memoryFreeBytes: 1, cpuLimit: 0.85, overload: null },
    archive: { recording: 0, recordingBps: 0, pendingBytes: 0, failing: 0, reserveBytes: 0 },
    webhooks: { failing: 0, since: null, waiting: 0, givenUp: 0 },
    unknownKey: null,
    awaited: null,
    soon: null,
    overrun: [],
    incidents: [],
    emulator: null,
  })
  const source = { engine, ...channelSource((systemId) => channels.get(systemId) ?? []) }
  stream = new EventStream(source, clock)
})

function join(systemId = MINE): Socket {
  const socket = new Socket()
  stream.subscribe(socket, { systemId, session: () => (signedIn ? session : null) })
  return socket
}

/** Takes messages in parts, and says that one has gone out when it is told to. */
class PartSocket extends Socket {
  readonly parts: string[] = []
  #went: (() => void) | null = null
  override send(text: string, options?: { readonly fin: boolean }, went?: () => void): void {
    this.parts.push(text)
    if (options?.fin === false) return void (this.#went = went ?? null)
    super.send(this.parts.splice(0).join(''))
  }
  /** False where nothing waits for that. */
  goOn(): boolean {
    const went = this.#went
    this.#went = null
    went?.()
    return went !== null
  }
}

describe('a console of very many channels', () => {
  const MANY = Array.from({ length: 3000 }, (_, i) => channel(`C${i}`))

  function joinSlowly(): PartSocket {
    channels.set(MINE, [...MANY])
    const socket = new PartSocket()
    stream.subscribe(socket, { systemId: MINE, session: () => (signedIn ? session : null) })
    return socket
  }

  test('gets its snapshot in parts, each made when the one before went out', () => {
    const socket = joinSlowly()
    expect(socket.parts).toHaveLength(1)
    expect(socket.messages).toEqual([])
    // What is different by then is in the part that is made then.
    channels.get(MINE)?.splice(2999, 1, channel('C2999', 7))
    while (socket.goOn()) expect(socket.parts.length).toBeLessThan(10)
    expect(socket.messages).toMatchObject([{ type: 'snapshot', seq: 0 }])
    const [snapshot] = socket.messages
    if (snapshot?.type !== 'snapshot') throw new Error('no snapshot')
    expect(snapshot.state.channels).toEqual([...MANY.slice(0, 2999), channel('C2999', 7)])
  })

  test('is told nothing else in the middle of it, and what it missed behind it', () => {
    const socket = joinSlowly()
    channels.get(MINE)?.splice(0, 1, channel('C0', 5))
    session = sessionOf(true, { view: true })
    stream.sessionsChanged()
    stream.levels(MINE, [['C0', -12, -13]])
    clock.advance(5000)
    expect(socket.parts).toHaveLength(1)
    while (socket.goOn());
    clock.advance(1250)
    expect(socket.messages.slice(1)).toMatchObject([
      { type: 'session' },
      { type: 'delta', seq: 1, channels: [{ channelId: 'C0', viewers: 5 }] },
    ])
  })

  test('whose session ends meanwhile gets no more of it', () => {
    const socket = joinSlowly()
    signedIn = false
    clock.advance(1500)
    expect(socket.closed).toBe('4401 signed out')
    socket.goOn()
    expect(socket.goOn()).toBe(false)
    expect(socket.messages).toEqual([])
  })

  test('gets many changes in several deltas', () => {
    const socket = joinSlowly()
    while (socket.goOn());
    channels.set(
      MINE,
      MANY.map(({ channelId }) => channel(channelId, 1)),
    )
    clock.advance(1250)
    const deltas = socket.messages.slice(1)
    expect(deltas.map((delta) => 'seq' in delta && delta.seq)).toEqual([1, 2, 3, 4, 5, 6])
    expect(deltas.flatMap((delta) => (delta.type === 'delta' && delta.channels) || [])).toHaveLength(3000)
  })
})

describe('a console', () => {
  test('hears how loud the channels of its own system are, at once and beside the numbered messages', () => {
    const [mine, other, behind] = [join(), join(OTHER), join()]
    behind.bufferedAmount = 1
    stream.levels(MINE, [['A', -12, -13]])
    expect(mine.messages.slice(1)).toEqual([{ type: 'levels', levels: [['A', -12, -13]] }])
    expect(other.messages).toHaveLength(1)
    expect(behind.messages).toHaveLength(1)
    diskFreeBytes = 7
    stream.changed()
    clock.advance(250)
    expect(mine.messages[2]).toMatchObject({ type: 'delta', seq: 1 })
    signedIn = false
    stream.sessionsChanged()
    stream.levels(MINE, [['A', -12, -13]])
    expect(mine.messages.slice(3)).toEqual([{ type: 'signed-out' }])
  })

  test('gets a snapshot of its own system, then what changed and nothing else', () => {
    const [mine, other] = [join(), join(OTHER)]
    expect(mine.messages).toMatchObject([
      { type: 'snapshot', seq: 0, state: { channels: [{ channelId: 'A' }, { channelId: 'B' }] } },
    ])
    expect(other.messages).toMatchObject([{ state: { channels: [] } }])
    channels.set(MINE, [channel('A', 5), channel('C')])
    stream.changed()
    clock.advance(250)
    expect(mine.messages[1]).toEqual({
      type: 'delta',
      seq: 1,
      channels: [channel('A', 5), channel('C')],
      removed: ['B'],
    })
    diskFreeBytes = 7
    stream.changed()
    clock.advance(250)
    expect(mine.messages[2]).toMatchObject({ type: 'delta', seq: 2, engine: { diskFreeBytes: 7 } })
    expect(Object.keys(mine.messages[2] ?? {})).toEqual(['type', 'seq', 'engine'])
    expect(other.messages.slice(1)).toMatchObject([{ type: 'delta', seq: 1, engine: { diskFreeBytes: 7 } }])
  })

  test('gets at most four deltas a second, and none where nothing changed', () => {
    const socket = join()
    for (let n = 1; n <= 200; n++) {
      channels.set(MINE, [channel('A', n), channel('B')])
      stream.changed()
      clock.advance(10)
    }
    expect(socket.messages.length - 1).toBeLessThanOrEqual(8)
    clock.advance(500)
    expect(socket.messages.at(-1)).toMatchObject({ channels: [{ channelId: 'A', viewers: 200 }] })
    const count = socket.messages.length
    clock.advance(10_000)
    expect(socket.messages).toHaveLength(count)
  })

  test('goes on where the clock is set back', () => {
    const socket = join()
    channels.set(MINE, [channel('A', 1), channel('B')])
    stream.changed()
    clock.advance(250)
    clock.step = -3_600_000
    channels.set(MINE, [channel('A', 2), channel('B')])
    stream.changed()
    clock.advance(250)
    expect(socket.messages.at(-1)).toMatchObject({ channels: [{ channelId: 'A', viewers: 2 }] })
  })

  test('sees what comes by time alone', () => {
    const socket = join()
    channels.set(MINE, [{ ...channel('A'), state: 'starving' }, channel('B')])
    clock.advance(1250)
    expect(socket.messages[1]).toMatchObject({ channels: [{ channelId: 'A', state: 'starving' }] })
  })

  test('that came later than a change is not told it again, and hears of its taking back', () => {
    const early = join()
    channels.set(MINE, [channel('A', 1), channel('B')])
    stream.changed()
    const late = join()
    clock.advance(250)
    expect(early.messages).toHaveLength(2)
    expect(late.messages).toHaveLength(1)
    channels.set(MINE, [channel('A', 0), channel('B')])
    stream.changed()
    clock.advance(250)
    expect(late.messages[1]).toMatchObject({ seq: 1, channels: [{ channelId: 'A', viewers: 0 }] })
  })

  test('hears of a change that is of one channel without a look at the others', () => {
    const socket = join()
    const looked = channels.get(MINE) ?? []
    channels.set(MINE, [channel('A', 5), channel('B', 5)])
    stream.changed('A' as ChannelId)
    clock.advance(250)
    expect(socket.messages[1]).toMatchObject({ channels: [{ channelId: 'A', viewers: 5 }] })
    channels.set(MINE, looked.slice(1))
    stream.changed('A' as ChannelId)
    clock.advance(250)
    expect(socket.messages[2]).toMatchObject({ seq: 2, removed: ['A'] })
    // The others are looked at once a second.
    channels.set(MINE, [channel('B', 5)])
    clock.advance(1000)
    expect(socket.messages[3]).toMatchObject({ seq: 3, channels: [{ channelId: 'B', viewers: 5 }] })
  })

  test('is told when its session ends, and nothing more', () => {
    const socket = join()
    signedIn = false
    stream.sessionsChanged()
    expect(socket.messages.at(-1)).toEqual({ type: 'signed-out' })
    expect(socket.closed).toBe('4401 signed out')
    channels.set(MINE, [])
    clock.advance(5000)
    expect(socket.messages).toHaveLength(2)
  })

  test('whose session ran out is told within two seconds', () => {
    const socket = join()
    signedIn = false
    clock.advance(1500)
    expect(socket.closed).toBe('4401 signed out')
  })

  test('that does not read is cut off', () => {
    const socket = join()
    socket.bufferedAmount = 9 * 1024 * 1024
    clock.advance(1500)
    expect(socket.closed).toBe('1013 too slow')
  })

  test('that left costs nothing; the others are told when the service ends', () => {
    const [gone, there] = [new Socket(), join()]
    stream.subscribe(gone, { systemId: MINE, session: () => session })()
    channels.set(MINE, [])
    clock.advance(1500)
    expect(gone.messages).toHaveLength(1)
    stream.close()
    expect([gone.closed, there.closed]).toEqual([null, '1001 the service ends'])
    channels.set(MINE, [channel('Z')])
    clock.advance(5000)
    expect(there.messages).toHaveLength(2)
  })

  test('whose user may do other things from now on is told so, and sees what they may see', () => {
    session = sessionOf(false, { delivery: true })
    const socket = join()
    expect(socket.messages).toMatchObject([
      { state: { engine: { diskFreeBytes: 1000 }, channels: [{ channelId: 'A' }, { channelId: 'B' }] } },
    ])
    session = sessionOf(false, { view: true })
    stream.sessionsChanged()
    expect(socket.messages[1]).toEqual({ type: 'session', session })
    clock.advance(250)
    expect(socket.messages[2]).toMatchObject({
      ...{ type: 'delta', seq: 1, engine: { diskFreeBytes: null } },
      channels: [{ channelId: 'A', rtmp: { ingestUrl: null, playlistUrl: '' } }, { channelId: 'B' }],
    })
    session = sessionOf(false)
    clock.advance(1250)
    expect(socket.messages.slice(3)).toEqual([
      { type: 'session', session },
      { type: 'delta', seq: 2, removed: ['A', 'B'] },
    ])
    stream.levels(MINE, [['A', -12, -13]])
    expect(socket.messages).toHaveLength(5)
  })
})
