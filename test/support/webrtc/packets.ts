/** Builds RTP packets as clients send them. */
import { EXTENSIONS } from '../../../service/protocol/rtp/extensions.ts'

export interface PacketFields {
  readonly payloadType: number
  readonly sequenceNumber: number
  readonly timestamp: number
  readonly ssrc: number
  readonly marker?: boolean
  readonly mid?: string
  readonly rid?: string
  readonly repairedRid?: string
  readonly transportSequenceNumber?: number
  /** 0 to 127 in -dBov. */
  readonly audioLevel?: number
  readonly voice?: boolean
  readonly videoOrientation?: number
  readonly dependencyDescriptor?: Uint8Array
  readonly payload?: Uint8Array
  /** Bytes of padding. */
  readonly padding?: number
}

export function rtpPacket(fields: PacketFields): Uint8Array {
  const { payloadType, sequenceNumber, timestamp, ssrc, marker = false, padding = 0 } = fields
  const elements = extensionElements(fields)
  const header = Buffer.alloc(12 + (elements.length > 0 ? 4 : 0))
  header[0] = 0x80 | (elements.length > 0 ? 0x10 : 0) | (padding > 0 ? 0x20 : 0)
  header[1] = (marker ? 0x80 : 0) | payloadType
  header.writeUInt16BE(sequenceNumber & 0xffff, 2)
  header.writeUInt32BE(timestamp >>> 0, 4)
  header.writeUInt32BE(ssrc, 8)
  if (elements.length > 0) {
    header.writeUInt16BE(0x1000, 12)
    header.writeUInt16BE(elements.length / 4, 14)
  }
  const tail = Buffer.alloc(padding)
  if (padding > 0) tail[padding - 1] = padding
  return new Uint8Array(Buffer.concat([header, elements, fields.payload ?? Buffer.alloc(0), tail]))
}

/** The same packet as a retransmission of it (RFC 4588 4). */
export function rtxPacket(
  original: PacketFields,
  rtx: Pick<PacketFields, 'payloadType' | 'sequenceNumber' | 'ssrc'>,
): Uint8Array {
  const { rid, payload = new Uint8Array(), ...rest } = original
  const number = Buffer.alloc(2)
  number.writeUInt16BE(original.sequenceNumber & 0xffff)
  return rtpPacket({
    ...rest,
    ...rtx,
    ...(rid === undefined ? {} : { repairedRid: rid }),
    payload: Buffer.concat([number, payload]),
  })
}

/** Elements in the two-byte form, padded to 32 bits (RFC 8285 4.3). */
function extensionElements(fields: PacketFields): Buffer {
  const parts: Buffer[] = []
  const add = (id: number, value: Uint8Array) =>
    parts.push(Buffer.from([id, value.length]), Buffer.from(value))
  if (fields.mid !== undefined) add(EXTENSIONS.mid.id, Buffer.from(fields.mid))
  if (fields.rid !== undefined) add(EXTENSIONS.rid.id, Buffer.from(fields.rid))
  if (fields.repairedRid !== undefined) add(EXTENSIONS.repairedRid.id, Buffer.from(fields.repairedRid))
  if (fields.transportSequenceNumber !== undefined) {
    const number = Buffer.alloc(2)
    number.writeUInt16BE(fields.transportSequenceNumber & 0xffff)
    add(EXTENSIONS.transportSequenceNumber.id, number)
  }
  if (fields.audioLevel !== undefined) {
    add(EXTENSIONS.audioLevel.id, Buffer.from([(fields.voice ? 0x80 : 0) | fields.audioLevel]))
  }
  if (fields.videoOrientation !== undefined) {
    add(EXTENSIONS.videoOrientation.id, Buffer.from([fields.videoOrientation]))
  }
  if (fields.dependencyDescriptor) add(EXTENSIONS.dependencyDescriptor.id, fields.dependencyDescriptor)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat(parts, Math.ceil(length / 4) * 4)
}

export interface PictureFields {
  readonly pictureId: number
  readonly tl0PicIdx: number
  readonly keyFrame?: boolean
  /** Whether the frame begins with this packet. */
  readonly start?: boolean
  /** Bytes of the frame in it; at least 10. */
  readonly size?: number
}

/** RFC 7741 4.2, with a picture id of 15 bits. */
export function vp8Payload({
  pictureId,
  tl0PicIdx,
  keyFrame,
  start = true,
  size = 20,
}: PictureFields): Buffer {
  const frame = Buffer.alloc(size, 0x55)
  if (start) frame[0] = keyFrame ? 0x10 : 0x11
  const descriptor = [
    start ? 0x90 : 0x80,
    0xe0,
    0x80 | ((pictureId >> 8) & 0x7f),
    pictureId & 0xff,
    tl0PicIdx & 0xff,
    0,
  ]
  return Buffer.concat([Buffer.from(descriptor), frame])
}

/** RFC 9628 4.2, non-flexible, with a picture id of 15 bits. */
export function vp9Payload({
  pictureId,
  tl0PicIdx,
  keyFrame,
  start = true,
  size = 20,
}: PictureFields): Buffer {
  const head = 0xa0 | (keyFrame ? 0 : 0x40) | (start ? 0x08 : 0)
  const descriptor = [head, 0x80 | ((pictureId >> 8) & 0x7f), pictureId & 0xff, 0, tl0PicIdx & 0xff]
  return Buffer.concat([Buffer.from(descriptor), Buffer.alloc(size, 0x55)])
}

/** RTP Payload Format For AV1 4.4: one OBU element. */
export function av1Payload({ keyFrame = false, size = 20 }: { keyFrame?: boolean; size?: number }): Buffer {
  return Buffer.concat([Buffer.from([0x10 | (keyFrame ? 0x08 : 0)]), Buffer.alloc(size, 0x32)])
}

/** Dependency descriptor of `length` bytes: the first fields, and whatever follows them (A.8.2). */
export function dependencyDescriptor(frameNumber: number, length = 3): Uint8Array {
  const bytes = Buffer.alloc(length, 0xaa)
  bytes[0] = 0xc0
  bytes.writeUInt16BE(frameNumber & 0xffff, 1)
  return new Uint8Array(bytes)
}
