/** Writes the spool folder of a recording as the ingest process does, from media that is already there. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RenditionPlan } from '../../service/contract/media.ts'
import {
  INDEX_NAME,
  INDEX_VERSION,
  initFileName,
  SEGMENTS_NAME,
  writeIndexLine,
} from '../../service/media/spool/index-file.ts'
import type { IndexLine } from '../../service/media/spool/index-file.ts'
import { RenditionPackager } from '../../service/media/hls/rendition-packager.ts'
import type { PackagedSegment } from '../../service/media/hls/rendition-packager.ts'
import type { HlsSource } from './hls-source.ts'

export interface SpoolOptions {
  readonly segmentSeconds?: number
  /** Numbers of segments that could not be written. */
  readonly lost?: readonly number[]
}

/** Wall clock time of the first unit in every spool made here. */
export const SPOOL_START = Date.UTC(2026, 8, 1, 12, 0, 0, 250)

/** Cuts each of the sources into segments, one source behind the other, as one recording. */
function packaged(sources: readonly HlsSource[], segmentSeconds = 2): readonly PackagedSegment[] {
  const plan: RenditionPlan = { segmentSeconds, startTimeOffset: 0, video: null, audio: null }
  const segments: PackagedSegment[] = []
  let timelineStart = 0
  const packager = new RenditionPackager({
    ...{ rendition: 0, plan, cipher: null },
    now: () => SPOOL_START,
    onFirstUnit: (seconds) => (timelineStart = SPOOL_START - seconds * 1000),
    offsetSeconds: () => Math.floor(timelineStart / 1000),
    wallClock: (seconds) => Math.round(timelineStart + seconds * 1000),
    onSegment: (segment) => segments.push(segment),
  })
  for (const { tracks, units } of sources) {
    packager.setTracks(tracks)
    for (const { kind, unit } of units) packager.push(kind, unit)
  }
  packager.finish()
  return segments
}

/**
 * Makes the folder.
 * @returns the segments in it, in order
 */
export async function writeSpool(
  folder: string,
  sources: readonly HlsSource[],
  { segmentSeconds, lost = [] }: SpoolOptions = {},
): Promise<readonly PackagedSegment[]> {
  const lines: IndexLine[] = [{ v: INDEX_VERSION, pid: process.pid }]
  const kept: PackagedSegment[] = []
  await mkdir(folder, { recursive: true })
  let [offset, init, missed] = [0, -1, 0]
  for (const segment of packaged(sources, segmentSeconds)) {
    if (segment.init) {
      init += 1
      const { bytes } = segment.init
      await writeFile(join(folder, initFileName(init)), bytes)
      lines.push({ init: { number: init, bytes: bytes.length, md5: md5Of(bytes) } })
    }
    if (lost.includes(segment.number)) {
      missed += 1
      lines.push({ lost: { segments: missed, seconds: missed * segment.listed.durationSeconds } })
      continue
    }
    const { file, listed, number, startSeconds } = segment
    const { durationSeconds, programDateTime } = listed
    lines.push({
      segment: {
        ...{ number, offset, bytes: file.bytes.length, md5: md5Of(file.bytes), init },
        ...{ startSeconds, durationSeconds, programDateTime },
        discontinuity: listed.discontinuity || (kept.length > 0 && kept.at(-1)?.number !== number - 1),
      },
    })
    offset += file.bytes.length
    kept.push(segment)
  }
  lines.push({ end: true })
  await writeFile(join(folder, SEGMENTS_NAME), Buffer.concat(kept.map(({ file }) => file.bytes)))
  await writeFile(join(folder, INDEX_NAME), lines.map(writeIndexLine).join(''))
  return kept
}

function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex')
}
