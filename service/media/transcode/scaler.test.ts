import {
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV422P,
  AVCOL_PRI_RESERVED,
  AVCOL_RANGE_JPEG,
  AVCOL_SPC_BT2020_NCL,
} from 'node-av/constants'
import { Frame } from 'node-av/lib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { VideoTarget } from '../../contract/media.ts'
import { addFilter, chain, must, newGraph, silenceFfmpeg } from './native.ts'
import { scalerFor } from './scaler.ts'
import { sourceArguments, VideoGraph } from './video-graph.ts'

type Shape = Partial<
  Pick<Frame, 'width' | 'height' | 'format' | 'colorRange' | 'colorSpace' | 'colorPrimaries'>
>

const TARGET: VideoTarget = {
  ...{ width: 64, height: 36, frameRate: 30, bitRateBps: 100_000, profile: 'high', segmentSeconds: 2 },
}

const SHAPES: [string, Shape, 'zscale' | 'scale'][] = [
  ['what nearly all video is', {}, 'zscale'],
  ['colours that mean nothing', { colorPrimaries: AVCOL_PRI_RESERVED }, 'zscale'],
  ['an odd width', { width: 161 }, 'scale'],
  ['an odd height', { height: 91 }, 'scale'],
  ['colours at twice the height', { format: AV_PIX_FMT_YUV422P }, 'scale'],
  ['full range', { colorRange: AVCOL_RANGE_JPEG }, 'scale'],
  ['colours of a wider space', { colorSpace: AVCOL_SPC_BT2020_NCL }, 'scale'],
]

/** Soft diagonal stripes, to be freed by the caller. */
function stripes(shape: Shape): Frame {
  const frame = new Frame()
  frame.alloc()
  Object.assign(frame, { width: 160, height: 90, format: AV_PIX_FMT_YUV420P, ...shape })
  must(frame.getBuffer(), 'a picture')
  frame.data?.forEach((plane, n) => {
    const stride = frame.linesize[n] ?? 1
    const wave = (at: number) => Math.abs((at % 24) - 12)
    for (let i = 0; i < plane.length; i++) plane[i] = 40 + 12 * wave((i % stride) + Math.floor(i / stride))
  })
  frame.pts = 0n
  frame.duration = 33n
  return frame
}

beforeAll(silenceFfmpeg)

describe.each(SHAPES)('%s', (_name, shape, filter) => {
  test(`goes to ${filter}`, () => {
    const frame = stripes(shape)
    expect(scalerFor(frame, TARGET)[0]).toBe(filter)
    frame.free()
  })

  test('is brought to the size of an output', () => {
    const sizes: string[] = []
    const frame = stripes(shape)
    const graph = new VideoGraph(frame, [TARGET], ({ width, height, format }) => {
      sizes.push(`${width}x${height} ${format}`)
    })
    graph.push(frame)
    graph.flush()
    graph.close()
    frame.free()
    expect(new Set(sizes)).toEqual(new Set([`64x36 ${AV_PIX_FMT_YUV420P}`]))
  })
})

test('both scalers draw the same, but for a value or two of rounding', () => {
  const [common = [], other = []] = [{}, { colorSpace: AVCOL_SPC_BT2020_NCL }].map(scaledLuma)
  expect(common).toHaveLength(TARGET.width * TARGET.height)
  expect(Math.max(...common) - Math.min(...common)).toBeGreaterThan(50)
  const differences = common.map((value, i) => Math.abs(value - (other[i] ?? 0)))
  expect(Math.max(...differences)).toBeLessThanOrEqual(2)
})

/** Stripes, as the scaler that this shape is given to makes them. */
function scaledLuma(shape: Shape): number[] {
  const like = stripes(shape)
  const args = scalerFor(like, TARGET)
  like.free()
  const frame = stripes({})
  const graph = newGraph()
  const source = addFilter(graph, 'buffer', 'source', sourceArguments(frame))
  const sink = addFilter(graph, 'buffersink', 'sink')
  chain(source, addFilter(graph, args[0], 'scaler', args[1]), sink)
  must(graph.configSync(), 'configuring a scaler')
  must(source.buffersrcAddFrameSync(frame), 'scaling a picture')
  must(sink.buffersinkGetFrameSync(frame), 'scaling a picture')
  const values = [...frame.toBuffer().subarray(0, TARGET.width * TARGET.height)]
  frame.free()
  graph.free()
  return values
}
