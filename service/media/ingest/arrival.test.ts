import { describe, expect, it } from 'vitest'
import { SetClock } from '../../../test/support/set-clock.ts'
import { Arrival } from './arrival.ts'
import type { AudioSource, Source, SourceUnit, VideoSource } from './source.ts'

const video: VideoSource = {
  ...{ codec: 'vp8', width: 640, height: 360, decoderConfig: new Uint8Array(), passable: null },
}
const passable: VideoSource['passable'] = {
  profile: 'high',
  track: {
    ...{ kind: 'video', codec: 'h264', timescale: 1000, width: 640, height: 360, frameRate: 30 },
    ...{ bitRateBps: 500_000, decoderConfig: new Uint8Array() },
  },
}
const audio: AudioSource = {
  ...{ codec: 'opus', sampleRate: 48_000, channels: 2, decoderConfig: new Uint8Array(), passable: null },
}

function setUp() {
  const sources: (string | null)[][] = []
  const units: SourceUnit[] = []
  const came: number[] = []
  const reconfigured: string[] = []
  const note = (source: Source) => sources.push([source.video?.codec ?? null, source.audio?.codec ?? null])
  const listener = {
    onSource: note,
    onReconfigured: (kind: string) => reconfigured.push(kind),
    onUnit: (unit: SourceUnit, at: number) => {
      units.push(unit)
      came.push(at)
    },
    onJump: () => undefined,
  }
  const clock = new SetClock(1_000)
  const arrival = new Arrival(listener, clock, 2_000)
  const send = (kind: 'video' | 'audio', time: number, key = kind === 'audio', bytes = 10) =>
    arrival.unit({ kind, pts: time, dts: time, key, data: new Uint8Array(bytes) })
  const handedOn = () => units.map(({ kind, dts }) => `${kind} ${dts}`)
  return { arrival, clock, send, sources, came, reconfigured, handedOn }
}

describe('what arrives', () => {
  it('begins with the first key frame where both kinds come', () => {
    const { arrival, send, sources, handedOn } = setUp()
    arrival.announceAudio(audio)
    send('audio', 100)
    arrival.announceVideo(video)
    send('video', 110)
    send('audio', 120)
    expect(sources).toEqual([])
    send('video', 140, true)
    send('audio', 160)
    expect(sources).toEqual([['vp8', 'opus']])
    expect(handedOn()).toEqual(['video 0', 'audio 20'])
  })

  it('is handed on with the moment when it came, however long it waited', () => {
    const { arrival, clock, send, came } = setUp()
    arrival.announceAudio(audio)
    arrival.announceVideo(video)
    send('video', 0, true)
    clock.advance(300)
    send('audio', 200)
    clock.advance(500)
    send('audio', 220)
    expect(came).toEqual([1_000, 1_300, 1_800])
  })

  it('is taken as one kind alone after a while, and as both when the other shows itself', () => {
    const { arrival, send, sources, handedOn } = setUp()
    arrival.announceAudio(audio)
    for (const time of [0, 1_000, 1_999]) send('audio', time)
    expect(sources).toEqual([])
    send('audio', 2_000)
    expect(sources).toEqual([[null, 'opus']])
    arrival.announceVideo(video)
    send('video', 3_000)
    expect(sources).toHaveLength(1)
    send('video', 3_040, true)
    expect(sources).toEqual([
      [null, 'opus'],
      ['vp8', 'opus'],
    ])
    expect(handedOn()).toEqual(['audio 0', 'audio 1000', 'audio 1999', 'audio 2000', 'video 3040'])
  })

  it('has video from the beginning that was announced and has no key frame for 5 s', () => {
    const { arrival, send, sources, reconfigured } = setUp()
    arrival.announceVideo({ ...video, width: 0, height: 0 })
    arrival.announceAudio(audio)
    for (let time = 0; time < 5_000; time += 20) {
      send('video', time)
      send('audio', time)
    }
    expect(sources).toEqual([])
    send('audio', 5_000)
    expect(sources).toEqual([['vp8', 'opus']])
    arrival.announceVideo({ ...video, decoderConfig: new Uint8Array([1]) })
    send('video', 5_040, true)
    expect(sources).toHaveLength(1)
    expect(reconfigured).toEqual(['video'])
  })

  it('goes on without such video where it may pass untouched, until it comes', () => {
    const { arrival, send, sources } = setUp()
    arrival.announceVideo({ ...video, passable })
    arrival.announceAudio(audio)
    for (const time of [0, 5_000]) send('audio', time)
    send('video', 5_040, true)
    expect(sources).toEqual([
      [null, 'opus'],
      ['vp8', 'opus'],
    ])
  })

  it('is handed on at its end where it still waited for another kind, once', () => {
    const { arrival, send, sources, handedOn } = setUp()
    arrival.announceAudio(audio)
    for (const time of [100, 120]) send('audio', time)
    arrival.end()
    arrival.end()
    expect(sources).toEqual([[null, 'opus']])
    expect(handedOn()).toEqual(['audio 0', 'audio 20'])
  })

  it('is no source where nothing came before its end', () => {
    const { arrival, sources } = setUp()
    arrival.announceAudio(audio)
    arrival.end()
    expect(sources).toEqual([])
  })

  it('does not fill memory with sound of nearly the same time while it waits for video', () => {
    const { arrival, send, handedOn } = setUp()
    arrival.announceVideo(video)
    arrival.announceAudio(audio)
    for (let i = 0; i < 20; i++) send('audio', i, true, 1024 * 1024)
    expect(handedOn()).toHaveLength(20)
  })

  it('nor with empty units of the same time, which have no bytes of media', () => {
    const { arrival, send, handedOn } = setUp()
    arrival.announceVideo(video)
    arrival.announceAudio(audio)
    for (let i = 0; i < 70_000; i++) send('audio', 0, true, 0)
    expect(handedOn()).toHaveLength(70_000)
  })

  it('tells of a new configuration, but not of a new size alone', () => {
    const { arrival, send, sources, reconfigured } = setUp()
    arrival.announceVideo(video)
    arrival.announceAudio(audio)
    send('video', 0, true)
    arrival.announceVideo({ ...video, width: 1280, height: 720 })
    expect([reconfigured, arrival.source.video?.width]).toEqual([[], 1280])
    arrival.announceVideo({ ...video, decoderConfig: new Uint8Array([1]) })
    expect(reconfigured).toEqual(['video'])
    expect(sources).toHaveLength(1)
  })

  it.each([3_600_000, -3_600_000])('is measured as before where the clock is set by %d ms', (step) => {
    const { arrival, clock, send } = setUp()
    arrival.announceVideo(video)
    arrival.announceAudio(audio)
    const run = (until: number) => {
      for (; clock.passed() < until; clock.advance(40)) {
        send('video', clock.passed(), clock.passed() === 0)
        send('audio', clock.passed() - 600)
      }
    }
    run(10_000)
    clock.step = step
    expect(arrival.soundBehindMs).toBe(600)
    run(20_000)
    expect(arrival.soundBehindMs).toBe(600)
    expect(arrival.totals).toMatchObject({ at: 21_000 + step, lastPause: null, driftMs: 0 })
  })

  it('is measured, and dropped where nothing was announced', () => {
    const { arrival, clock, send, handedOn } = setUp()
    clock.advance(500)
    send('audio', 0)
    expect(arrival.lastMediaAt).toBe(1_500)
    expect(handedOn()).toEqual([])
    arrival.announceAudio(audio)
    for (let time = 0; time <= 2_000; time += 20) send('audio', time)
    expect(arrival.meters.audio.frameRate).toBeCloseTo(50, 0)
    expect(arrival.meters.audio.bitRateBps).toBeCloseTo(4_000, -1)
  })
})
