/**
 * Reads the head of a media segment of our own (media-fragment.ts): everything in front of the media data.
 * What our writer does not write is refused.
 */
import type { Bytes, Ticks } from '../../contract/units.ts'
import { readUint32 } from '../bytes.ts'
import { ProtocolError } from '../protocol-error.ts'
import {
  IS_NON_SYNC,
  TFHD_DEFAULT_BASE_IS_MOOF,
  TFHD_DURATION,
  TFHD_FLAGS,
  TRUN_COMPOSITION,
  TRUN_DATA_OFFSET,
  TRUN_DURATION,
  TRUN_FIRST_FLAGS,
  TRUN_FLAGS,
  TRUN_SIZE,
} from './fragment-flags.ts'
import { BOX_HEAD_BYTES, BoxReader, boxType, onlyBox, readBoxes } from './read-box.ts'
import type { BoxContent } from './read-box.ts'

/** The samples of one track, in decoding order. */
export interface FragmentRun {
  readonly trackId: number
  /** Decoding time of the first sample. */
  readonly startDts: Ticks
  /** Where its media data begins, counted from the segment's first byte. */
  readonly dataOffset: Bytes
  readonly sizes: Int32Array
  readonly durations: Int32Array
  /** Presentation minus decoding time; may be negative. */
  readonly compositions: Int32Array
  /** 1 where decoding can start. */
  readonly syncs: Uint8Array
}

export interface Fragment {
  /** Size of the head: where the media data of all tracks begins. */
  readonly mediaOffset: Bytes
  readonly runs: readonly FragmentRun[]
}

/** So many of a segment's first bytes tell how long its head is. */
export const FRAGMENT_START_BYTES = 32

const STYP_BYTES = 24
/** Beyond that, readers take a duration or a size for a negative number. */
const LARGEST = 0x7fffffff

/**
 * @param start the first bytes of a segment, at least FRAGMENT_START_BYTES
 * @returns size of its head: `styp`, `moof` and the head of `mdat`
 * @throws ProtocolError when no segment of ours begins so
 */
export function fragmentHeadBytes(start: Uint8Array): Bytes {
  const isOurs =
    start.length >= FRAGMENT_START_BYTES &&
    readUint32(start, 0) === STYP_BYTES &&
    boxType(start, 0) === 'styp' &&
    boxType(start, STYP_BYTES) === 'moof'
  if (!isOurs) throw new ProtocolError('isobmff', 'a segment must begin with styp and moof')
  return STYP_BYTES + readUint32(start, STYP_BYTES) + BOX_HEAD_BYTES
}

/**
 * @param bytes of the segment, at least its head
 * @param segmentBytes size of the whole segment
 * @throws ProtocolError when it is not one of ours, or does not have all the data that it describes
 */
export function readFragment(bytes: Uint8Array, segmentBytes: Bytes): Fragment {
  const mediaOffset = fragmentHeadBytes(bytes)
  const mdat = mediaOffset - BOX_HEAD_BYTES
  if (mediaOffset > bytes.length || mediaOffset > segmentBytes) {
    throw new ProtocolError('isobmff', 'moof: longer than the segment')
  }
  if (boxType(bytes, mdat) !== 'mdat' || readUint32(bytes, mdat) !== segmentBytes - mdat) {
    throw new ProtocolError('isobmff', 'the rest of a segment must be mdat')
  }
  const moof = onlyBox(readBoxes(bytes, STYP_BYTES, mdat), 'moof')
  const runs = readBoxes(bytes, moof.start, moof.end)
    .filter(({ type }) => type === 'traf')
    .map((traf) => readRun(bytes, readBoxes(bytes, traf.start, traf.end)))
  for (const { dataOffset, sizes } of runs) {
    const end = sizes.reduce((sum, size) => sum + size, dataOffset)
    if (dataOffset < mediaOffset || end > segmentBytes) {
      throw new ProtocolError('isobmff', 'trun: data outside of the segment')
    }
  }
  if (new Set(runs.map(({ trackId }) => trackId)).size < runs.length) {
    throw new ProtocolError('isobmff', 'moof: must have each track once')
  }
  return { mediaOffset, runs }
}

interface Defaults {
  readonly trackId: number
  readonly duration: number
  readonly flags: number
}

function readRun(bytes: Uint8Array, traf: readonly BoxContent[]): FragmentRun {
  const defaults = readDefaults(new BoxReader(bytes, onlyBox(traf, 'tfhd')))
  const tfdt = new BoxReader(bytes, onlyBox(traf, 'tfdt'))
  readFlags(tfdt, 'tfdt', 0, 0)
  return readSamples(new BoxReader(bytes, onlyBox(traf, 'trun')), defaults, tfdt.u64())
}

function readDefaults(tfhd: BoxReader): Defaults {
  const flags = readFlags(tfhd, 'tfhd', TFHD_DEFAULT_BASE_IS_MOOF, TFHD_DURATION | TFHD_FLAGS, 0)
  return {
    trackId: tfhd.u32(),
    duration: flags & TFHD_DURATION ? tfhd.u32() : 0,
    flags: flags & TFHD_FLAGS ? tfhd.u32() : 0,
  }
}

function readSamples(trun: BoxReader, defaults: Defaults, startDts: Ticks): FragmentRun {
  const perSample = TRUN_DURATION | TRUN_FLAGS | TRUN_COMPOSITION
  const flags = readFlags(trun, 'trun', TRUN_DATA_OFFSET | TRUN_SIZE, TRUN_FIRST_FLAGS | perSample)
  const count = trun.u32()
  const dataOffset = STYP_BYTES + trun.u32()
  const firstFlags = flags & TRUN_FIRST_FLAGS ? trun.u32() : null
  const fields = [TRUN_DURATION, TRUN_SIZE, TRUN_FLAGS, TRUN_COMPOSITION].filter((flag) => flags & flag)
  if (count === 0 || trun.left !== count * fields.length * 4) {
    throw new ProtocolError('isobmff', 'trun: must have samples and be as long as they need')
  }
  const run = {
    ...{ trackId: defaults.trackId, startDts, dataOffset },
    sizes: new Int32Array(count),
    durations: new Int32Array(count),
    compositions: new Int32Array(count),
    syncs: new Uint8Array(count),
  }
  for (let i = 0; i < count; i++) {
    run.durations[i] = atMostLargest(flags & TRUN_DURATION ? trun.u32() : defaults.duration)
    run.sizes[i] = atMostLargest(trun.u32())
    const own = flags & TRUN_FLAGS ? trun.u32() : defaults.flags
    run.syncs[i] = (i === 0 && firstFlags !== null ? firstFlags : own) & IS_NON_SYNC ? 0 : 1
    run.compositions[i] = flags & TRUN_COMPOSITION ? trun.i32() : 0
  }
  return run
}

function atMostLargest(value: number): number {
  if (value > LARGEST) throw new ProtocolError('isobmff', 'trun: a duration or size beyond 2^31')
  return value
}

/** @returns the flags of a full box of this version, which has all those required and else only those allowed */
function readFlags(reader: BoxReader, type: string, required: number, allowed: number, version = 1): number {
  const head = reader.u32()
  const flags = head & 0xffffff
  if (head >>> 24 !== version || (flags & required) !== required || (flags & ~(required | allowed)) !== 0) {
    throw new ProtocolError('isobmff', `${type}: version or flags that are not ours`)
  }
  return flags
}
