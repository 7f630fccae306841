/**
 * Who waits for uploads: a line of recordings for each destination, oldest first. No I/O and no clock; the
 * journal knows which files of a recording can be uploaded.
 */
import type { ArchiveDestinationId, RecordingId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { WaitingRecording } from './recording.ts'

/** The recordings that wait for one destination. */
export interface UploadLine {
  readonly destinationId: ArchiveDestinationId
  /** Oldest first. */
  readonly recordings: WaitingRecording[]
  /** Uploads on their way. */
  running: number
  /** How often it failed; what began before a failure does not count as another. */
  round: number
  /** Sequence of the recording of which a file was tried last; 0 before the first. */
  lastTried: number
  /** Nothing begins before, because what was done could not be written. */
  pausedUntil: EpochMilliseconds
}

export class UploadLines {
  readonly #lines = new Map<ArchiveDestinationId, UploadLine>()

  all(): UploadLine[] {
    return [...this.#lines.values()]
  }

  of(destinationId: ArchiveDestinationId): UploadLine {
    let line = this.#lines.get(destinationId)
    if (!line) {
      line = { destinationId, recordings: [], running: 0, round: 0, lastTried: 0, pausedUntil: 0 }
      this.#lines.set(destinationId, line)
    }
    return line
  }

  /** One that stands in line already keeps its place. */
  add(recording: WaitingRecording): void {
    const { recordings } = this.of(recording.destinationId)
    const before = recordings.findLastIndex(({ sequence }) => sequence <= recording.sequence)
    if (recordings[before]?.id !== recording.id) recordings.splice(before + 1, 0, recording)
  }

  /** Behind the one that was tried last: none keeps a destination in trouble for the others. */
  inTurn({ recordings, lastTried }: UploadLine): WaitingRecording[] {
    const isNext = ({ sequence }: WaitingRecording) => sequence > lastTried
    return [...recordings.filter(isNext), ...recordings.filter((recording) => !isNext(recording))]
  }

  remove({ recordings }: UploadLine, id: RecordingId): void {
    const at = recordings.findIndex((recording) => recording.id === id)
    if (at >= 0) recordings.splice(at, 1)
  }
}
