import { Frame } from 'node-av/lib'
import type { FilterContext, FilterGraph } from 'node-av/lib'
import { addFilter, chain, must, newGraph } from './native.ts'

/** A chain of filters with one input and one output. */
export class AudioChain {
  readonly #graph: FilterGraph
  readonly #source: FilterContext
  readonly #sink: FilterContext
  readonly #frame = new Frame()
  readonly #onFrame: (frame: Frame) => void

  constructor(source: string, filters: readonly [string, string][], onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame
    this.#frame.alloc()
    this.#graph = newGraph()
    this.#source = addFilter(this.#graph, 'abuffer', 'source', source)
    this.#sink = addFilter(this.#graph, 'abuffersink', 'sink')
    const middle = filters.map(([type, args]) => addFilter(this.#graph, type, type, args))
    chain(this.#source, ...middle, this.#sink)
    must(this.#graph.configSync(), 'configuring the audio filters')
  }

  push(frame: Frame | null): void {
    must(this.#source.buffersrcAddFrameSync(frame), 'filtering audio')
    while (this.#sink.buffersinkGetFrameSync(this.#frame) >= 0) {
      this.#onFrame(this.#frame)
      this.#frame.unref()
    }
  }

  close(): void {
    this.#graph.free()
    this.#frame.free()
  }
}
