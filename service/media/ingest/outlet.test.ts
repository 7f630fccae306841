import { describe, expect, it } from 'vitest'
import { DECODER_CONFIG } from '../../../test/support/made-up-transcoder.ts'
import type { AudioTrack, VideoTrack } from '../../contract/media.ts'
import { Outlet } from './outlet.ts'
import type { Route } from './routes.ts'

const VIDEO: VideoTrack = {
  ...{ kind: 'video', codec: 'h264', timescale: 1000, width: 320, height: 180, frameRate: 25 },
  ...{ bitRateBps: 400_000, decoderConfig: DECODER_CONFIG },
}
const AUDIO: AudioTrack = {
  ...{ kind: 'audio', codec: 'aac', timescale: 1000, sampleRate: 48_000, channels: 2 },
  ...{ bitRateBps: 96_000, decoderConfig: DECODER_CONFIG },
}
const source = { from: 'source' } as const
const BOTH: Route = { video: source, audio: source }
const SOUND: Route = { video: null, audio: source }
const MOST_HELD_UNITS = 4000

/** An outlet, and in words what it hands to the packager. */
function setUp(route: Route) {
  const said: string[] = []
  const stream = {
    setTracks: (rendition: number, tracks: readonly { kind: string }[]) =>
      said.push(`${rendition}: tracks ${tracks.map(({ kind }) => kind).join('+')}`),
    push: (rendition: number, kind: string, { pts }: { pts: number }) =>
      said.push(`${rendition}: ${kind} ${pts}`),
  }
  const outlet = new Outlet(stream, 7, route)
  const unit = (pts: number, key: boolean) => ({ pts, dts: pts, duration: 40, key, data: new Uint8Array() })
  return {
    outlet,
    said,
    video: (pts: number, key = false) => outlet.unit('video', unit(pts, key)),
    audio: (pts: number) => outlet.unit('audio', unit(pts, true)),
    /** What was said since it was last asked. */
    since: () => said.splice(0),
  }
}

describe('an outlet', () => {
  it('holds units until each track is known, then hands them on in their order', () => {
    const { outlet, since, video, audio } = setUp(BOTH)
    video(0, true)
    audio(5)
    outlet.track(VIDEO)
    video(40)
    expect(since()).toEqual([])
    outlet.track(AUDIO)
    expect(since()).toEqual([...['7: tracks video+audio', '7: video 0', '7: audio 5', '7: video 40']])
    audio(45)
    expect(since()).toEqual(['7: audio 45'])
  })

  it('waits for no kind that its rendition does not have, and takes none of it', () => {
    const { outlet, since, video, audio } = setUp(SOUND)
    video(0, true)
    audio(5)
    outlet.track(AUDIO)
    video(40)
    expect(since()).toEqual(['7: tracks audio', '7: audio 5'])
  })

  it('without any kind has nobody wait for it', () => {
    const { outlet, since } = setUp({ video: null, audio: null })
    expect(since()).toEqual(['7: tracks '])
    outlet.restart({ video: null, audio: null }, -Infinity)
    expect(since()).toEqual(['7: tracks '])
  })

  it('holds so much and no more while a track is missing', () => {
    const { outlet, since, video } = setUp(BOTH)
    for (let i = 0; i < MOST_HELD_UNITS + 10; i++) video(i * 40, i === 0)
    outlet.track(VIDEO)
    outlet.track(AUDIO)
    const said = since()
    expect(said).toHaveLength(1 + MOST_HELD_UNITS)
    expect(said.at(-1)).toBe(`7: video ${(MOST_HELD_UNITS - 1) * 40}`)
  })

  it('takes no second announcement of a track for a change', () => {
    const { outlet, since } = setUp(SOUND)
    outlet.track(AUDIO)
    outlet.track(AUDIO)
    expect(since()).toEqual(['7: tracks audio'])
  })
})

describe('an outlet that starts again', () => {
  it('drops what was packaged, and goes on from a key picture', () => {
    const { outlet, since, video, audio } = setUp(BOTH)
    outlet.track(VIDEO)
    outlet.track(AUDIO)
    video(0, true)
    audio(0)
    video(40)
    since()
    outlet.restart(BOTH, outlet.packagedUntil)
    outlet.track(AUDIO)
    // Another transcoder begins with the backlog, back to its key picture.
    video(0, true)
    video(40)
    expect(since()).toEqual([])
    outlet.track(VIDEO)
    audio(40)
    video(80)
    audio(80)
    expect(since()).toEqual(['7: tracks audio+video'])
    video(120, true)
    audio(120)
    video(160)
    expect(since()).toEqual(['7: video 120', '7: audio 120', '7: video 160'])
  })

  it('has the sound beside its first key picture, however early that came', () => {
    const { outlet, since, video, audio } = setUp(BOTH)
    outlet.restart(BOTH, 0.1)
    outlet.track(VIDEO)
    outlet.track(AUDIO)
    since()
    for (const pts of [60, 100, 140, 180, 220, 260]) audio(pts)
    video(160)
    expect(since()).toEqual([])
    video(200, true)
    audio(300)
    expect(since()).toEqual([
      ...['7: video 200', '7: audio 180', '7: audio 220', '7: audio 260', '7: audio 300'],
    ])
  })

  it('keeps the newest sound where no key picture comes for long', () => {
    const { outlet, since, video, audio } = setUp(BOTH)
    outlet.restart(BOTH, 0)
    outlet.track(VIDEO)
    outlet.track(AUDIO)
    since()
    for (let i = 0; i < MOST_HELD_UNITS + 10; i++) audio(i * 40)
    video(0, true)
    const said = since()
    expect([said.length, said[1]]).toEqual([1 + MOST_HELD_UNITS, '7: audio 400'])
  })

  it('goes on where the furthest rendition does', () => {
    const { outlet, since, video } = setUp({ video: source, audio: null })
    outlet.track(VIDEO)
    video(0, true)
    since()
    outlet.restart({ video: source, audio: null }, 0.11)
    outlet.track(VIDEO)
    for (const [pts, key] of [
      [40, false],
      [80, true],
      [120, true],
    ] as const)
      video(pts, key)
    expect(since()).toEqual(['7: tracks video', '7: video 120'])
  })

  it('goes on with the picture of that moment, which may begin a little before', () => {
    const { outlet, since, video } = setUp({ video: source, audio: null })
    outlet.restart({ video: source, audio: null }, 0.1)
    outlet.track(VIDEO)
    video(80, true)
    expect(since()).toEqual(['7: tracks video', '7: video 80'])
  })

  it('goes on with the next sound where it has no pictures', () => {
    const { outlet, since, audio } = setUp(SOUND)
    outlet.track(AUDIO)
    audio(0)
    audio(40)
    outlet.restart(SOUND, outlet.packagedUntil)
    outlet.track(AUDIO)
    since()
    audio(40)
    expect(since()).toEqual([])
    audio(80)
    expect(since()).toEqual(['7: audio 80'])
  })

  it('before it has handed anything on drops nothing', () => {
    const { outlet, since, video } = setUp({ video: source, audio: null })
    video(0, true)
    outlet.restart({ video: source, audio: null }, outlet.packagedUntil)
    outlet.track(VIDEO)
    video(40)
    expect(since()).toEqual(['7: tracks video', '7: video 40'])
  })

  it('forgets what it held', () => {
    const { outlet, since, video, audio } = setUp(BOTH)
    outlet.track(VIDEO)
    video(0, true)
    outlet.restart(SOUND, outlet.packagedUntil)
    outlet.track(AUDIO)
    audio(5)
    expect(since()).toEqual(['7: tracks audio', '7: audio 5'])
  })
})
