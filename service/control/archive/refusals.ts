import type { ArchiveDestinationId, RecordingId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { JournaledFile, Recording, RefusedFile } from './recording.ts'

interface Upload {
  readonly recording: Pick<Recording, 'id' | 'destinationId'>
  readonly file: Pick<JournaledFile, 'id' | 'refused'>
}

/** How often a store has refused a file in a row. */
export interface FileRefusal extends RefusedFile {
  /** Its destination has stored others meanwhile: it is to blame itself. */
  readonly alone: boolean
}

interface Suspected extends RefusedFile {
  /** Ids of files that are gone are given to others. */
  readonly recordingId: RecordingId
  /** What its destination had stored when it was refused first. */
  readonly stored: number
}

/**
 * Files that their stores refuse. Those that are to blame themselves are in their rows; of the others, which may be
 * their destinations' trouble, a restart begins anew.
 */
export class Refusals {
  /** By file. */
  readonly #suspected = new Map<number, Suspected>()
  /** Files that were stored. */
  readonly #stored = new Map<ArchiveDestinationId, number>()

  stored({ recording: { destinationId }, file }: Upload): void {
    this.#suspected.delete(file.id)
    this.#stored.set(destinationId, this.#storedAt(destinationId) + 1)
  }

  /** @returns what is known of it with this refusal */
  add({ recording: { id, destinationId }, file }: Upload, now: EpochMilliseconds): FileRefusal {
    if (file.refused) return { since: file.refused.since, times: file.refused.times + 1, alone: true }
    const stored = this.#storedAt(destinationId)
    const known = this.#suspected.get(file.id)
    const before = known?.recordingId === id ? known : { recordingId: id, times: 0, since: now, stored }
    const { since } = before
    const times = before.times + 1
    this.#suspected.set(file.id, { ...before, times })
    return { times, since, alone: stored > before.stored }
  }

  #storedAt(id: ArchiveDestinationId): number {
    return this.#stored.get(id) ?? 0
  }
}
