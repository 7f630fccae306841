import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SetClock } from '../../../../test/support/set-clock.ts'
import type { JsonObject } from '../../../contract/sfu-api.ts'
import type { ConnectMessage, ServerMessage, SignalingClose } from '../../../contract/signaling.ts'
import { createLogger } from '../../../platform/logger.ts'
import { SignalingRefusal } from '../../sfu/signaling-admission.ts'
import type { SignalingClient, SignalingPeer } from '../../sfu/signaling-admission.ts'
import { SignalingSession } from './session.ts'

const CONNECT = { type: 'connect', role: 'sendonly', channel_id: 'C', sdp: 'v=0' }

/** A session on a WebSocket that only writes down, with an admission that the test decides. */
class Scene {
  readonly clock = new SetClock()
  readonly sent: JsonObject[] = []
  readonly closes: (SignalingClose | 'cut')[] = []
  readonly told: unknown[][] = []
  readonly roundTrips: number[] = []
  readonly asked: ConnectMessage[] = []
  takenTimes = 0
  unsent = 0
  peer: SignalingPeer | null = null
  admit: (client: SignalingClient) => void = () => undefined
  refuse: (error: Error) => void = () => undefined
  readonly session: SignalingSession
  readonly client: SignalingClient = {
    answered: (sdp) => void this.told.push(['answered', sdp]),
    reAnswered: (sdp, type) => void this.told.push([type, sdp]),
    candidate: (candidate) => void this.told.push(['candidate', candidate]),
    roundTrip: (ms) => void this.roundTrips.push(ms),
    stats: (entries) => void this.told.push(['stats', entries]),
    left: (reason) => void this.told.push(['left', reason]),
    failed: (reason) => void this.told.push(['failed', reason]),
  }

  constructor({ atOnce = false } = {}) {
    const { unsent } = { unsent: () => this.unsent }
    const socket = {
      get bufferedAmount() {
        return unsent()
      },
      send: (text: string) => void this.sent.push(JSON.parse(text) as JsonObject),
      close: (code: number, reason: string) => void this.closes.push({ code, reason }),
      terminate: () => void this.closes.push('cut'),
    }
    this.session = new SignalingSession(socket, {
      remoteAddress: '192.0.2.7',
      key: null,
      clock: this.clock,
      logger: createLogger('silent'),
      onTaken: () => this.takenTimes++,
      admission: {
        connect: (message, peer) => {
          this.asked.push(message)
          this.peer = peer
          if (atOnce) return Promise.resolve(this.client)
          return new Promise((resolve, reject) => {
            this.admit = resolve
            this.refuse = reject
          })
        },
      },
    })
  }

  say(message: object | string): void {
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    this.session.received(Buffer.from(text), false)
  }

  /** Settles what admission was told. */
  async settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
  }

  async taken(): Promise<this> {
    this.say(CONNECT)
    this.admit(this.client)
    await this.settle()
    return this
  }
}

describe('before connect', () => {
  it('a silent socket is closed normally, after 10 s', () => {
    const scene = new Scene()
    scene.clock.advance(9999)
    expect(scene.closes).toEqual([])
    scene.clock.advance(1)
    expect(scene.closes).toEqual([{ code: 1000, reason: '' }])
  })

  it('one that said other things is told that it is late', () => {
    const scene = new Scene()
    scene.say({ type: 'candidate', candidate: '' })
    scene.say({ type: 'who-knows' })
    scene.clock.advance(10_000)
    expect(scene.closes).toEqual([{ code: 4490, reason: 'CONNECT-TIMEOUT' }])
  })

  it.each([
    { type: 'answer', sdp: '' },
    { type: 're-answer', sdp: '' },
    { type: 'update', sdp: '' },
    { type: 'pong' },
    { type: 'disconnect' },
  ])('$type comes too early', (message) => {
    const scene = new Scene()
    scene.say(message)
    expect(scene.closes).toEqual([
      { code: 4490, reason: `INVALID-MESSAGE ${message.type} comes when it cannot` },
    ])
  })
})

describe('frames that signaling cannot go on from', () => {
  it.each([
    ['{', 'INVALID-JSON'],
    ['[]', 'INVALID-JSON'],
    ['null', 'INVALID-JSON'],
    ['{"type":"connect","type":"connect"}', 'INVALID-JSON'],
    ['{}', 'INVALID-MESSAGE type: must be a string'],
    [{ type: 'connect' }, 'INVALID-MESSAGE role: is required'],
    [{ ...CONNECT, role: 'boss' }, 'INVALID-MESSAGE role: must be one of sendrecv, sendonly, recvonly'],
    [{ ...CONNECT, simulcast: 'yes' }, 'INVALID-MESSAGE simulcast: must be of type boolean'],
    [{ ...CONNECT, multistream: false }, 'INVALID-MESSAGE multistream: must be true'],
    [{ ...CONNECT, client_id: '' }, 'INVALID-MESSAGE client_id: must have 1 to 255 bytes'],
    ...['\0', 'a\u001b[31m', 'a\u202eb'].map((id): [object, string] => [
      { ...CONNECT, bundle_id: id },
      'INVALID-MESSAGE bundle_id: must not have control characters, or ones that turn the direction of text',
    ]),
    [
      { ...CONNECT, signaling_notify_metadata: 'あ'.repeat(6000) },
      'INVALID-MESSAGE signaling_notify_metadata: must have at most 16384 bytes',
    ],
    [
      { ...CONNECT, video: { vp9_params: { long: 'a'.repeat(5000) } } },
      'INVALID-MESSAGE video.vp9_params: must have at most 4096 bytes',
    ],
    [
      { ...CONNECT, sora_client: 'a'.repeat(5000) },
      'INVALID-MESSAGE sora_client: must have at most 4096 characters',
    ],
    [
      { ...CONNECT, audio: 'OPUS' },
      'INVALID-MESSAGE audio: must be of type boolean, or must be of type object',
    ],
    [
      { ...CONNECT, audio: { opus_params: { channels: '2' } } },
      'INVALID-MESSAGE audio.opus_params.channels: must be of type number',
    ],
  ])('%j → %s', (message, reason) => {
    const scene = new Scene()
    scene.say(message)
    expect(scene.closes).toEqual([{ code: 4490, reason }])
    expect(scene.asked).toEqual([])
  })

  it('are binary ones, whatever they hold', () => {
    const scene = new Scene()
    scene.session.received(Buffer.from(JSON.stringify(CONNECT)), true)
    expect(scene.closes).toEqual([{ code: 4490, reason: 'INVALID-JSON' }])
  })

  it('never make it throw, and end it as documented or not at all', async () => {
    const json = fc.json({ maxDepth: 3 })
    const text = fc.oneof(
      fc.string(),
      json,
      fc
        .record(
          {
            type: fc.constantFrom('connect', 'answer', 'candidate', 'pong', 'disconnect', 're-answer', 'x'),
            role: fc.constantFrom('sendonly', 'sendrecv', 'x'),
            channel_id: fc.string(),
            sdp: fc.oneof(fc.string(), fc.jsonValue()),
            candidate: fc.oneof(fc.string(), fc.jsonValue()),
            audio: fc.jsonValue(),
            video: fc.jsonValue(),
            stats: fc.jsonValue(),
            reason: fc.string(),
          },
          { requiredKeys: ['type'] },
        )
        .map((value) => JSON.stringify(value)),
      fc.constant(JSON.stringify(CONNECT)),
    )
    const bytes = fc.oneof(
      text.map((one) => Buffer.from(one)),
      fc.uint8Array({ maxLength: 40 }),
    )
    const isBinary = fc.integer({ min: 0, max: 19 }).map((one) => one === 0)
    const frames = fc.array(fc.record({ bytes, isBinary }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(frames, async (sequence) => {
        const scene = new Scene({ atOnce: true })
        for (const one of sequence) {
          scene.session.received(one.bytes, one.isBinary)
          await Promise.resolve()
        }
        scene.session.gone()
        await scene.settle()
        expect(scene.closes.length).toBeLessThanOrEqual(1)
        for (const close of scene.closes) {
          if (close === 'cut') throw new Error('cut')
          expect(Buffer.byteLength(close.reason)).toBeLessThanOrEqual(123)
          expect(`${close.code} ${close.reason}`).toMatch(
            /^(1000 TYPE-DISCONNECT|4490 INVALID-JSON|4490 INVALID-MESSAGE .+)$/s,
          )
        }
        const calls = scene.told.map(([call]) => call)
        expect(calls.findIndex((call) => call === 'left' || call === 'failed')).toBe(
          scene.asked.length > 0 ? calls.length - 1 : -1,
        )
      }),
      { numRuns: 300 },
    )
  })
})

describe('connect', () => {
  it('is asked about once, with where it comes from and the defaults filled in', () => {
    const scene = new Scene()
    scene.say({ ...CONNECT, metadata: null, unknown: 1 })
    expect(scene.asked).toEqual([
      { ...CONNECT, metadata: null, audio: true, video: true, simulcast: false, spotlight: false },
    ])
    expect(scene.peer?.remoteAddress).toBe('192.0.2.7')
    scene.say(CONNECT)
    expect(scene.closes).toEqual([{ code: 4490, reason: 'INVALID-MESSAGE connect comes when it cannot' }])
  })

  it('may take its time: what comes meanwhile is kept in its order', async () => {
    const scene = new Scene()
    scene.say(CONNECT)
    scene.peer?.send({ type: 're-offer', sdp: 'first' })
    scene.say({ type: 'candidate', candidate: 'a' })
    scene.say({ type: 'answer', sdp: 'b' })
    scene.say({ type: 'candidate', candidate: 'c' })
    scene.clock.advance(60_000)
    expect(scene.told).toEqual([])
    scene.admit(scene.client)
    await scene.settle()
    expect(scene.told).toEqual([
      ['candidate', 'a'],
      ['answered', 'b'],
      ['candidate', 'c'],
    ])
    expect(scene.takenTimes).toBe(1)
    scene.say({ type: 'update', sdp: 'd' })
    scene.say({ type: 're-answer', sdp: 'e' })
    expect(scene.told.slice(3)).toEqual([
      ['update', 'd'],
      ['re-answer', 'e'],
    ])
    expect(scene.closes).toEqual([])
  })

  it('keeps no more than 1 MiB meanwhile', () => {
    const scene = new Scene()
    scene.say(CONNECT)
    for (let i = 0; i < 5; i++) scene.say({ type: 'answer', sdp: 'x'.repeat(250 * 1024) })
    expect(scene.closes).toEqual([{ code: 4490, reason: 'INVALID-MESSAGE too much before the offer' }])
  })

  it('is refused as the admission says, cut to what a close frame holds', async () => {
    const scene = new Scene()
    scene.say(CONNECT)
    scene.refuse(new SignalingRefusal({ code: 4490, reason: '駄目'.repeat(30) }))
    await scene.settle()
    expect(scene.closes).toEqual([{ code: 4490, reason: '駄目'.repeat(30).slice(0, 41) }])
    expect(scene.takenTimes).toBe(0)
  })

  it('that fails otherwise is SERVICE-UNAVAILABLE', async () => {
    const scene = new Scene()
    scene.say(CONNECT)
    scene.refuse(new Error('a bug'))
    await scene.settle()
    expect(scene.closes).toEqual([{ code: 4490, reason: 'SERVICE-UNAVAILABLE' }])
  })
})

describe('the end', () => {
  it('is at once when the client says so', async () => {
    const scene = await new Scene().taken()
    scene.say({ type: 'disconnect', reason: 'WEBSOCKET-ONERROR' })
    scene.say({ type: 'candidate', candidate: 'late' })
    scene.session.gone()
    expect(scene.closes).toEqual([{ code: 1000, reason: 'TYPE-DISCONNECT' }])
    expect(scene.told).toEqual([['left', 'WEBSOCKET-ONERROR']])
  })

  it('has the reason of a normal end where the client gives none', async () => {
    const scene = await new Scene().taken()
    scene.say({ type: 'disconnect' })
    expect(scene.told).toEqual([['left', 'NO-ERROR']])
  })

  it.each([
    [null, 'NO-ERROR'],
    [7, 'NO-ERROR'],
    [{ code: 7 }, 'NO-ERROR'],
    ['𠮷'.repeat(256), '𠮷'.repeat(255)],
  ])('is the same whatever reason the client gives: %#', async (reason, told) => {
    const scene = await new Scene().taken()
    scene.say({ type: 'disconnect', reason })
    expect(scene.closes).toEqual([{ code: 1000, reason: 'TYPE-DISCONNECT' }])
    expect(scene.told).toEqual([['left', told]])
  })

  it('may come while the admission is asked; the client is taken and leaves', async () => {
    const [leaving, gone] = [new Scene(), new Scene()]
    for (const scene of [leaving, gone]) {
      scene.say(CONNECT)
      scene.say({ type: 'candidate', candidate: 'a' })
    }
    leaving.say({ type: 'disconnect', reason: 'NO-ERROR' })
    expect(leaving.closes).toEqual([{ code: 1000, reason: 'TYPE-DISCONNECT' }])
    gone.session.gone()
    for (const scene of [leaving, gone]) {
      scene.admit(scene.client)
      await scene.settle()
      scene.peer?.send({ type: 'ping' })
    }
    expect(leaving.told).toEqual([['left', 'NO-ERROR']])
    expect(gone.told).toEqual([['left', null]])
    expect([...leaving.sent, ...gone.sent]).toEqual([])
  })

  it('waits until the SDK hears it, 200 ms after connect, where the client has its offer', async () => {
    const lost = { code: 4490, reason: 'SFU-LOST' }
    const close = async (beforeMs: number, offer: object | null) => {
      const scene = await new Scene().taken()
      if (offer) scene.peer?.send(offer as ServerMessage)
      scene.clock.advance(beforeMs)
      scene.peer?.close(lost)
      return scene
    }
    const offer = { type: 'offer', sdp: 'v=0' }
    const early = await close(50, offer)
    early.peer?.send({ type: 'ping' })
    early.clock.advance(149)
    expect([early.closes, early.sent]).toEqual([[], [offer]])
    early.clock.advance(1)
    expect(early.closes).toEqual([lost])
    expect((await close(200, offer)).closes).toEqual([lost])
    expect((await close(50, null)).closes).toEqual([lost])
  })

  it('waits no longer where the clock of the computer was set back meanwhile', async () => {
    const scene = await new Scene().taken()
    scene.peer?.send({ type: 'offer', sdp: 'v=0' } as ServerMessage)
    scene.clock.step = -3_600_000
    scene.peer?.close({ code: 4490, reason: 'SFU-LOST' })
    scene.clock.advance(199)
    expect(scene.closes).toEqual([])
    scene.clock.advance(1)
    expect(scene.closes).toEqual([{ code: 4490, reason: 'SFU-LOST' }])
  })

  it('by the domain is told to it again when the WebSocket is gone, and not before', async () => {
    const scene = await new Scene().taken()
    scene.peer?.close({ code: 1000, reason: 'DISCONNECTED-API' })
    scene.peer?.close({ code: 4490, reason: 'SFU-LOST' })
    scene.peer?.send({ type: 'ping' })
    scene.say({ type: 'answer', sdp: 'late' })
    expect(scene.closes).toEqual([{ code: 1000, reason: 'DISCONNECTED-API' }])
    expect([scene.told, scene.sent]).toEqual([[], []])
    scene.session.gone()
    expect(scene.told).toEqual([['left', null]])
  })

  it('comes with the service', async () => {
    const scene = await new Scene().taken()
    scene.session.close()
    scene.session.gone()
    expect(scene.closes).toEqual([{ code: 1000, reason: 'SERVICE-CLOSED' }])
    expect(scene.told).toEqual([['left', null]])
  })

  it('comes for who does not read', async () => {
    const scene = await new Scene().taken()
    scene.unsent = 4 * 1024 * 1024
    scene.peer?.send({ type: 'ping' })
    expect(scene.closes).toEqual([])
    scene.unsent++
    scene.peer?.send({ type: 'ping' })
    scene.peer?.send({ type: 'ping' })
    scene.session.gone()
    expect(scene.closes).toEqual(['cut'])
    expect(scene.told).toEqual([['left', null]])
  })
})

describe('pings', () => {
  const statistics = [{ id: 'a', type: 'codec' }]

  it('come every 5 s; the first and then one in a minute asks for statistics', async () => {
    const scene = await new Scene().taken()
    for (let i = 0; i < 26; i++) {
      scene.clock.advance(5000)
      scene.say({ type: 'pong' })
    }
    expect(scene.sent).toHaveLength(26)
    const asking = scene.sent.flatMap(({ stats }, index) => (stats === true ? [index] : []))
    expect(asking).toEqual([0, 12, 24])
    expect(scene.told).toEqual([])
  })

  it('give statistics that were asked for, once', async () => {
    const scene = await new Scene().taken()
    scene.say({ type: 'pong', stats: [] })
    scene.clock.advance(5000)
    scene.say({ type: 'pong', stats: statistics })
    scene.say({ type: 'pong', stats: statistics })
    expect(scene.told).toEqual([['stats', statistics]])
  })

  it.each([[null], [{}], [[null]]])(
    'are answered by a pong with statistics that are none, too: %j',
    async (stats) => {
      const scene = await new Scene().taken()
      scene.clock.advance(5000)
      scene.say({ type: 'pong', stats })
      expect(scene.roundTrips).toHaveLength(1)
      expect([scene.told, scene.closes]).toEqual([[], []])
    },
  )

  it('tell how long their pongs took', async () => {
    const scene = await new Scene().taken()
    scene.say({ type: 'pong' })
    scene.clock.advance(5000)
    scene.clock.advance(40)
    scene.say({ type: 'pong' })
    scene.say({ type: 'pong' })
    scene.clock.advance(4960 + 5000)
    scene.say({ type: 'pong' })
    expect(scene.roundTrips).toEqual([40, 5000])
  })

  it('without a pong for 60 s end the session', async () => {
    const scene = await new Scene().taken()
    scene.clock.advance(30_000)
    scene.say({ type: 'pong' })
    scene.clock.advance(59_999)
    expect(scene.closes).toEqual([])
    scene.clock.advance(1)
    expect(scene.closes).toEqual([{ code: 4490, reason: 'PONG-TIMEOUT' }])
    expect(scene.told).toEqual([['failed', 'PONG-TIMEOUT']])
    const pings = scene.sent.length
    scene.clock.advance(60_000)
    expect(scene.sent).toHaveLength(pings)
  })
  it.each([3_600_000, -3_600_000])('are the same where the clock is set by %i ms', async (step) => {
    const scene = await new Scene().taken()
    scene.clock.advance(5000)
    scene.clock.step = step
    scene.clock.advance(40)
    scene.say({ type: 'pong' })
    scene.clock.advance(59_960)
    expect(scene.roundTrips).toEqual([40])
    expect(scene.closes).toEqual([])
    expect(scene.sent.flatMap(({ stats }, index) => (stats === true ? [index] : []))).toEqual([0, 12])
    scene.clock.advance(5000)
    expect(scene.closes).toEqual([{ code: 4490, reason: 'PONG-TIMEOUT' }])
  })
})
