import { AV_CODEC_ID_H264 } from 'node-av/constants'
import { availableParallelism } from 'node:os'
import type { Frame } from 'node-av/lib'
import type { AccessUnit, VideoTrack } from '../../contract/media.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { TranscodePlan } from '../link/plan.ts'
import { Decoder } from './decoder.ts'
import { encoderThreads } from './threads.ts'
import { VideoEncoder } from './video-encoder.ts'
import { shapeOf, VideoGraph } from './video-graph.ts'

/** A longer hole in the source is left open; a shorter one is filled by repeating the picture before it. */
const MAX_FILLED_HOLE: Milliseconds = 5_000
/** Of a picture, when the next one is not known. */
const MAX_DURATION: Milliseconds = 1_000

/** Where the results of a pipeline go; `output` is the position in the plan. */
export interface PipelineSink<Track> {
  onTrack(output: number, track: Track): void
  onUnit(output: number, unit: AccessUnit): void
}

/** Video of one source: decoded once, filtered by one graph, encoded for each output. */
export class VideoPipeline {
  readonly #plan: NonNullable<TranscodePlan['video']>
  readonly #decoder: Decoder
  readonly #encoders: readonly VideoEncoder[]
  #graph: VideoGraph | null = null
  #shape = ''
  #lastPts: Milliseconds | null = null

  /** @throws Error when the source can't be decoded */
  constructor(plan: NonNullable<TranscodePlan['video']>, preset: string, sink: PipelineSink<VideoTrack>) {
    this.#plan = plan
    this.#decoder = new Decoder(AV_CODEC_ID_H264, plan.decoderConfig, (frame) => this.#filter(frame))
    const cores = availableParallelism()
    this.#encoders = plan.outputs.map(
      (target, output) =>
        new VideoEncoder({
          target,
          preset,
          threads: encoderThreads(target, cores),
          onTrack: (track) => sink.onTrack(output, track),
          onUnit: (unit) => sink.onUnit(output, unit),
        }),
    )
  }

  /** What was counted so far. */
  get counts(): { frames: number; errors: number; outputs: number[] } {
    const { frames, errors } = this.#decoder
    return { frames, errors, outputs: this.#encoders.map((encoder) => encoder.units) }
  }

  push(unit: AccessUnit): void {
    this.#decoder.push(unit)
  }

  configure(decoderConfig: Uint8Array): void {
    this.#decoder.configure(decoderConfig)
  }

  /** Hands out everything that is under way; nothing can be pushed after. */
  flush(): void {
    this.#decoder.flush()
    this.#graph?.flush()
    for (const encoder of this.#encoders) encoder.flush()
  }

  close(): void {
    this.#graph?.close()
    this.#decoder.close()
    for (const encoder of this.#encoders) encoder.close()
  }

  #filter(frame: Frame): void {
    const shape = shapeOf(frame)
    const pts = Number(frame.pts)
    if (!this.#graph || shape !== this.#shape || pts - (this.#lastPts ?? pts) > MAX_FILLED_HOLE) {
      this.#rebuild(frame, shape)
    }
    // Without a duration the filters would swallow the last picture.
    const sinceLast = this.#lastPts === null ? 0 : pts - this.#lastPts
    frame.duration = BigInt(Math.min(Math.max(sinceLast, 1), MAX_DURATION))
    this.#lastPts = pts
    this.#graph?.push(frame)
  }

  #rebuild(like: Frame, shape: string): void {
    this.#graph?.flush()
    this.#graph?.close()
    this.#shape = shape
    this.#graph = new VideoGraph(like, this.#plan.outputs, (frame, output) => {
      this.#encoders[output]?.encode(frame)
    })
  }
}
