import type { AccessUnit, PictureMeasured, SoundMeasured, Track } from '../../contract/media.ts'
import type { LivePlaylist } from '../../protocol/hls/live-playlist.ts'
import { decodePlan, encodePlan } from './plan.ts'
import type { TranscodeStats } from './plan.ts'
import { LinkProtocolError } from './frames.ts'
import type { RoomMessage } from './room-message.ts'
import type { HelloFrame, LinkFrame, RelaySource } from './frames.ts'

/*
 * A frame on the wire: u32 length of what follows, u8 type, then
 *   units:  u8 kind, u8 index, u8 flags (1 = key), f64 pts, f64 dts, f64 duration, data
 *   file:   u8 flags (1 = on disk), u16 length of the path, path, bytes
 *   packets of RTP: u8 flags (1 = begins), u8 layer, u32 track, bytes
 *   others: UTF-8 text (JSON or a message) or the bytes of a decoder configuration
 * Numbers are big-endian. Units carry no JSON, because there are hundreds a second.
 */
const CODES = {
  hello: 0,
  plan: 1,
  video: 2,
  audio: 3,
  'video-config': 4,
  'audio-config': 5,
  end: 6,
  track: 16,
  unit: 17,
  finished: 18,
  failed: 19,
  'sound-measured': 20,
  'picture-measured': 21,
  source: 32,
  'key-wanted': 33,
  file: 48,
  gone: 49,
  live: 50,
  packet: 64,
  room: 65,
} as const satisfies Record<LinkFrame['type'] | 'hello', number>

type FrameType = keyof typeof CODES
type PacketFrame = Extract<LinkFrame, { type: 'packet' }>
const TYPES = new Map(Object.entries(CODES).map(([name, code]) => [code as number, name as FrameType]))

/** Bytes of the length that precedes each frame. */
export const LENGTH_BYTES = 4
/** Type, kind, index, flags and three times. */
const UNIT_HEADER_BYTES = 1 + 3 + 3 * 8
const KEY_FLAG = 1
/** Type, flags, length of the path. */
const FILE_HEADER_BYTES = 4
const ON_DISK_FLAG = 1
/** Type, flags, layer, track. */
const PACKET_HEADER_BYTES = 7
const BEGINS_FLAG = 1
const NO_BYTES = new Uint8Array(0)

/** The frame as header (length included) and payload, to be written one after the other. */
export function encodeFrame(frame: LinkFrame | HelloFrame): { header: Buffer; payload: Uint8Array } {
  switch (frame.type) {
    case 'video':
    case 'audio':
      return { header: unitHeader(CODES[frame.type], frame.type, 0, frame.unit), payload: frame.unit.data }
    case 'unit':
      return { header: unitHeader(CODES.unit, frame.kind, frame.index, frame.unit), payload: frame.unit.data }
    case 'video-config':
    case 'audio-config':
      return plain(frame.type, frame.decoderConfig)
    case 'end':
    case 'key-wanted':
      return plain(frame.type, NO_BYTES)
    case 'file':
      return { header: fileHeader(frame.path, frame.bytes.length, frame.onDisk), payload: frame.bytes }
    case 'gone':
      return plain(frame.type, Buffer.from(frame.path))
    case 'live':
      return plain(frame.type, Buffer.from(JSON.stringify({ path: frame.path, playlist: frame.playlist })))
    case 'packet':
      return { header: wholePacket(frame), payload: NO_BYTES }
    case 'room':
      return plain(frame.type, Buffer.from(JSON.stringify(frame.message)))
    case 'source':
      return plain(frame.type, Buffer.from(encodeSource(frame.source)))
    case 'plan':
      return plain(frame.type, Buffer.from(encodePlan(frame.plan)))
    case 'track':
      return plain(frame.type, Buffer.from(encodeTrack(frame.kind, frame.index, frame.track)))
    case 'sound-measured':
    case 'picture-measured':
      return plain(frame.type, Buffer.from(JSON.stringify(frame.measured)))
    case 'finished':
      return plain(frame.type, Buffer.from(JSON.stringify(frame.stats)))
    case 'failed':
      return plain(frame.type, Buffer.from(frame.message))
    case 'hello':
      return plain(frame.type, Buffer.from(frame.token))
  }
}

/**
 * @param body the frame without its length; decoded units share its memory
 * @throws LinkProtocolError when it is no frame of this link
 */
export function decodeFrame(body: Buffer): LinkFrame | HelloFrame {
  const type = body.length > 0 ? TYPES.get(body.readUInt8(0)) : undefined
  if (type === undefined) throw new LinkProtocolError('a frame of unknown type')
  const payload = body.subarray(1)
  switch (type) {
    case 'video':
    case 'audio':
      return { type, unit: decodeUnit(body) }
    case 'unit':
      return { type, kind: decodeKind(body), index: body.readUInt8(2), unit: decodeUnit(body) }
    case 'video-config':
    case 'audio-config':
      return { type, decoderConfig: payload }
    case 'end':
    case 'key-wanted':
      return { type }
    case 'file':
      return { type, ...decodeFile(body) }
    case 'gone':
      return { type, path: payload.toString() }
    case 'live':
      return {
        type,
        ...fromJson(payload, (json) => JSON.parse(json) as { path: string; playlist: LivePlaylist }),
      }
    case 'packet':
      return { type, ...decodePacket(body) }
    case 'room':
      return { type, message: fromJson(payload, (json) => JSON.parse(json) as RoomMessage) }
    case 'source':
      return { type, source: fromJson(payload, decodeSource) }
    case 'plan':
      return { type, plan: fromJson(payload, decodePlan) }
    case 'track':
      return { type, ...fromJson(payload, decodeTrack) }
    case 'sound-measured':
      return { type, measured: fromJson(payload, (json) => JSON.parse(json) as SoundMeasured) }
    case 'picture-measured':
      return { type, measured: fromJson(payload, (json) => JSON.parse(json) as PictureMeasured) }
    case 'finished':
      return { type, stats: fromJson(payload, (json) => JSON.parse(json) as TranscodeStats) }
    case 'failed':
      return { type, message: payload.toString() }
    case 'hello':
      return { type, token: payload.toString() }
  }
}

function plain(type: FrameType, payload: Uint8Array): { header: Buffer; payload: Uint8Array } {
  const header = Buffer.allocUnsafe(LENGTH_BYTES + 1)
  header.writeUInt32BE(1 + payload.length, 0)
  header.writeUInt8(CODES[type], LENGTH_BYTES)
  return { header, payload }
}

function unitHeader(code: number, kind: Track['kind'], index: number, unit: AccessUnit): Buffer {
  const header = Buffer.allocUnsafe(LENGTH_BYTES + UNIT_HEADER_BYTES)
  header.writeUInt32BE(UNIT_HEADER_BYTES + unit.data.length, 0)
  header.writeUInt8(code, 4)
  header.writeUInt8(kind === 'video' ? 0 : 1, 5)
  header.writeUInt8(index, 6)
  header.writeUInt8(unit.key ? KEY_FLAG : 0, 7)
  header.writeDoubleBE(unit.pts, 8)
  header.writeDoubleBE(unit.dts, 16)
  header.writeDoubleBE(unit.duration, 24)
  return header
}

function fileHeader(path: string, bytes: number, onDisk: boolean): Buffer {
  const name = Buffer.from(path)
  const header = Buffer.allocUnsafe(LENGTH_BYTES + FILE_HEADER_BYTES + name.length)
  header.writeUInt32BE(FILE_HEADER_BYTES + name.length + bytes, 0)
  header.writeUInt8(CODES.file, 4)
  header.writeUInt8(onDisk ? ON_DISK_FLAG : 0, 5)
  header.writeUInt16BE(name.length, 6)
  name.copy(header, LENGTH_BYTES + FILE_HEADER_BYTES)
  return header
}

function decodeFile(body: Buffer): { path: string; bytes: Buffer; onDisk: boolean } {
  const begin = body.length < FILE_HEADER_BYTES ? Infinity : FILE_HEADER_BYTES + body.readUInt16BE(2)
  if (body.length < begin) throw new LinkProtocolError('a file shorter than its header')
  return {
    path: body.toString('utf8', FILE_HEADER_BYTES, begin),
    bytes: body.subarray(begin),
    onDisk: (body.readUInt8(1) & ON_DISK_FLAG) !== 0,
  }
}

/** Header and bytes in one: packets are small and many, and their bytes are only lent. */
function wholePacket({ track, layer, begins, bytes }: PacketFrame): Buffer {
  const whole = Buffer.allocUnsafe(LENGTH_BYTES + PACKET_HEADER_BYTES + bytes.length)
  whole.writeUInt32BE(PACKET_HEADER_BYTES + bytes.length, 0)
  whole.writeUInt8(CODES.packet, 4)
  whole.writeUInt8(begins ? BEGINS_FLAG : 0, 5)
  whole.writeUInt8(layer, 6)
  whole.writeUInt32BE(track, 7)
  whole.set(bytes, LENGTH_BYTES + PACKET_HEADER_BYTES)
  return whole
}

function decodePacket(body: Buffer): Omit<PacketFrame, 'type'> {
  if (body.length < PACKET_HEADER_BYTES) throw new LinkProtocolError('a packet without its header')
  return {
    begins: (body.readUInt8(1) & BEGINS_FLAG) !== 0,
    layer: body.readUInt8(2),
    track: body.readUInt32BE(3),
    bytes: body.subarray(PACKET_HEADER_BYTES),
  }
}

function decodeUnit(body: Buffer): AccessUnit {
  if (body.length < UNIT_HEADER_BYTES) throw new LinkProtocolError('a unit shorter than its header')
  const unit = {
    pts: body.readDoubleBE(4),
    dts: body.readDoubleBE(12),
    duration: body.readDoubleBE(20),
    key: (body.readUInt8(3) & KEY_FLAG) !== 0,
    data: body.subarray(UNIT_HEADER_BYTES),
  }
  if (!Number.isFinite(unit.pts) || !Number.isFinite(unit.dts) || !Number.isFinite(unit.duration)) {
    throw new LinkProtocolError('a unit whose time is not a number')
  }
  return unit
}

function decodeKind(body: Buffer): Track['kind'] {
  if (body.length < UNIT_HEADER_BYTES) throw new LinkProtocolError('a unit shorter than its header')
  return body.readUInt8(1) === 0 ? 'video' : 'audio'
}

function encodeTrack(kind: Track['kind'], index: number, track: Track): string {
  const decoderConfig = Buffer.from(track.decoderConfig).toString('base64')
  return JSON.stringify({ kind, index, track: { ...track, decoderConfig } })
}

function decodeTrack(json: string): { kind: Track['kind']; index: number; track: Track } {
  const wire = JSON.parse(json) as {
    kind: Track['kind']
    index: number
    track: Track & { decoderConfig: string }
  }
  const decoderConfig = new Uint8Array(Buffer.from(wire.track.decoderConfig, 'base64'))
  return { ...wire, track: { ...wire.track, decoderConfig } }
}

function encodeSource(source: RelaySource): string {
  return JSON.stringify({ ...source, decoderConfig: Buffer.from(source.decoderConfig).toString('base64') })
}

function decodeSource(json: string): RelaySource {
  const wire = JSON.parse(json) as RelaySource & { decoderConfig: string }
  return { ...wire, decoderConfig: new Uint8Array(Buffer.from(wire.decoderConfig, 'base64')) }
}

function fromJson<T>(payload: Buffer, decode: (json: string) => T): T {
  try {
    return decode(payload.toString())
  } catch (cause) {
    throw new LinkProtocolError('a frame whose JSON cannot be read', { cause })
  }
}
