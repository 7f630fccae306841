import { BitReader } from '../bit-reader.ts'
import { ProtocolError } from '../protocol-error.ts'
import { NAL_TYPE, nalType } from './nal.ts'
import { NO_VUI, parseVui } from './vui.ts'

/** What a sequence parameter set says of its pictures (ITU-T H.264 7.3.2.1.1). */
export interface Sps {
  readonly profileIdc: number
  /** constraint_set0_flag is the top bit. */
  readonly constraintFlags: number
  readonly levelIdc: number
  /** Shown size in pixels, cropping applied. */
  readonly width: number
  readonly height: number
  /** Frames per second; null where the SPS has no timing. Encoders do not always keep to it. */
  readonly frameRate: number | null
  /** False where there are no pictures out of order (B-frames), null where the SPS does not tell. */
  readonly reordered: boolean | null
  /** True where pictures may be fields. */
  readonly interlaced: boolean
  /** 1 is 4:2:0. */
  readonly chromaFormatIdc: number
  readonly bitDepthLuma: number
  readonly bitDepthChroma: number
}

/** Larger pictures do not exist at any level (ITU-T H.264 table A-1: 139,264 macroblocks). */
const MAX_MACROBLOCKS = 139_264

/** Profiles whose SPS has chroma format and bit depths (ITU-T H.264 7.3.2.1.1). */
const HIGH_PROFILES: ReadonlySet<number> = new Set([
  100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
])

const PROFILE_BASELINE = 66

/** True where the profile has the fields that High added. */
export function hasHighFields(profileIdc: number): boolean {
  return HIGH_PROFILES.has(profileIdc)
}

/**
 * Reads an SPS NAL unit.
 * @throws ProtocolError where it ends too early or describes no possible picture
 */
export function parseSps(nal: Uint8Array): Sps {
  if (nalType(nal) !== NAL_TYPE.sps) throw new ProtocolError('h264', 'an SPS must be NAL type 7')
  const reader = new BitReader(withoutEmulationPrevention(nal.subarray(1)), 'h264', 'SPS')
  const profileIdc = reader.bits(8)
  const constraintFlags = reader.bits(8)
  const levelIdc = reader.bits(8)
  reader.unsignedGolomb() // seq_parameter_set_id
  const chroma = hasHighFields(profileIdc) ? readHighFields(reader) : DEFAULT_CHROMA
  reader.unsignedGolomb() // log2_max_frame_num_minus4
  const orderType = readPictureOrder(reader)
  reader.unsignedGolomb() // max_num_ref_frames
  reader.skip(1) // gaps_in_frame_num_value_allowed_flag
  const size = readSize(reader, chroma.chromaFormatIdc)
  const vui = reader.flag() ? parseVui(reader) : NO_VUI
  const inOrder = profileIdc === PROFILE_BASELINE || orderType === 2
  return {
    profileIdc,
    constraintFlags,
    levelIdc,
    width: size.width,
    height: size.height,
    interlaced: size.interlaced,
    frameRate: vui.frameRate,
    reordered: inOrder ? false : vui.reordered,
    ...chroma,
  }
}

const DEFAULT_CHROMA = { chromaFormatIdc: 1, bitDepthLuma: 8, bitDepthChroma: 8 }

function readHighFields(reader: BitReader): typeof DEFAULT_CHROMA {
  const chromaFormatIdc = reader.unsignedGolomb()
  if (chromaFormatIdc > 3) throw new ProtocolError('h264', 'chroma_format_idc must be 0 to 3')
  if (chromaFormatIdc === 3) reader.skip(1) // separate_colour_plane_flag
  const bitDepthLuma = 8 + reader.unsignedGolomb()
  const bitDepthChroma = 8 + reader.unsignedGolomb()
  if (bitDepthLuma > 14 || bitDepthChroma > 14) throw new ProtocolError('h264', 'bit depths must be 8 to 14')
  reader.skip(1) // qpprime_y_zero_transform_bypass_flag
  if (reader.flag()) {
    const lists = chromaFormatIdc === 3 ? 12 : 8
    for (let i = 0; i < lists; i++) if (reader.flag()) skipScalingList(reader, i < 6 ? 16 : 64)
  }
  return { chromaFormatIdc, bitDepthLuma, bitDepthChroma }
}

/** ITU-T H.264 7.3.2.1.1.1. */
function skipScalingList(reader: BitReader, size: number): void {
  let last = 8
  let next = 8
  for (let i = 0; i < size; i++) {
    if (next !== 0) next = (last + reader.signedGolomb() + 256) & 255
    if (next !== 0) last = next
  }
}

function readPictureOrder(reader: BitReader): number {
  const type = reader.unsignedGolomb()
  if (type > 2) throw new ProtocolError('h264', 'pic_order_cnt_type must be 0 to 2')
  if (type === 0) reader.unsignedGolomb() // log2_max_pic_order_cnt_lsb_minus4
  if (type === 1) {
    reader.skip(1) // delta_pic_order_always_zero_flag
    reader.signedGolomb() // offset_for_non_ref_pic
    reader.signedGolomb() // offset_for_top_to_bottom_field
    const count = reader.unsignedGolomb()
    if (count > 255) throw new ProtocolError('h264', 'a picture order cycle must have at most 255 frames')
    for (let i = 0; i < count; i++) reader.signedGolomb() // offset_for_ref_frame
  }
  return type
}

function readSize(reader: BitReader, chroma: number): { width: number; height: number; interlaced: boolean } {
  const columns = reader.unsignedGolomb() + 1
  const mapRows = reader.unsignedGolomb() + 1
  const framesOnly = reader.flag()
  const rows = framesOnly ? mapRows : mapRows * 2
  if (columns * rows > MAX_MACROBLOCKS) {
    throw new ProtocolError('h264', `pictures must have at most ${MAX_MACROBLOCKS} macroblocks`)
  }
  if (!framesOnly) reader.skip(1) // mb_adaptive_frame_field_flag
  reader.skip(1) // direct_8x8_inference_flag
  let [cropX, cropY] = [0, 0]
  if (reader.flag()) {
    const unitX = chroma === 1 || chroma === 2 ? 2 : 1
    const unitY = (chroma === 1 ? 2 : 1) * (framesOnly ? 1 : 2)
    cropX = (reader.unsignedGolomb() + reader.unsignedGolomb()) * unitX
    cropY = (reader.unsignedGolomb() + reader.unsignedGolomb()) * unitY
  }
  const width = columns * 16 - cropX
  const height = rows * 16 - cropY
  if (width <= 0 || height <= 0) throw new ProtocolError('h264', 'cropping must leave a picture')
  return { width, height, interlaced: !framesOnly }
}

/** Takes out the 3 of 00 00 03 (ITU-T H.264 7.4.1). */
function withoutEmulationPrevention(bytes: Uint8Array): Uint8Array {
  const plain = new Uint8Array(bytes.length)
  let length = 0
  let zeros = 0
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    zeros = byte === 0 ? zeros + 1 : 0
    plain[length++] = byte
  }
  return plain.subarray(0, length)
}
