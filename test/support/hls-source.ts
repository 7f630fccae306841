import { readFile } from 'node:fs/promises'
import type { AccessUnit, Track } from '../../service/contract/media.ts'
import type { ConnectionStream } from '../../service/media/hls/connection-stream.ts'
import { DEFAULT_FIXTURE, makeFlv } from './ffmpeg.ts'
import type { FlvFixture } from './ffmpeg.ts'
import { readFlv } from './flv-fixture.ts'

export interface SourceUnit {
  readonly kind: Track['kind']
  readonly unit: AccessUnit
}

/** Media as a transcoder or a passed-through publisher hands it to the packager. */
export interface HlsSource {
  readonly tracks: readonly Track[]
  /** In the order of decoding times. */
  readonly units: readonly SourceUnit[]
}

const VIDEO_TIMESCALE = 90_000
const AAC_SAMPLES = 1024

/**
 * Lets ffmpeg make real H.264 and AAC. Times are exact, start at 0 and are, with B-frames, negative in
 * decoding order.
 */
export async function hlsSource(options: Partial<FlvFixture> = {}): Promise<HlsSource> {
  const fixture = { ...DEFAULT_FIXTURE, ...options }
  const { video, audio } = readFlv(await readFile(await makeFlv(options)))
  const [width = 0, height = 0] = fixture.size.split('x').map(Number)
  const [frames = 0, perSeconds = 1] = String(fixture.fps).split('/').map(Number)
  const frameRate = frames / perSeconds
  const tracks: Track[] = []
  const units: SourceUnit[] = []
  if (video) {
    const { decoderConfig } = video
    const bitRateBps = fixture.videoBps
    tracks.push({
      ...{ kind: 'video', codec: 'h264', timescale: VIDEO_TIMESCALE },
      ...{ width, height, frameRate, bitRateBps, decoderConfig },
    })
    const duration = (VIDEO_TIMESCALE * perSeconds) / frames
    const ticks = (ms: number) => Math.round((ms * frameRate) / 1000) * duration
    const delay = ticks(video.units[0]?.pts ?? 0)
    for (const unit of video.units) {
      const times = { pts: ticks(unit.pts) - delay, dts: ticks(unit.dts) - delay, duration }
      units.push({ kind: 'video', unit: { ...unit, ...times } })
    }
  }
  if (audio) {
    const { sampleRate, channels, audioBps: bitRateBps } = fixture
    const { decoderConfig } = audio
    tracks.push({
      ...{ kind: 'audio', codec: 'aac', timescale: sampleRate },
      ...{ sampleRate, channels, bitRateBps, decoderConfig },
    })
    for (const [i, unit] of audio.units.entries()) {
      const time = i * AAC_SAMPLES
      units.push({ kind: 'audio', unit: { ...unit, pts: time, dts: time, duration: AAC_SAMPLES } })
    }
  }
  const timescale = { video: VIDEO_TIMESCALE, audio: fixture.sampleRate }
  units.sort((a, b) => a.unit.dts / timescale[a.kind] - b.unit.dts / timescale[b.kind])
  return { tracks, units }
}

/** The same media `seconds` later on the publisher's timeline. */
export function shifted(source: HlsSource, seconds: number): HlsSource {
  const timescale = (kind: Track['kind']) =>
    source.tracks.find((track) => track.kind === kind)?.timescale ?? 1
  return {
    ...source,
    units: source.units.map(({ kind, unit }) => {
      const by = seconds * timescale(kind)
      return { kind, unit: { ...unit, pts: unit.pts + by, dts: unit.dts + by } }
    }),
  }
}

/** Only what is decoded before `seconds`. */
export function until(source: HlsSource, seconds: number): HlsSource {
  return { ...source, units: source.units.filter((u) => secondsOf(source, u) < seconds) }
}

/** Only one kind. */
export function only(source: HlsSource, kind: Track['kind']): HlsSource {
  return {
    tracks: source.tracks.filter((track) => track.kind === kind),
    units: source.units.filter((u) => u.kind === kind),
  }
}

export function secondsOf(source: HlsSource, { kind, unit }: SourceUnit): number {
  return unit.dts / (source.tracks.find((track) => track.kind === kind)?.timescale ?? 1)
}

/** Pushes all of it into one rendition. */
export function feed(stream: ConnectionStream, rendition: number, source: HlsSource): void {
  for (const { kind, unit } of source.units) stream.push(rendition, kind, unit)
}
