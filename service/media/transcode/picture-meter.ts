import { Frame } from 'node-av/lib'
import type { FilterContext, FilterGraph } from 'node-av/lib'
import type { PictureMeasured } from '../../contract/media.ts'
import type { Milliseconds, Seconds } from '../../contract/units.ts'
import { addFilter, chain, readMetadata, must, newGraph } from './native.ts'
import { shapeOf, sourceArguments } from './video-graph.ts'

/** Media time between two pictures that are looked at. */
const EVERY: Milliseconds = 500
/** What is smaller than a pixel of this does not matter, and the noise of coding is averaged away. */
const SIZE = { width: 160, height: 90 }
/** 98 % of the pixels within 5 % above black: a dark scene is lighter, and so is our slate. */
const BLACK = 'd=0:pic_th=0.98:pix_th=0.05'
/** Mean difference of a pixel below 0.1 % of its range. */
const FROZEN = 'n=-60dB:d=2'

/**
 * Looks at the pictures that the encoders get by FFmpeg's filters, two a second and small: is it black, does
 * it stand still?
 */
export class PictureMeter {
  readonly #tell: (measured: PictureMeasured) => void
  readonly #own = new Frame()
  readonly #seen = new Frame()
  #graph: FilterGraph | null = null
  #source: FilterContext | null = null
  #sink: FilterContext | null = null
  #shape = ''
  #next: Milliseconds = -Infinity
  #blackSince: Seconds | null = null
  #frozenSince: Seconds | null = null

  /** @param tell is told twice for each second of video */
  constructor(tell: (measured: PictureMeasured) => void) {
    this.#tell = tell
    this.#own.alloc()
    this.#seen.alloc()
  }

  /** @param frame a decoded picture, its time in milliseconds; it stays as it is */
  push(frame: Frame): void {
    const time = Number(frame.pts)
    if (time < this.#next) return
    this.#next = time + EVERY
    const shape = shapeOf(frame)
    if (shape !== this.#shape) this.#rebuild(frame, shape)
    must(this.#own.ref(frame), 'looking at a picture')
    if (this.#source) must(this.#source.buffersrcAddFrameSync(this.#own), 'looking at a picture')
    this.#own.unref()
    while (this.#sink && this.#sink.buffersinkGetFrameSync(this.#seen) >= 0) {
      readMetadata(this.#seen, (said) => this.#read(this.#seen, said))
      this.#seen.unref()
    }
  }

  close(): void {
    this.#graph?.free()
    this.#own.free()
    this.#seen.free()
  }

  #read(picture: Frame, said: (name: string) => string | null): void {
    const since = (before: Seconds | null, from: string, to: string) =>
      said(to) === null ? (said(from) === null ? before : Number(said(from))) : null
    this.#blackSince = since(this.#blackSince, 'lavfi.black_start', 'lavfi.black_end')
    this.#frozenSince = since(
      this.#frozenSince,
      'lavfi.freezedetect.freeze_start',
      'lavfi.freezedetect.freeze_end',
    )
    const lasted = (start: Seconds | null) =>
      start === null ? null : Math.max(0, Number(picture.pts) - Math.round(start * 1000))
    this.#tell({ blackMs: lasted(this.#blackSince), frozenMs: lasted(this.#frozenSince) })
  }

  #rebuild(like: Frame, shape: string): void {
    this.#graph?.free()
    this.#shape = shape
    this.#blackSince = null
    this.#frozenSince = null
    const graph = newGraph()
    this.#graph = graph
    const add = (type: string, args: string) => addFilter(graph, type, type, args)
    this.#source = addFilter(graph, 'buffer', 'source', sourceArguments(like))
    this.#sink = addFilter(graph, 'buffersink', 'sink')
    chain(
      this.#source,
      add('scale', `w=${SIZE.width}:h=${SIZE.height}:flags=area:out_range=limited`),
      add('format', 'pix_fmts=yuv420p'),
      add('blackdetect', BLACK),
      add('freezedetect', FROZEN),
      this.#sink,
    )
    must(graph.configSync(), 'configuring what looks at pictures')
  }
}
