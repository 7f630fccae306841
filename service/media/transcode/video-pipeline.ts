import { availableParallelism } from 'node:os'
import { Frame } from 'node-av/lib'
import type { AccessUnit, PictureMeasured, VideoTarget, VideoTrack } from '../../contract/media.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { TranscodePlan } from '../link/plan.ts'
import { blackPicture } from './black-picture.ts'
import { Decoder } from './decoder.ts'
import { must } from './native.ts'
import { PictureMeter } from './picture-meter.ts'
import { encoderThreads } from './threads.ts'
import { VideoEncoder } from './video-encoder.ts'
import type { EncoderManner } from './video-encoder.ts'
import { shapeOf, VideoGraph } from './video-graph.ts'

/** A longer hole in the source is left open; a shorter one is filled by repeating the picture before it. */
const MAX_FILLED_HOLE: Milliseconds = 5_000
/** Between repeated pictures; the filters repeat them at the output's rate. */
const FILL_STEP: Milliseconds = 100
/** Of a picture, when the next one is not known. */
const MAX_DURATION: Milliseconds = 1_000

/** Where the results of a pipeline go; `output` is the position in the plan. */
export interface PipelineSink<Track, Measured> {
  onTrack(output: number, track: Track): void
  onUnit(output: number, unit: AccessUnit): void
  /** What its outputs were made of is like this. */
  onMeasured(measured: Measured): void
}

type Sink = PipelineSink<VideoTrack, PictureMeasured>

/** Video of one source: decoded once, filtered by one graph, encoded for each output. */
export class VideoPipeline {
  readonly #plan: NonNullable<TranscodePlan['video']>
  readonly #decoder: Decoder
  readonly #encoders: readonly VideoEncoder[]
  readonly #meter: PictureMeter
  /** The last picture, to be repeated. */
  readonly #last = new Frame()
  readonly #again = new Frame()
  /** Outputs begin here. */
  readonly #from: Milliseconds
  #graph: VideoGraph | null = null
  #shape = ''
  #lastPts: Milliseconds | null = null

  /** @throws Error when the source can't be decoded */
  constructor(plan: NonNullable<TranscodePlan['video']>, how: EncoderManner, sink: Sink) {
    this.#plan = plan
    this.#from = plan.from ?? -Infinity
    this.#last.alloc()
    this.#again.alloc()
    this.#decoder = new Decoder(plan.codec, plan.decoderConfig, (frame) => this.#show(frame))
    this.#meter = new PictureMeter((measured) => sink.onMeasured(measured))
    const cores = availableParallelism()
    this.#encoders = plan.outputs.map(
      (target, output) =>
        new VideoEncoder({
          target,
          ...how,
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

  /** Repeats the last picture up to this time; where there was none yet, shows black. */
  fill(time: Milliseconds): void {
    if (time < this.#from) return
    if (this.#lastPts === null) this.#showBlack(time)
    else if (time - this.#lastPts >= FILL_STEP) this.#repeatLast(time)
  }

  /** Hands out everything that is under way; nothing can be pushed after. */
  flush(): void {
    this.#decoder.flush()
    this.#graph?.flush()
    for (const encoder of this.#encoders) encoder.flush()
  }

  close(): void {
    this.#graph?.close()
    this.#meter.close()
    this.#decoder.close()
    this.#last.free()
    this.#again.free()
    for (const encoder of this.#encoders) encoder.close()
  }

  #show(frame: Frame): void {
    const pts = Number(frame.pts)
    // After a gap was filled, stragglers may come from before its end.
    if (this.#lastPts !== null && pts <= this.#lastPts) return
    if (pts < this.#from) {
      this.#lastPts = pts
      this.#keep(frame)
      return
    }
    // What is shown when outputs begin may be a picture from before.
    if (!this.#graph && this.#lastPts !== null && pts > this.#from) this.#repeatLast(this.#from)
    const shape = shapeOf(frame)
    const isHole = pts - (this.#lastPts ?? pts) > MAX_FILLED_HOLE
    // Filters of another shape would not know what to repeat until this picture.
    if (this.#graph && shape !== this.#shape && !isHole) this.#repeatLast(pts - 1)
    if (!this.#graph || shape !== this.#shape || isHole) this.#rebuild(frame, shape)
    this.#keep(frame)
    // Without a duration the filters would swallow the last picture, which may be the first one too.
    const sinceLast = this.#lastPts === null ? longestStep(this.#plan.outputs) : pts - this.#lastPts
    this.#filter(frame, Math.min(Math.max(sinceLast, 1), MAX_DURATION))
  }

  #keep(frame: Frame): void {
    this.#last.unref()
    must(this.#last.ref(frame), 'keeping a picture')
  }

  #showBlack(time: Milliseconds): void {
    const [output] = this.#plan.outputs
    if (!output) return
    const black = blackPicture(output.width, output.height)
    black.pts = BigInt(Math.round(time))
    this.#show(black)
    black.free()
  }

  #repeatLast(time: Milliseconds): void {
    must(this.#again.ref(this.#last), 'repeating a picture')
    this.#again.pts = BigInt(Math.round(time))
    const isHole = time - (this.#lastPts ?? time) > MAX_FILLED_HOLE
    if (!this.#graph || isHole) this.#rebuild(this.#again, shapeOf(this.#again))
    this.#filter(this.#again, 1)
    this.#again.unref()
  }

  #filter(frame: Frame, duration: Milliseconds): void {
    frame.duration = BigInt(duration)
    this.#lastPts = Number(frame.pts)
    this.#meter.push(frame)
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

/** From one picture to the next, where they are fewest. */
function longestStep(outputs: readonly VideoTarget[]): Milliseconds {
  return Math.ceil(1000 / Math.min(...outputs.map(({ frameRate }) => frameRate)))
}
