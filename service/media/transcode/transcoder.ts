import type { AccessUnit, Track } from '../../contract/media.ts'
import type { FrameFromTranscoder, LinkFrame } from '../link/frames.ts'
import type { TranscodePlan, TranscodeStats } from '../link/plan.ts'
import { AudioPipeline } from './audio-pipeline.ts'
import { Gaps } from './gaps.ts'
import { VideoPipeline } from './video-pipeline.ts'
import type { PipelineSink } from './video-pipeline.ts'

/**
 * Turns the frames of a source into those of its outputs, at once and in order. While one kind is silent
 * and the other goes on, its outputs go on with silence or with the last picture. Throws what can't be
 * gone on from; a bad access unit is not such a thing.
 */
export class Transcoder {
  readonly #send: (frame: FrameFromTranscoder) => void
  readonly #gaps = new Gaps()
  #planned = false
  #decodable = false
  #video: VideoPipeline | null = null
  #audio: AudioPipeline | null = null
  #videoUnits = 0
  #audioUnits = 0

  constructor(send: (frame: FrameFromTranscoder) => void) {
    this.#send = send
  }

  /**
   * @returns true after the last frame of the source
   * @throws Error when the source can't be decoded or an encoder fails
   */
  handle(frame: LinkFrame): boolean {
    switch (frame.type) {
      case 'plan':
        this.#plan(frame.plan)
        return false
      case 'video':
        this.#videoUnits += 1
        this.#pushVideo(frame.unit)
        return false
      case 'audio':
        this.#audioUnits += 1
        this.#pushAudio(frame.unit)
        return false
      case 'video-config':
        this.#video?.configure(frame.decoderConfig)
        return false
      case 'audio-config':
        this.#audio?.configure(frame.decoderConfig)
        return false
      case 'end':
        this.#end()
        return true
      default:
        throw new Error(`A transcoder can't be sent ${frame.type}.`)
    }
  }

  close(): void {
    this.#video?.close()
    this.#audio?.close()
  }

  #plan(plan: TranscodePlan): void {
    if (this.#planned) throw new Error('A transcoder takes one plan.')
    this.#planned = true
    const { audio, video, preset, lowLatency = false } = plan
    if (audio && audio.outputs.length > 0) {
      this.#audio = new AudioPipeline(audio, {
        ...this.#sink('audio'),
        onMeasured: (measured) => this.#send({ type: 'sound-measured', measured }),
      })
    }
    if (video && video.outputs.length > 0) {
      this.#video = new VideoPipeline(
        video,
        { preset, lowLatency },
        {
          ...this.#sink('video'),
          onMeasured: (measured) => this.#send({ type: 'picture-measured', measured }),
        },
      )
    }
  }

  #pushVideo(unit: AccessUnit): void {
    this.#video?.push(unit)
    // What comes before the first key frame shows nothing.
    this.#decodable ||= unit.key
    const silentUntil = this.#decodable ? this.#gaps.came('video', unit.dts) : null
    if (silentUntil !== null) this.#audio?.fill(silentUntil)
  }

  #pushAudio(unit: AccessUnit): void {
    this.#audio?.push(unit)
    const silentUntil = this.#gaps.came('audio', unit.dts)
    if (silentUntil !== null) this.#video?.fill(silentUntil)
  }

  #sink(kind: Track['kind']): Omit<PipelineSink<Track, never>, 'onMeasured'> {
    return {
      onTrack: (index, track) => this.#send({ type: 'track', kind, index, track }),
      onUnit: (index, unit) => this.#send({ type: 'unit', kind, index, unit }),
    }
  }

  #end(): void {
    this.#video?.flush()
    this.#audio?.flush()
    this.#send({ type: 'finished', stats: this.#stats() })
  }

  #stats(): TranscodeStats {
    const nothing = { frames: 0, errors: 0, outputs: [] }
    const video = this.#video?.counts ?? nothing
    const audio = this.#audio?.counts ?? nothing
    return {
      videoUnits: this.#videoUnits,
      audioUnits: this.#audioUnits,
      videoFrames: video.frames,
      audioFrames: audio.frames,
      decodeErrors: video.errors + audio.errors,
      videoOutputs: video.outputs,
      audioOutputs: audio.outputs,
    }
  }
}
