import { Frame } from 'node-av/lib'
import type { FilterContext, FilterGraph } from 'node-av/lib'
import { SAMPLE_RATE } from '../transcode/audio-graph.ts'
import { addFilter, chain, must, newGraph } from '../transcode/native.ts'

/** A quiet tone, and each second a short one two octaves above; 48 kHz stereo in frames of 1024 samples. */
export class Sound {
  readonly #graph: FilterGraph
  readonly #sink: FilterContext
  readonly #frame = new Frame()

  /** @throws Error when this build of FFmpeg can't make it */
  constructor() {
    this.#frame.alloc()
    this.#graph = newGraph()
    const add = (type: string, args: string) => addFilter(this.#graph, type, type, args)
    const tone = `frequency=440:beep_factor=4:sample_rate=${SAMPLE_RATE}:samples_per_frame=1024`
    this.#sink = addFilter(this.#graph, 'abuffersink', 'sink')
    chain(
      add('sine', tone),
      add('volume', '0.8'),
      add('aformat', 'sample_fmts=fltp:channel_layouts=stereo'),
      this.#sink,
    )
    must(this.#graph.configSync(), 'configuring the test tone')
  }

  /** The next 1024 samples, their time in samples; lent until the next call. */
  next(): Frame {
    this.#frame.unref()
    must(this.#sink.buffersinkGetFrameSync(this.#frame), 'making the test tone')
    return this.#frame
  }

  close(): void {
    this.#graph.free()
    this.#frame.free()
  }
}
