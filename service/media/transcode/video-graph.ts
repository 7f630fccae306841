import { AVCOL_RANGE_UNSPECIFIED, AVCOL_SPC_UNSPECIFIED } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import type { FilterContext, FilterGraph } from 'node-av/lib'
import type { VideoTarget } from '../../contract/media.ts'
import { SOURCE_TIMESCALE } from '../link/frames.ts'
import { fitInside } from './fit.ts'
import { addFilter, chain, frameRateOf, must, newGraph } from './native.ts'
import { scalerFor } from './scaler.ts'

/** Everything about a decoded picture that a filter graph is built for. */
export function shapeOf(frame: Frame): string {
  const { num, den } = frame.sampleAspectRatio
  return [frame.width, frame.height, frame.format, num, den, frame.colorSpace, frame.colorRange].join(':')
}

/** Brings decoded pictures to the rate, size and pixel format of every output. */
export class VideoGraph {
  readonly #graph: FilterGraph
  readonly #source: FilterContext
  readonly #sinks: readonly FilterContext[]
  readonly #frame = new Frame()
  readonly #onFrame: (frame: Frame, output: number) => void

  /**
   * @param like a picture of the shape that all will have
   * @param onFrame is lent each picture, its time counted in frames of the output
   * @throws Error when FFmpeg refuses the shape
   */
  constructor(like: Frame, outputs: readonly VideoTarget[], onFrame: (frame: Frame, output: number) => void) {
    this.#onFrame = onFrame
    this.#frame.alloc()
    this.#graph = newGraph()
    this.#source = addFilter(this.#graph, 'buffer', 'source', sourceArguments(like))
    const split = addFilter(this.#graph, 'split', 'split', String(outputs.length))
    chain(this.#source, split)
    this.#sinks = outputs.map((target, i) => addOutput(this.#graph, split, like, target, i))
    must(this.#graph.configSync(), 'configuring the video filters')
  }

  push(frame: Frame): void {
    must(this.#source.buffersrcAddFrameSync(frame), 'filtering a picture')
    this.#drain()
  }

  /** Hands out what is under way; nothing can be pushed after. */
  flush(): void {
    must(this.#source.buffersrcAddFrameSync(null), 'ending the video filters')
    this.#drain()
  }

  close(): void {
    this.#graph.free()
    this.#frame.free()
  }

  #drain(): void {
    this.#sinks.forEach((sink, output) => {
      while (sink.buffersinkGetFrameSync(this.#frame) >= 0) {
        this.#onFrame(this.#frame, output)
        this.#frame.unref()
      }
    })
  }
}

/** What the source of a filter graph is told of its pictures. */
export function sourceArguments(like: Frame): string {
  const args = [
    `video_size=${like.width}x${like.height}`,
    `pix_fmt=${like.format}`,
    `time_base=1/${SOURCE_TIMESCALE}`,
    `pixel_aspect=${pixelAspect(like).num}/${pixelAspect(like).den}`,
  ]
  if (like.colorSpace !== AVCOL_SPC_UNSPECIFIED) args.push(`colorspace=${like.colorSpace}`)
  if (like.colorRange !== AVCOL_RANGE_UNSPECIFIED) args.push(`range=${like.colorRange}`)
  return args.join(':')
}

function addOutput(
  graph: FilterGraph,
  split: FilterContext,
  like: Frame,
  target: VideoTarget,
  output: number,
): FilterContext {
  const { num, den } = pixelAspect(like)
  const fit = fitInside(like, num / den, target)
  const { num: frames, den: seconds } = frameRateOf(target.frameRate)
  const add = (type: string, args: string) => addFilter(graph, type, `${type}${output}`, args)
  const rate = add('fps', `fps=${frames}/${seconds}`)
  must(split.link(output, rate, 0), 'linking filters')
  const padded = fit.width !== target.width || fit.height !== target.height
  const sink = add('buffersink', '')
  chain(
    rate,
    add(...scalerFor(like, fit)),
    ...(padded ? [add('pad', `w=${target.width}:h=${target.height}:x=-1:y=-1`)] : []),
    add('setsar', '1'),
    add('format', 'pix_fmts=yuv420p'),
    sink,
  )
  return sink
}

/** Width of a pixel divided by its height; square where the picture does not say. */
export function pixelAspect(frame: Frame): { num: number; den: number } {
  const { num, den } = frame.sampleAspectRatio
  return num > 0 && den > 0 ? { num, den } : { num: 1, den: 1 }
}
