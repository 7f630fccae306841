import { describe, expect, it } from 'vitest'
import { broadcastStats } from '../../../test/support/broadcast-stats.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import { renditionsSchema } from '../../contract/rendition.ts'
import type { ArrivedTotals, ConnectionStats } from '../../contract/worker-protocol.ts'
import { findings, toldFindings } from './findings.ts'
import { observe, rememberFindings } from './observe.ts'
import type { ChannelActivity, LiveConnection, Observed } from './channel-activity.ts'

const T = Date.parse('2026-01-01T00:00:00Z')
const video = { width: 640, height: 360, fps: 30, bps: 800_000 }
const renditions = (...hls: object[]) =>
  renditionsSchema.parse(hls.map((r) => ({ durationSeconds: 2, startTimeOffset: -2, ...r })))
const both = renditions({ video, audio: {} })

type Measurement = Partial<Omit<ConnectionStats, 'arrived'>> & { readonly arrived?: Partial<ArrivedTotals> }

/** A broadcast that is measured once a second, as the owner of a channel does it. */
class Measured {
  now = T
  #observed: Observed | undefined
  #stats: ConnectionStats | null = null
  readonly #renditions

  constructor(renditions = both) {
    this.#renditions = renditions
  }

  second({ arrived, ...change }: Measurement = {}) {
    this.now += 1000
    const stats = this.#arrived(broadcastStats({ lastMediaAt: this.now, ...change }), arrived)
    const observed = observe(this.#observed, this.#stats, stats, this.now)
    this.#stats = stats
    this.#observed = observed
    const found = this.findings()
    this.#observed = rememberFindings(observed, found)
    return found
  }

  /** Totals that fit the rates of this second, but for what is given. */
  #arrived(stats: ConnectionStats, given?: Partial<ArrivedTotals>): ConnectionStats {
    const { videoBytes = 0, audioBytes = 0, videoFrames = 0 } = this.#stats?.arrived ?? {}
    const arrived = {
      at: this.now,
      videoBytes: videoBytes + (stats.video?.bitRateBps ?? 0) / 8,
      audioBytes: audioBytes + (stats.audio?.bitRateBps ?? 0) / 8,
      videoFrames: videoFrames + (stats.video?.frameRate ?? 0),
      lastPause: this.#stats?.arrived.lastPause ?? null,
      driftMs: 0,
      ...given,
    }
    return { ...stats, arrived }
  }

  findings(change: Partial<LiveConnection> = {}) {
    return findings(this.#activity(change), this.#renditions, this.now)
  }

  told(since: number | null, until: number | null = null) {
    return toldFindings(this.#activity(), this.#renditions, { since, until }, this.now)
  }

  #activity(change: Partial<LiveConnection> = {}): ChannelActivity {
    const connection: LiveConnection = {
      connectionId: 'N' as ConnectionId,
      channelId: 'C' as ChannelId,
      kind: 'rtmp',
      remoteAddress: '',
      encoder: '',
      connectedAt: T,
      playlistReadyAt: null,
      lowLatency: false,
      endedAt: null,
      stats: this.#stats,
      ...(this.#observed && { observed: this.#observed }),
      ...change,
    }
    return {
      connections: [connection],
      authorisingSince: null,
      denied: null,
      lastEnd: null,
      sendingSince: null,
      onAirSince: null,
      viewers: 0,
    }
  }
}

const keyFrames = (seconds: number): Partial<ConnectionStats> => {
  const stats = broadcastStats()
  return { video: stats.video && { ...stats.video, keyFrameIntervalSeconds: seconds } }
}
const videoRate = (bitRateBps: number): Partial<ConnectionStats> => {
  const stats = broadcastStats()
  return { video: stats.video && { ...stats.video, bitRateBps } }
}

it('finds nothing in a clean source, nor in none', () => {
  const source = new Measured()
  for (let i = 0; i < 60; i++) expect(source.second()).toEqual([])
  expect(source.findings({ endedAt: T })).toEqual([])
})

describe('key frames', () => {
  it.each([
    [2, 3, false],
    [2, 3.01, true],
    [2, 8.333, true],
    [0.5, 0.9, false],
    [0.5, 1, false],
    [0.5, 1.01, true],
    [6, 8.3, false],
    [6, 9.1, true],
    [2, 0, false],
  ])('segments of %s s, key frames every %s s: %s', (durationSeconds, interval, expected) => {
    const source = new Measured(renditions({ durationSeconds, video, audio: {} }))
    const found = source.second(keyFrames(interval))
    const rounded = Math.round(interval * 10) / 10
    expect(found.map(({ code, severity, values }) => ({ code, severity, values }))).toEqual(
      expected
        ? [
            {
              code: 'keyframe-interval',
              severity: 'warn',
              values: { interval: rounded, target: durationSeconds },
            },
          ]
        : [],
    )
  })

  it('say since when, and again after a pause', () => {
    const source = new Measured()
    source.second()
    const since = source.second(keyFrames(8))[0]?.since
    expect(since).toBe(T + 2000)
    expect(source.second(keyFrames(8.3))[0]?.since).toBe(since)
    expect(source.second()).toEqual([])
    expect(source.second(keyFrames(8))[0]?.since).toBe(T + 5000)
  })

  it('do not matter without video in the renditions', () => {
    const source = new Measured(renditions({ audio: {} }))
    expect(source.second(keyFrames(8))).toEqual([])
  })
})

describe('bit rate', () => {
  const ladder = renditions({ video }, { video: { ...video, bps: 2_500_000 } })

  const sending = (source: Measured, rate: number, seconds: number) => {
    let found = source.findings()
    for (let i = 0; i < seconds; i++) found = source.second(videoRate(rate))
    return found
  }

  it('counts when it is more than 30 % above the top rendition, until it is 20 %', () => {
    expect(sending(new Measured(ladder), 3_250_000, 60)).toEqual([])
    const source = new Measured(ladder)
    expect(sending(source, 4_100_000, 60)).toMatchObject([
      { code: 'bitrate-above-top', severity: 'warn', values: { rate: 4.1, top: 2.5 } },
    ])
    expect(sending(source, 3_100_000, 60)).toHaveLength(1)
    expect(sending(source, 2_900_000, 60)).toEqual([])
    expect(sending(source, 3_100_000, 60)).toEqual([])
  })

  it('is judged once the encoder has sent for 15 s', () => {
    const source = new Measured(ladder)
    for (let i = 1; i < 15; i++) expect(source.second(videoRate(4_100_000)), `${i} s`).toEqual([])
    expect(source.second(videoRate(4_100_000))).toMatchObject([{ since: T + 15_000 }])
  })

  it('is not judged by what comes at once as the encoder starts', () => {
    const source = new Measured(ladder)
    for (let i = 0; i < 5; i++) expect(source.second(videoRate(12_000_000))).toEqual([])
    for (let i = 0; i < 60; i++) expect(source.second(videoRate(2_400_000))).toEqual([])
  })

  it('is not judged by one second with a large key frame', () => {
    const source = new Measured(ladder)
    for (let i = 0; i < 60; i++)
      expect(source.second(videoRate(i % 4 === 3 ? 6_000_000 : 1_600_000))).toEqual([])
  })
})

describe('a kind that is missing', () => {
  it('is found 12 s after the connection, with the severity of an outage', () => {
    const source = new Measured()
    for (let i = 1; i < 12; i++) expect(source.second({ audio: null })).toEqual([])
    for (let i = 12; i < 15; i++) {
      expect(source.second({ audio: null })).toEqual([
        { code: 'no-audio', severity: 'fail', since: T + 12_000, values: { seconds: i } },
      ])
    }
    expect(source.second()).toEqual([])
  })

  it('is found 12 s after it stopped', () => {
    const source = new Measured()
    for (let i = 0; i < 20; i++) source.second()
    for (let i = 1; i < 12; i++) expect(source.second(videoRate(0))).toEqual([])
    expect(source.second(videoRate(0))).toMatchObject([{ code: 'no-video', since: T + 32_000 }])
  })

  it('is no finding where nothing comes at all, which the state says', () => {
    const source = new Measured()
    for (let i = 0; i < 20; i++) source.second()
    const lastMediaAt = source.now
    for (let i = 0; i < 30; i++)
      expect(source.second({ ...videoRate(0), audio: null, lastMediaAt })).toEqual([])
  })

  it('is not missed when no rendition asks for it', () => {
    const source = new Measured(renditions({ video }))
    for (let i = 0; i < 20; i++) expect(source.second({ audio: null })).toEqual([])
    const sound = new Measured(renditions({ audio: {} }))
    for (let i = 0; i < 20; i++) expect(sound.second({ video: null })).toEqual([])
  })
})

describe('what is decoded', () => {
  const seen = (picture: ConnectionStats['picture'], sound: ConnectionStats['sound'] = null) => ({
    picture,
    sound,
  })
  const HEARD = { shortTermLufs: -20, silentSince: null }
  const SEEN = { blackSince: null, frozenSince: null }

  it('is fine, or not known', () => {
    const source = new Measured()
    for (let i = 0; i < 30; i++) expect(source.second(seen(SEEN, HEARD))).toEqual([])
    for (let i = 0; i < 30; i++) expect(source.second(seen(null))).toEqual([])
  })

  it.each([
    ['silent', 'fail', 3, seen(null, { shortTermLufs: null, silentSince: T + 10_000 })],
    ['black', 'fail', 3, seen({ blackSince: T + 10_000, frozenSince: null })],
    ['frozen', 'warn', 15, seen({ blackSince: null, frozenSince: T + 10_000 })],
  ] as const)(
    'is found %s, with severity %s, after %i s, since its beginning',
    (code, severity, after, so) => {
      const source = new Measured()
      for (let i = 0; i < 9; i++) source.second(seen(SEEN, HEARD))
      for (let i = 0; i < after; i++) expect(source.second(so), `${i} s`).toEqual([])
      const expected = { code, severity, since: T + 10_000, values: { seconds: after } }
      expect(source.second(so)).toEqual([expected])
      expect(source.second(seen(SEEN, HEARD))).toEqual([])
    },
  )

  it('is told once: black stands still, and what does not come is told by that', () => {
    const source = new Measured()
    for (let i = 0; i < 30; i++) source.second()
    const since = { blackSince: source.now, frozenSince: source.now }
    const codes = (found: ReturnType<Measured['second']>) => found.map(({ code }) => code)
    for (let i = 0; i < 16; i++) source.second(seen(since))
    expect(codes(source.second(seen(since)))).toEqual(['black'])
    for (let i = 0; i < 12; i++) source.second({ ...seen(since), ...videoRate(0) })
    expect(codes(source.second({ ...seen(since), ...videoRate(0) }))).toEqual(['no-video'])
  })

  it('is not judged where nothing comes any more, which the state says', () => {
    const source = new Measured()
    for (let i = 0; i < 20; i++) source.second(seen(SEEN, HEARD))
    const lastMediaAt = source.now
    const stale = {
      ...seen({ blackSince: lastMediaAt, frozenSince: null }),
      ...videoRate(0),
      audio: null,
      lastMediaAt,
    }
    for (let i = 0; i < 30; i++) expect(source.second(stale)).toEqual([])
  })
})

describe('the size of the picture', () => {
  const sized = (width: number, height: number) => {
    const stats = broadcastStats()
    return { video: stats.video && { ...stats.video, width, height } }
  }

  it.each([
    [320, 180, true],
    [640, 360, false],
    [1920, 1080, false],
    [640, 352, false],
    // Upright: bars at its sides, not enlarged.
    [202, 360, false],
    [180, 320, true],
  ])('%i×%i into 640×360: %s', (width, height, expected) => {
    const found = new Measured().second(sized(width, height))
    expect(found.map(({ code, severity, values }) => ({ code, severity, values }))).toEqual(
      expected
        ? [
            {
              code: 'source-small',
              severity: 'warn',
              values: { size: `${width}×${height}`, topSize: '640×360' },
            },
          ]
        : [],
    )
  })

  it('is the business of who sends by WebRTC', () => {
    const source = new Measured()
    source.second(sized(320, 180))
    expect(source.findings({ kind: 'webrtc-hls' })).toEqual([])
  })
})

describe('frame rate', () => {
  const frames = (frameRate: number): Measurement => {
    const stats = broadcastStats()
    return { video: stats.video && { ...stats.video, frameRate } }
  }
  const low = (source: Measured, rate: number, seconds: number) => {
    let found = source.second()
    for (let i = 0; i < seconds; i++) found = source.second(frames(rate))
    return found
  }

  it('counts when it is less than 80 % of what the encoder says, until it is 90 %', () => {
    const source = new Measured()
    expect(low(source, 25, 60)).toEqual([])
    expect(low(source, 20, 60)).toMatchObject([
      { code: 'frame-rate-low', severity: 'warn', values: { nominal: 30 } },
    ])
    expect(low(source, 26, 60)).toHaveLength(1)
    expect(low(source, 28, 60)).toEqual([])
  })

  it('is not judged by seconds in which nothing came', () => {
    const source = new Measured()
    expect(low(source, 30, 10)).toEqual([])
    for (let i = 0; i < 8; i++) expect(source.second({ ...frames(0), ...videoRate(0) })).toEqual([])
  })
})

describe('a gap of the network', () => {
  const pause = (at: number, ms: number): Measurement => ({ arrived: { lastPause: { at, ms } } })

  it('is found when media goes on, with its length, and clears by itself', () => {
    const source = new Measured()
    for (let i = 0; i < 20; i++) source.second()
    const expected = { code: 'network-gap', severity: 'warn', since: T + 19_000, values: { length: 1.4 } }
    expect(source.second(pause(T + 19_000, 1_420))).toEqual([expected])
    for (let i = 0; i < 9; i++) expect(source.second()).toEqual([expected])
    expect(source.second()).toEqual([])
  })

  it('while the encoder starts is none', () => {
    const source = new Measured()
    for (let i = 0; i < 6; i++) source.second()
    expect(source.second(pause(T + 4_000, 1_400))).toEqual([])
  })
})

describe('drift', () => {
  const drifting = (source: Measured, seconds: number, at: (second: number) => number) => {
    let found = source.second()
    for (let i = 0; i < seconds; i++) found = source.second({ arrived: { driftMs: at(i) } })
    return found
  }

  it.each([1, -1])('is found over 200 ms while it grows, in both directions (%i)', (sign) => {
    const source = new Measured()
    expect(drifting(source, 180, (i) => sign * i)).toEqual([])
    expect(drifting(source, 60, (i) => sign * (180 + i))).toMatchObject([{ code: 'drift' }])
    expect(drifting(source, 60, () => sign * 240)).toHaveLength(1)
    expect(drifting(source, 30, () => sign * 100)).toEqual([])
  })

  it('is no finding where it is large but stays so, as after a gap', () => {
    const source = new Measured()
    drifting(source, 60, () => 0)
    for (let i = 0; i < 10; i++) expect(drifting(source, 20, () => 900)).toEqual([])
  })
})

it('shows a restart of the transcoder for 5 minutes', () => {
  const source = new Measured()
  source.second()
  expect(source.second({ transcoderRestarts: 1 })).toEqual([
    { code: 'transcoder-restarted', severity: 'warn', since: T + 2000, values: { restarts: 1 } },
  ])
  for (let i = 1; i < 300; i++) expect(source.second({ transcoderRestarts: 1 })).toHaveLength(1)
  expect(source.second({ transcoderRestarts: 1 })).toEqual([])
  expect(source.second({ transcoderRestarts: 2 })).toMatchObject([{ values: { restarts: 2 } }])
})

it('puts a full disk before warnings', () => {
  const source = new Measured()
  source.second(keyFrames(8))
  const found = source.second({ ...keyFrames(8), diskFull: true })
  expect(found.map(({ code, severity }) => [code, severity])).toEqual([
    ['disk-full', 'fail'],
    ['keyframe-interval', 'warn'],
  ])
})

describe('what people are told', () => {
  const disk = { diskFull: true }

  it('blames no encoder where this computer may be the cause', () => {
    const source = new Measured()
    for (let i = 0; i < 20; i++) source.second({ ...keyFrames(8), ...disk })
    expect(source.findings().map(({ code }) => code)).toEqual(['disk-full', 'keyframe-interval'])
    expect(source.told(null)).toMatchObject([{ code: 'disk-full' }])
  })

  it('is what holds since encoders are blamed, not since before', () => {
    const source = new Measured()
    for (let i = 0; i < 20; i++) source.second({ ...keyFrames(8), ...disk })
    const from = T + 15_000
    const [full] = source.findings()
    expect(source.told(from)).toEqual([full, expect.objectContaining({ since: from })])
    expect(source.told(0)).toEqual(source.findings())
  })

  it('is not what began since this computer may have become too busy, and is what began before', () => {
    const source = new Measured()
    for (let i = 0; i < 20; i++) source.second({ ...keyFrames(8), ...disk })
    const [full, seldom] = source.findings()
    expect(source.told(0, seldom?.since)).toEqual([full])
    expect(source.told(0, (seldom?.since ?? 0) + 1)).toEqual([full, seldom])
  })

  it('says whatever the cause that a kind does not come', () => {
    const source = new Measured()
    for (let i = 0; i < 20; i++) source.second({ ...videoRate(0), arrived: { videoBytes: 0 } })
    expect(source.told(null)).toMatchObject([{ code: 'no-video' }])
  })
})

describe('sound', () => {
  it('is late from 200 ms on, and until it is within 100 ms', () => {
    const source = new Measured()
    expect(source.second({ soundBehindMs: null })).toEqual([])
    expect(source.second({ soundBehindMs: 200 })).toEqual([])
    expect(source.second({ soundBehindMs: 640 })).toMatchObject([
      { code: 'sound-late', severity: 'warn', since: source.now, values: { seconds: 0.6 } },
    ])
    expect(source.second({ soundBehindMs: 101 })).toHaveLength(1)
    expect(source.second({ soundBehindMs: 100 })).toEqual([])
  })
})

describe('transcoding', () => {
  it('is late from 3 s on, which no encoder is blamed for', () => {
    const source = new Measured()
    expect(source.second({ transcodingBehindMs: 3000 })).toEqual([])
    const late = { code: 'transcoding-late', severity: 'fail', since: T + 2000, values: { seconds: 18.4 } }
    expect(source.second({ transcodingBehindMs: 18_400 })).toMatchObject([late])
    expect(source.told(null)).toMatchObject([late])
    expect(source.second({ transcodingBehindMs: 2001 })).toHaveLength(1)
    expect(source.second({ transcodingBehindMs: 2000 })).toEqual([])
  })
})
