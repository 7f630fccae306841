/** Decides how each rendition is fed: by the source as it is, or by an output of the transcoder. Pure. */
import type { AudioTarget, RenditionPlan, VideoTarget } from '../../contract/media.ts'
import type { TranscodePlan } from '../link/plan.ts'
import { audioPasses, videoHolds, videoMayPass } from './passthrough.ts'
import type { VideoMeasurement } from './passthrough.ts'
import type { Source, VideoSource } from './source.ts'

/** Where one kind of a rendition's media comes from. */
export type Feed = { readonly from: 'source' } | { readonly from: 'transcoder'; readonly output: number }

/** A kind is null where the rendition does not ask for it or the publisher does not send it. */
export interface Route {
  readonly video: Feed | null
  readonly audio: Feed | null
}

export interface Routing {
  /** One for each rendition, in order. */
  readonly routes: readonly Route[]
  /** What the transcoder has to make; null where nothing is transcoded. */
  readonly plan: TranscodePlan | null
}

/** What was measured so far; null where passing through is out of the question. */
export interface Measurements {
  readonly video: VideoMeasurement
  readonly audioBitRateBps: number
}

/** True where a rendition could be passed through if what is measured over the first pictures allows it. */
export function mayPass(renditions: readonly RenditionPlan[], source: Source): boolean {
  const { video } = source
  return renditions.some((r) => video && r.video && mayPassAs(video, r.video))
}

/**
 * @param measured null to transcode everything
 */
export function routeRenditions(
  renditions: readonly RenditionPlan[],
  source: Source,
  measured: Measurements | null,
): Routing {
  const passing = videoPassing(renditions, source, measured)
  const videoOutputs = new Outputs<VideoTarget>()
  const audioOutputs = new Outputs<AudioTarget>()
  const routes = renditions.map((rendition, index): Route => {
    const { video, audio } = rendition
    return {
      video: !video || !source.video ? null : passing[index] ? { from: 'source' } : videoOutputs.feed(video),
      audio:
        !audio || !source.audio
          ? null
          : passesAudio(source, measured, audio)
            ? { from: 'source' }
            : audioOutputs.feed(audio),
    }
  })
  return { routes, plan: makePlan(renditions, source, videoOutputs.targets, audioOutputs.targets) }
}

/** Outputs of one kind; renditions that ask for the same share one. */
class Outputs<Target extends object> {
  readonly targets: Target[] = []

  feed(target: Target): Feed {
    const wanted = JSON.stringify(target)
    const known = this.targets.findIndex((t) => JSON.stringify(t) === wanted)
    if (known >= 0) return { from: 'transcoder', output: known }
    return { from: 'transcoder', output: this.targets.push(target) - 1 }
  }
}

function videoPassing(
  renditions: readonly RenditionPlan[],
  source: Source,
  measured: Measurements | null,
): boolean[] {
  const passes = (aligned: boolean) =>
    renditions.map(
      ({ video }) =>
        video !== null &&
        source.video !== null &&
        measured !== null &&
        mayPassAs(source.video, video) &&
        videoHolds(measured.video, video, aligned),
    )
  // Alone, passed renditions cut where the source has key frames. Beside transcoded ones they must cut
  // where those do.
  const alone = passes(false)
  return renditions.every((r, i) => r.video === null || alone[i]) ? alone : passes(true)
}

function passesAudio(source: Source, measured: Measurements | null, target: AudioTarget): boolean {
  if (!source.audio?.passable || !measured) return false
  const { track, lowComplexity } = source.audio.passable
  return audioPasses({ ...track, lowComplexity }, measured.audioBitRateBps, target)
}

function mayPassAs({ width, height, passable }: VideoSource, target: VideoTarget): boolean {
  return passable !== null && videoMayPass({ width, height, profile: passable.profile }, target)
}

function makePlan(
  renditions: readonly RenditionPlan[],
  source: Source,
  videoOutputs: VideoTarget[],
  audioOutputs: AudioTarget[],
): TranscodePlan | null {
  if (videoOutputs.length === 0 && audioOutputs.length === 0) return null
  return {
    preset: 'veryfast',
    ...(renditions.some(({ lowLatency }) => lowLatency) && { lowLatency: true }),
    video:
      source.video && videoOutputs.length > 0
        ? {
            codec: source.video.codec,
            decoderConfig: source.video.decoderConfig,
            outputs: videoOutputs,
          }
        : null,
    audio:
      source.audio && audioOutputs.length > 0
        ? {
            codec: source.audio.codec,
            decoderConfig: source.audio.decoderConfig,
            sampleRate: source.audio.sampleRate,
            channels: source.audio.channels,
            outputs: audioOutputs,
          }
        : null,
  }
}
