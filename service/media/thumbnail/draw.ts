import {
  AV_CODEC_FLAG_QSCALE,
  AV_PIX_FMT_YUVJ420P,
  AVCOL_RANGE_JPEG,
  FF_ENCODER_MJPEG,
  FF_QP2LAMBDA,
} from 'node-av/constants'
import { Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib'
import type { KeyPicture } from '../../contract/media.ts'
import { Decoder } from '../transcode/decoder.ts'
import { fitInside } from '../transcode/fit.ts'
import { addFilter, chain, must, newGraph, present } from '../transcode/native.ts'
import { pixelAspect, sourceArguments } from '../transcode/video-graph.ts'

/** A thumbnail fits in here. */
const BOX = { width: 480, height: 270 }
/** Of FFmpeg's scale from 2 (best) to 31; about what others call a quality of 75. */
const QUALITY = 5

/**
 * A small JPEG file of a picture, in its shape.
 * @throws Error when it cannot be decoded
 */
export function drawThumbnail({ decoderConfig, data }: KeyPicture): Uint8Array {
  const drawn: Uint8Array[] = []
  const decoder = new Decoder('h264', decoderConfig, (frame) => drawn.push(withScaled(frame, encode)))
  try {
    decoder.push({ pts: 0, dts: 0, duration: 0, key: true, data })
    decoder.flush()
  } finally {
    decoder.close()
  }
  return present(drawn[0] ?? null, 'picture in this key frame')
}

/** Lends `use` the picture in the size and colours of a thumbnail. */
function withScaled<T>(picture: Frame, use: (frame: Frame) => T): T {
  const { num, den } = pixelAspect(picture)
  const { width, height } = fitInside(picture, num / den, BOX)
  const graph = newGraph()
  const scaled = new Frame()
  scaled.alloc()
  try {
    const source = addFilter(graph, 'buffer', 'source', sourceArguments(picture))
    const sink = addFilter(graph, 'buffersink', 'sink')
    chain(
      source,
      addFilter(graph, 'scale', 'scale', `w=${width}:h=${height}:flags=bicubic:out_range=full`),
      addFilter(graph, 'format', 'format', 'pix_fmts=yuvj420p'),
      sink,
    )
    must(graph.configSync(), 'configuring the filters of a thumbnail')
    must(source.buffersrcAddFrameSync(picture), 'scaling a picture')
    must(sink.buffersinkGetFrameSync(scaled), 'scaling a picture')
    return use(scaled)
  } finally {
    scaled.free()
    graph.free()
  }
}

function encode(frame: Frame): Uint8Array {
  const encoder = present(Codec.findEncoderByName(FF_ENCODER_MJPEG), 'encoder mjpeg')
  const context = new CodecContext()
  context.allocContext3(encoder)
  const packet = new Packet()
  packet.alloc()
  try {
    context.width = frame.width
    context.height = frame.height
    context.pixelFormat = AV_PIX_FMT_YUVJ420P
    context.colorRange = AVCOL_RANGE_JPEG
    context.timeBase = new Rational(1, 25)
    context.threadCount = 1
    context.setFlags(AV_CODEC_FLAG_QSCALE)
    context.globalQuality = QUALITY * FF_QP2LAMBDA
    must(context.open2Sync(encoder, null), 'opening the encoder mjpeg')
    frame.quality = QUALITY * FF_QP2LAMBDA
    must(context.sendFrameSync(frame), 'encoding a thumbnail')
    must(context.receivePacketSync(packet), 'encoding a thumbnail')
    // A copy: the packet's memory is FFmpeg's.
    return Uint8Array.from(present(packet.data, 'data in a packet'))
  } finally {
    packet.free()
    context.freeContext()
  }
}
