import type { ArchiveDestinationId, RecordingId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { JournaledFile, Recording } from './recording.ts'

interface Upload {
  readonly recording: Pick<Recording, 'id' | 'destinationId'>
  readonly file: Pick<JournaledFile, 'id' | 'refusedSince'>
}

/** How often a store has refused a file in a row. */
export interface FileRefusal {
  readonly times: number
  readonly since: EpochMilliseconds
  /** Its destination has stored others meanwhile: it is to blame itself. */
  readonly alone: boolean
}

interface Refused extends Omit<FileRefusal, 'alone'> {
  /** Ids of files that are gone are given to others. */
  readonly recordingId: RecordingId
  /** What its destination had stored when it was refused first. */
  readonly stored: number
}

/**
 * Files that their stores refuse. A restart begins with short pauses again; which ones are to blame themselves is in
 * their rows.
 */
export class Refusals {
  /** By file. */
  readonly #refused = new Map<number, Refused>()
  /** Files that were stored. */
  readonly #stored = new Map<ArchiveDestinationId, number>()

  stored({ recording: { destinationId }, file }: Upload): void {
    this.#refused.delete(file.id)
    this.#stored.set(destinationId, this.#storedAt(destinationId) + 1)
  }

  /** @returns what is known of it with this refusal */
  add({ recording: { id, destinationId }, file }: Upload, now: EpochMilliseconds): FileRefusal {
    const stored = this.#storedAt(destinationId)
    const known = this.#refused.get(file.id)
    const before = known?.recordingId === id ? known : { recordingId: id, times: 0, since: now, stored }
    const since = file.refusedSince ?? before.since
    const times = before.times + 1
    this.#refused.set(file.id, { ...before, times })
    return { times, since, alone: file.refusedSince !== null || stored > before.stored }
  }

  #storedAt(id: ArchiveDestinationId): number {
    return this.#stored.get(id) ?? 0
  }
}
