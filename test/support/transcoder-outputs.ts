import type {
  AccessUnit,
  AudioTarget,
  AudioTrack,
  PictureMeasured,
  SoundMeasured,
  VideoTarget,
  VideoTrack,
} from '../../service/contract/media.ts'
import type { LinkFrame } from '../../service/media/link/frames.ts'
import type { TranscodePlan } from '../../service/media/link/plan.ts'
import type { SourceFixture } from './flv-fixture.ts'

/** What a transcoder sent for one rendition. */
export interface Output<Track> {
  track: Track | null
  readonly units: AccessUnit[]
}

export interface Outputs {
  readonly video: readonly Output<VideoTrack>[]
  readonly audio: readonly Output<AudioTrack>[]
  readonly sound: SoundMeasured[]
  readonly pictures: PictureMeasured[]
}

/** The plan for a whole source. */
export function planFor(source: SourceFixture, video: VideoTarget[], audio: AudioTarget[]): TranscodePlan {
  return {
    video: source.video && { codec: 'h264', decoderConfig: source.video.decoderConfig, outputs: video },
    audio: source.audio && {
      codec: 'aac',
      decoderConfig: source.audio.decoderConfig,
      sampleRate: 48_000,
      channels: 2,
      outputs: audio,
    },
    preset: 'veryfast',
  }
}

export function newOutputs(plan: TranscodePlan): Outputs {
  const output = () => ({ track: null, units: [] })
  return {
    video: (plan.video?.outputs ?? []).map(output),
    audio: (plan.audio?.outputs ?? []).map(output),
    sound: [],
    pictures: [],
  }
}

/** Adds a track or a unit to the output that it belongs to. */
export function putFrame({ video, audio, sound, pictures }: Outputs, frame: LinkFrame): void {
  if (frame.type === 'unit') (frame.kind === 'video' ? video : audio)[frame.index]?.units.push(frame.unit)
  if (frame.type === 'sound-measured') sound.push(frame.measured)
  if (frame.type === 'picture-measured') pictures.push(frame.measured)
  if (frame.type !== 'track') return
  if (frame.track.kind === 'video') setTrack(video[frame.index], frame.track)
  else setTrack(audio[frame.index], frame.track)
}

function setTrack<Track>(output: Output<Track> | undefined, track: Track): void {
  if (output) output.track = track
}
