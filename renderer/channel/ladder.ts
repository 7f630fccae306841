/** Ready ladders of renditions. Pure. */
import { evenSize, type Rendition, snapAudioBitRate } from '../../service/contract/rendition.ts'
import { grouped } from '../i18n/format.ts'

export const PRESETS = ['1080p', '720p', '480p', '360p', 'audio'] as const
export type Preset = (typeof PRESETS)[number]

/** Fits a common laptop while OBS runs beside it. */
export const DEFAULT_PRESET: Preset = '720p'
export const DEFAULT_SEGMENT_SECONDS = 2

type Step = readonly [width: number, height: number, videoBps: number, audioBps: number]
const STEPS: readonly Step[] = [
  [1920, 1080, 4_500_000, 128_000],
  [1280, 720, 2_500_000, 128_000],
  [854, 480, 1_200_000, 96_000],
  [640, 360, 700_000, 96_000],
]
const FIRST: Record<Exclude<Preset, 'audio'>, number> = { '1080p': 0, '720p': 1, '480p': 2, '360p': 3 }

/**
 * The renditions of a preset, best first.
 * @param segmentSeconds segment length; viewers start three segments back, as RFC 8216 4.3.5.2 advises
 */
export function ladder(preset: Preset, segmentSeconds = DEFAULT_SEGMENT_SECONDS): Rendition[] {
  const timing = { durationSeconds: segmentSeconds, startTimeOffset: -3 * segmentSeconds }
  if (preset === 'audio') return [{ ...timing, audio: { bps: 128_000 } }]
  return STEPS.slice(FIRST[preset]).map(([width, height, bps, audio]) => ({
    ...timing,
    video: { width, height, fps: 30, bps, codec: 'h264_high' },
    audio: { bps: audio },
  }))
}

/** `720p` by the encoded height, or the word for audio only. */
export function renditionName(rendition: Rendition, audioOnly: string): string {
  return rendition.video ? `${evenSize(rendition.video.height)}p` : audioOnly
}

/** Names of all renditions in one line, best first, each once. */
export function renditionNames(renditions: readonly Rendition[], audioOnly: string): string {
  const sorted = [...renditions].sort((a, b) => (b.video?.height ?? 0) - (a.video?.height ?? 0))
  return [...new Set(sorted.map((r) => renditionName(r, audioOnly)))].join(', ')
}

/** `2,500 + 128 kbps`: video and audio as they will be encoded. */
export function renditionRates(rendition: Rendition): string {
  const kbps = (bps: number) => grouped(Math.round(bps / 1000))
  const parts = [
    ...(rendition.video ? [kbps(rendition.video.bps)] : []),
    ...(rendition.audio ? [kbps(snapAudioBitRate(rendition.audio.bps))] : []),
  ]
  return `${parts.join(' + ')} kbps`
}
