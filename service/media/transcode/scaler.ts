import {
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_JPEG,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
} from 'node-av/constants'
import { Filter } from 'node-av/lib'
import type { Frame } from 'node-av/lib'

/** Those that zimg takes for 4:2:0 whatever else a picture says of its colours. */
const COLOUR_SPACES = new Set<number>([
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_SMPTE170M,
])

/**
 * The filter that brings pictures to a size, and its arguments. zimg does it with half of the CPU time of
 * FFmpeg's own scaler, whose bicubic curve it is given; but it refuses pictures of odd sizes and is strict
 * about colours, so what is not as nearly all video is goes to FFmpeg's.
 * @param size even numbers of pixels
 */
export function scalerFor(
  like: Frame,
  { width, height }: { readonly width: number; readonly height: number },
): readonly [filter: 'zscale' | 'scale', args: string] {
  const size = `w=${width}:h=${height}`
  if (isCommon(like) && Filter.getByName('zscale')) {
    return ['zscale', `${size}:filter=bicubic:param_a=0:param_b=0.6`]
  }
  // Players expect studio range, and few read that a picture has another.
  const range = like.colorRange === AVCOL_RANGE_JPEG ? ':out_range=limited' : ''
  return ['scale', `${size}:flags=bicubic${range}`]
}

function isCommon({ format, width, height, colorRange, colorSpace }: Frame): boolean {
  const isEven = width % 2 === 0 && height % 2 === 0
  const isPlain = format === AV_PIX_FMT_YUV420P && colorRange !== AVCOL_RANGE_JPEG
  return isEven && isPlain && COLOUR_SPACES.has(colorSpace)
}
