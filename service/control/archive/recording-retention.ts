import type { RecordingId, SystemId } from '../../contract/ids.ts'
import { DAY } from '../../contract/units.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { RecordingDesk } from './archive-desks.ts'
import type { DueRecordings, RecordingRules } from './recording-store.ts'

const EVERY: Milliseconds = 10 * 60_000

export interface RecordingRetentionParts {
  readonly rules: RecordingRules
  readonly desk: Pick<RecordingDesk, 'delete'>
  /** Told of what went by itself. */
  readonly audit: Pick<AuditLog, 'byItself'>
  readonly clock: Clock
  readonly logger: Logger
}

/** How long a system keeps its recordings in folders, and what goes by that. */
export interface RetentionView {
  /** Null: until somebody deletes them. */
  readonly keepDays: number | null
  /** What is older by now than what was asked about. */
  readonly due: DueRecordings
}

/**
 * Deletes recordings in folders of this computer that are older than their system keeps them. Stores have rules
 * of their own for what lies in them.
 */
export class RecordingRetention {
  readonly #parts: RecordingRetentionParts
  #timer: Timer | null = null
  #running: Promise<void> | null = null
  #closed = false

  constructor(parts: RecordingRetentionParts) {
    this.#parts = parts
  }

  /** @param days asks what would go by them; undefined for those that are set */
  view(systemId: SystemId, days?: number): RetentionView {
    const { rules } = this.#parts
    const keepDays = rules.keepDays(systemId)
    const asked = days ?? keepDays
    return {
      keepDays,
      due: asked === null ? { count: 0, bytes: 0 } : rules.countDue(systemId, this.#before(asked)),
    }
  }

  /** Deletes what is too old now, in a moment. @param days null: until somebody deletes them */
  setKeepDays(systemId: SystemId, days: number | null): void {
    this.#parts.rules.setKeepDays(systemId, days)
    this.#plan(0)
  }

  start(): void {
    this.#plan(0)
  }

  close(): void {
    this.#closed = true
    this.#timer?.cancel()
  }

  #plan(after: Milliseconds): void {
    this.#timer?.cancel()
    if (!this.#closed) this.#timer = this.#parts.clock.after(after, () => this.#begin())
  }

  /** One run at a time; what was changed meanwhile is seen by the next. */
  async #begin(): Promise<void> {
    if (this.#running) return
    this.#running = this.#run()
    await this.#running
    this.#running = null
    this.#plan(EVERY)
  }

  async #run(): Promise<void> {
    const { rules, logger } = this.#parts
    try {
      for (const { systemId, days } of rules.all()) {
        for (const id of rules.due(systemId, this.#before(days))) await this.#delete(systemId, id)
      }
    } catch (error) {
      logger.error({ err: error }, 'old recordings could not be looked for')
    }
  }

  /** What cannot be deleted stays listed, and is tried again in the next run. */
  async #delete(systemId: SystemId, recordingId: RecordingId): Promise<void> {
    const { desk, audit, logger } = this.#parts
    if (this.#closed) return
    try {
      await desk.delete(systemId, recordingId, { fromStore: true })
      const objects = [{ kind: 'recording', id: recordingId, name: null }] as const
      audit.byItself({ verb: 'recording.deleted', systemId, objects })
      logger.info({ recordingId }, 'recording deleted by the rule of its system')
    } catch (error) {
      logger.warn({ err: error, recordingId }, 'old recording could not be deleted')
    }
  }

  #before(days: number): EpochMilliseconds {
    return this.#parts.clock.now() - days * DAY
  }
}
