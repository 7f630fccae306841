import type { RenditionPlan, VideoTarget } from '../../contract/media.ts'
import { evenSize, snapAudioBitRate } from '../../contract/rendition.ts'
import type { Rendition, VideoCodec } from '../../contract/rendition.ts'

const PROFILES: Readonly<Record<VideoCodec, VideoTarget['profile']>> = {
  h264_high: 'high',
  h264_main: 'main',
  h264_baseline: 'baseline',
}

/**
 * What the media processes are to make of a channel: one plan for each rendition, in the same order.
 * @param lowLatency whether they are listed in parts while they are made
 */
export function renditionPlan(
  settings: { readonly hls: readonly Rendition[] },
  lowLatency = false,
): RenditionPlan[] {
  return settings.hls.map((rendition) => ({
    segmentSeconds: rendition.durationSeconds,
    startTimeOffset: rendition.startTimeOffset,
    video: rendition.video ? videoTarget(rendition.video, rendition.durationSeconds) : null,
    audio: rendition.audio ? { bitRateBps: snapAudioBitRate(rendition.audio.bps) } : null,
    ...(lowLatency && { lowLatency }),
  }))
}

function videoTarget(video: NonNullable<Rendition['video']>, segmentSeconds: number): VideoTarget {
  return {
    width: evenSize(video.width),
    height: evenSize(video.height),
    frameRate: video.fps,
    bitRateBps: video.bps,
    profile: PROFILES[video.codec],
    segmentSeconds,
  }
}
