/** The initialization segment of fragmented MP4 (ISO/IEC 14496-12 8.1 to 8.8). */
import type { Track } from '../../contract/media.ts'
import { BoxWriter } from './box-writer.ts'
import { LANGUAGE_UNDETERMINED, writeHandler, writeMatrix, writeMediaInformation } from './movie-boxes.ts'
import { writeAudioSampleEntry, writeVideoSampleEntry } from './sample-entry.ts'

/** Track ids are fixed per kind, so that a player sees the same id in every initialization segment. */
export const TRACK_IDS = { video: 1, audio: 2 } as const

/**
 * `ftyp` and `moov` for at most one video and one audio track.
 * @throws RangeError when a track's decoder configuration is not one
 */
export function writeInitSegment(tracks: readonly Track[]): Uint8Array<ArrayBuffer> {
  const writer = new BoxWriter(2048)
  writer.box('ftyp', () => {
    writer.ascii('iso6')
    writer.u32(0)
    writer.ascii('iso6mp41')
  })
  writer.box('moov', () => {
    writeMovieHeader(writer)
    for (const track of tracks) writeTrack(writer, track)
    writer.box('mvex', () => {
      for (const track of tracks) writeTrackDefaults(writer, track)
    })
  })
  return writer.finish()
}

function writeMovieHeader(writer: BoxWriter): void {
  writer.fullBox('mvhd', 0, 0, () => {
    writer.zeros(8)
    writer.u32(1000)
    writer.u32(0)
    writer.u32(0x00010000) // rate 1
    writer.u16(0x0100) // volume 1
    writer.zeros(10)
    writeMatrix(writer)
    writer.zeros(24)
    writer.u32(TRACK_IDS.audio + 1) // next track id
  })
}

function writeTrackDefaults(writer: BoxWriter, track: Track): void {
  writer.fullBox('trex', 0, 0, () => {
    writer.u32(TRACK_IDS[track.kind])
    writer.u32(1) // sample description
    writer.zeros(12)
  })
}

function writeTrack(writer: BoxWriter, track: Track): void {
  writer.box('trak', () => {
    writer.fullBox('tkhd', 0, 0x3, () => {
      writer.zeros(8)
      writer.u32(TRACK_IDS[track.kind])
      writer.zeros(18)
      writer.u16(track.kind === 'audio' ? 1 : 0) // alternate group
      writer.u16(track.kind === 'audio' ? 0x0100 : 0) // volume
      writer.u16(0)
      writeMatrix(writer)
      writer.u32(track.kind === 'video' ? track.width * 0x10000 : 0)
      writer.u32(track.kind === 'video' ? track.height * 0x10000 : 0)
    })
    writer.box('mdia', () => writeMedia(writer, track))
  })
}

function writeMedia(writer: BoxWriter, track: Track): void {
  writer.fullBox('mdhd', 0, 0, () => {
    writer.zeros(8)
    writer.u32(track.timescale)
    writer.u32(0)
    writer.u16(LANGUAGE_UNDETERMINED)
    writer.u16(0)
  })
  writeHandler(writer, track.kind)
  writer.box('minf', () => {
    writeMediaInformation(writer, track.kind)
    writer.box('stbl', () => writeSampleTable(writer, track))
  })
}

/** The tables are empty: every sample is described in a fragment. */
function writeSampleTable(writer: BoxWriter, track: Track): void {
  writer.fullBox('stsd', 0, 0, () => {
    writer.u32(1)
    if (track.kind === 'video') writeVideoSampleEntry(writer, track)
    else writeAudioSampleEntry(writer, track)
  })
  writer.fullBox('stts', 0, 0, () => writer.u32(0))
  writer.fullBox('stsc', 0, 0, () => writer.u32(0))
  writer.fullBox('stsz', 0, 0, () => writer.zeros(8))
  writer.fullBox('stco', 0, 0, () => writer.u32(0))
}
