import { AV_PICTURE_TYPE_NONE } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import type { FilterContext, FilterGraph } from 'node-av/lib'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { addFilter, chain, must, newGraph, present } from '../transcode/native.ts'
import { fillBox, WHITE } from './canvas.ts'
import type { Canvas } from './canvas.ts'
import { clockText, drawClock } from './clock.ts'

/** Seconds that the line takes from one side to the other. */
const SWEEP_SECONDS = 4

export interface PictureSize {
  readonly width: number
  readonly height: number
  readonly frameRate: number
}

/** Colour bars with the time of day, the number of the frame, and a line that moves. */
export class Picture {
  readonly #size: PictureSize
  readonly #graph: FilterGraph
  readonly #sink: FilterContext
  readonly #frame = new Frame()

  /** @throws Error when this build of FFmpeg can't make it */
  constructor(size: PictureSize) {
    this.#size = size
    this.#frame.alloc()
    this.#graph = newGraph()
    const { width, height, frameRate } = size
    const bars = addFilter(this.#graph, 'smptehdbars', 'bars', `size=${width}x${height}:rate=${frameRate}`)
    const format = addFilter(this.#graph, 'format', 'format', 'pix_fmts=yuv420p')
    this.#sink = addFilter(this.#graph, 'buffersink', 'sink')
    chain(bars, format, this.#sink)
    must(this.#graph.configSync(), 'configuring the test picture')
  }

  /**
   * Draws one frame; it is lent until the next call.
   * @param number of the frame, from 0
   * @param time what the clock in the picture shows
   */
  draw(number: number, time: EpochMilliseconds): Frame {
    this.#frame.unref()
    must(this.#sink.buffersinkGetFrameSync(this.#frame), 'drawing the test picture')
    must(this.#frame.makeWritable(), 'drawing the test picture')
    this.#frame.pts = BigInt(number)
    // The bars come as key frames; where those are is for the encoder to say.
    this.#frame.pictType = AV_PICTURE_TYPE_NONE
    const planes = present(this.#frame.data, 'planes in a picture')
    const canvas = { ...this.#size, planes, strides: this.#frame.linesize }
    drawLine(canvas, number / this.#size.frameRate)
    drawClock(canvas, clockText(time), `#${String(number).padStart(8, '0')}`)
    return this.#frame
  }

  close(): void {
    this.#graph.free()
    this.#frame.free()
  }
}

function drawLine(canvas: Canvas, seconds: number): void {
  const width = Math.max(2, Math.round(canvas.width / 160))
  const x = Math.floor(((seconds % SWEEP_SECONDS) / SWEEP_SECONDS) * canvas.width)
  fillBox(canvas, { x, y: 0, width, height: canvas.height }, WHITE)
}
