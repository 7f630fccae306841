/** One media segment of fragmented MP4: `styp`, `moof`, `mdat` (ISO/IEC 14496-12 8.8). */
import type { AccessUnit, Track } from '../../contract/media.ts'
import type { Ticks } from '../../contract/units.ts'
import { BoxWriter } from './box-writer.ts'
import {
  NON_SYNC_SAMPLE,
  SYNC_SAMPLE,
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
import { TRACK_IDS } from './init-segment.ts'

/** What one track has in a fragment. */
export interface FragmentTrack {
  readonly kind: Track['kind']
  /** In decoding order, at least one. */
  readonly units: readonly AccessUnit[]
  /** Added to the units' times, so that none is negative. */
  readonly offset: Ticks
  /** Decoding time of the first unit in the file: its own plus `offset`, or where the last fragment ended. */
  readonly startDts: Ticks
  /** Where the last unit ends in the file: the next fragment's `startDts` where that is known. */
  readonly endDts: Ticks
}

const STYP_BYTES = 24
const MOOF_HEAD_BYTES = 8 + 16
const MDAT_HEAD_BYTES = 8
const TFDT_BYTES = 20

/** How one track's samples are described with the fewest bytes. */
interface RunLayout {
  readonly track: FragmentTrack
  readonly durations: readonly Ticks[]
  readonly flags: readonly number[]
  readonly tfhdFlags: number
  readonly trunFlags: number
  readonly trafBytes: number
  readonly dataBytes: number
}

/**
 * Sample durations are the differences of decoding times, so that `tfdt` plus all durations meets the
 * next fragment's `tfdt` exactly. Composition offsets may be negative (`trun` version 1).
 * @param sequence number of the fragment, rising within a stream
 * @throws RangeError when the media data does not fit a 32-bit box
 */
export function writeMediaFragment(
  sequence: number,
  tracks: readonly FragmentTrack[],
): Uint8Array<ArrayBuffer> {
  const runs = tracks.map(layOut)
  const moofBytes = runs.reduce((sum, run) => sum + run.trafBytes, MOOF_HEAD_BYTES)
  const dataBytes = runs.reduce((sum, run) => sum + run.dataBytes, 0)
  if (MDAT_HEAD_BYTES + dataBytes > 0xffffffff) throw new RangeError('fragment: more than 4 GiB of media')
  const writer = new BoxWriter(STYP_BYTES + moofBytes + MDAT_HEAD_BYTES + dataBytes)
  writer.box('styp', () => {
    writer.ascii('msdh')
    writer.u32(0)
    writer.ascii('msdhiso6')
  })
  writer.box('moof', () => {
    writer.fullBox('mfhd', 0, 0, () => writer.u32(sequence))
    let dataOffset = moofBytes + MDAT_HEAD_BYTES
    for (const run of runs) {
      writer.box('traf', () => writeTrackFragment(writer, run, dataOffset))
      dataOffset += run.dataBytes
    }
  })
  writer.box('mdat', () => {
    for (const run of runs) for (const unit of run.track.units) writer.bytes(unit.data)
  })
  return writer.finish()
}

function layOut(track: FragmentTrack): RunLayout {
  const { units } = track
  const starts = units.map((unit, i) => (i === 0 ? track.startDts : unit.dts + track.offset))
  const durations = starts.map((start, i) => Math.max(0, (starts[i + 1] ?? track.endDts) - start))
  const flags = units.map((unit) => (unit.key || track.kind === 'audio' ? SYNC_SAMPLE : NON_SYNC_SAMPLE))
  const sameDuration = durations.every((duration) => duration === durations[0])
  const sameFlags = flags.slice(2).every((flag) => flag === flags[1])
  // AAC is never reordered; its first unit may start where the last fragment ended instead of at its own time.
  const reordered = track.kind === 'video' && units.some((unit) => unit.pts !== unit.dts)
  const tfhdFlags =
    TFHD_DEFAULT_BASE_IS_MOOF | (sameDuration ? TFHD_DURATION : 0) | (sameFlags ? TFHD_FLAGS : 0)
  const trunFlags =
    TRUN_DATA_OFFSET |
    TRUN_SIZE |
    (sameDuration ? 0 : TRUN_DURATION) |
    (sameFlags ? TRUN_FIRST_FLAGS : TRUN_FLAGS) |
    (reordered ? TRUN_COMPOSITION : 0)
  const tfhdBytes = 16 + (sameDuration ? 4 : 0) + (sameFlags ? 4 : 0)
  const sampleBytes = 4 + (sameDuration ? 0 : 4) + (sameFlags ? 0 : 4) + (reordered ? 4 : 0)
  const trunBytes = 20 + (sameFlags ? 4 : 0) + sampleBytes * units.length
  return {
    track,
    durations,
    flags,
    tfhdFlags,
    trunFlags,
    trafBytes: 8 + tfhdBytes + TFDT_BYTES + trunBytes,
    dataBytes: units.reduce((sum, unit) => sum + unit.data.length, 0),
  }
}

function writeTrackFragment(writer: BoxWriter, run: RunLayout, dataOffset: number): void {
  const { track, durations, flags, tfhdFlags, trunFlags } = run
  writer.fullBox('tfhd', 0, tfhdFlags, () => {
    writer.u32(TRACK_IDS[track.kind])
    if (tfhdFlags & TFHD_DURATION) writer.u32(durations[0] ?? 0)
    if (tfhdFlags & TFHD_FLAGS) writer.u32(flags[1] ?? flags[0] ?? SYNC_SAMPLE)
  })
  writer.fullBox('tfdt', 1, 0, () => writer.u64(track.startDts))
  writer.fullBox('trun', 1, trunFlags, () => {
    writer.u32(track.units.length)
    writer.u32(dataOffset)
    if (trunFlags & TRUN_FIRST_FLAGS) writer.u32(flags[0] ?? SYNC_SAMPLE)
    for (const [i, unit] of track.units.entries()) {
      if (trunFlags & TRUN_DURATION) writer.u32(durations[i] ?? 0)
      writer.u32(unit.data.length)
      if (trunFlags & TRUN_FLAGS) writer.u32(flags[i] ?? SYNC_SAMPLE)
      if (trunFlags & TRUN_COMPOSITION) writer.i32(unit.pts - unit.dts)
    }
  })
}
