/** Reads an initialization segment of our own (init-segment.ts). */
import type { Track } from '../../contract/media.ts'
import { ProtocolError } from '../protocol-error.ts'
import { BoxReader, onlyBox, readBoxes } from './read-box.ts'
import type { BoxContent } from './read-box.ts'

/** What a movie has to know of a track. */
export interface InitTrack {
  readonly trackId: number
  readonly kind: Track['kind']
  /** Ticks per second. */
  readonly timescale: number
  /** Pixels; 0 for sound. */
  readonly width: number
  readonly height: number
  /** The one entry of `stsd`, as a whole box. */
  readonly sampleEntry: Uint8Array
}

const KINDS: Readonly<Record<number, Track['kind']>> = { 0x76696465: 'video', 0x736f756e: 'audio' } // vide, soun

/** @throws ProtocolError when it is not one of ours */
export function readInitSegment(bytes: Uint8Array): readonly InitTrack[] {
  const within = (box: BoxContent) => readBoxes(bytes, box.start, box.end)
  const moov = within(onlyBox(readBoxes(bytes, 0, bytes.length), 'moov'))
  return moov.filter(({ type }) => type === 'trak').map((trak) => readTrack(bytes, within(trak), within))
}

function readTrack(
  bytes: Uint8Array,
  trak: readonly BoxContent[],
  within: (box: BoxContent) => readonly BoxContent[],
): InitTrack {
  const mdia = within(onlyBox(trak, 'mdia'))
  const stbl = within(onlyBox(within(onlyBox(mdia, 'minf')), 'stbl'))
  return {
    ...readTrackHeader(new BoxReader(bytes, onlyBox(trak, 'tkhd'))),
    timescale: readTimescale(new BoxReader(bytes, onlyBox(mdia, 'mdhd'))),
    kind: readKind(new BoxReader(bytes, onlyBox(mdia, 'hdlr'))),
    sampleEntry: readSampleEntry(bytes, onlyBox(stbl, 'stsd')),
  }
}

function readTrackHeader(tkhd: BoxReader): Pick<InitTrack, 'trackId' | 'width' | 'height'> {
  requireVersion0(tkhd, 'tkhd')
  tkhd.skip(8)
  const trackId = tkhd.u32()
  tkhd.skip(60)
  return { trackId, width: tkhd.u32() >>> 16, height: tkhd.u32() >>> 16 }
}

function readTimescale(mdhd: BoxReader): number {
  requireVersion0(mdhd, 'mdhd')
  mdhd.skip(8)
  const timescale = mdhd.u32()
  if (timescale === 0) throw new ProtocolError('isobmff', 'mdhd: the timescale must not be 0')
  return timescale
}

function readKind(hdlr: BoxReader): Track['kind'] {
  hdlr.skip(8)
  const kind = KINDS[hdlr.u32()]
  if (!kind) throw new ProtocolError('isobmff', 'hdlr: must be of video or sound')
  return kind
}

function readSampleEntry(bytes: Uint8Array, stsd: BoxContent): Uint8Array {
  const head = new BoxReader(bytes, stsd)
  head.skip(4)
  const count = head.u32()
  const entries = readBoxes(bytes, stsd.start + 8, stsd.end)
  const [entry] = entries
  if (!entry || count !== 1 || entries.length !== 1) {
    throw new ProtocolError('isobmff', 'stsd: must have one entry')
  }
  return bytes.slice(stsd.start + 8, stsd.end)
}

function requireVersion0(reader: BoxReader, type: string): void {
  if (reader.u32() >>> 24 !== 0) throw new ProtocolError('isobmff', `${type}: must be version 0`)
}
