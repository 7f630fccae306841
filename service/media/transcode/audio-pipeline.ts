import type { AccessUnit, AudioTrack, SoundMeasured } from '../../contract/media.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { TranscodePlan } from '../link/plan.ts'
import { AudioEncoder } from './audio-encoder.ts'
import { AudioGraph } from './audio-graph.ts'
import { Decoder } from './decoder.ts'
import { SoundMeter } from './sound-meter.ts'
import type { PipelineSink } from './video-pipeline.ts'

/** Audio of one source: decoded once, brought to one form, encoded for each bit rate. */
export class AudioPipeline {
  readonly #decoder: Decoder
  readonly #graph: AudioGraph
  readonly #encoders: readonly AudioEncoder[]
  readonly #meter: SoundMeter

  /** @throws Error when the source can't be decoded */
  constructor(plan: NonNullable<TranscodePlan['audio']>, sink: PipelineSink<AudioTrack, SoundMeasured>) {
    this.#encoders = plan.outputs.map(
      (target, output) =>
        new AudioEncoder({
          target,
          onTrack: (track) => sink.onTrack(output, track),
          onUnit: (unit) => sink.onUnit(output, unit),
        }),
    )
    this.#meter = new SoundMeter((measured) => sink.onMeasured(measured))
    this.#graph = new AudioGraph((frame) => {
      for (const encoder of this.#encoders) encoder.encode(frame)
      // The last one: it takes the samples for itself.
      this.#meter.push(frame)
    })
    this.#decoder = new Decoder(plan.codec, plan.decoderConfig, (frame) => this.#graph.push(frame))
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

  /** Goes on with silence up to this time. */
  fill(time: Milliseconds): void {
    this.#graph.fill(time)
  }

  /** Hands out everything that is under way; nothing can be pushed after. */
  flush(): void {
    this.#decoder.flush()
    this.#graph.flush()
    for (const encoder of this.#encoders) encoder.encode(null)
  }

  close(): void {
    this.#decoder.close()
    this.#graph.close()
    this.#meter.close()
    for (const encoder of this.#encoders) encoder.close()
  }
}
