import { dirname } from 'node:path'
import { SPOOL_RESERVE_BYTES } from '../../contract/archive.ts'
import type { RecordingPlan } from '../../contract/archive.ts'
import type { ChannelId } from '../../contract/ids.ts'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import type { IngestNotifications } from '../../contract/worker-protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { Backlog } from '../spool/backlog.ts'
import { DiskGuard } from '../spool/disk-guard.ts'
import type { DiskGuardOptions } from '../spool/disk-guard.ts'
import { Recorder } from '../spool/recorder.ts'
import { localDisk } from '../spool/spool-disk.ts'
import type { SpoolDisk } from '../spool/spool-disk.ts'
import { Turns } from '../../platform/turns.ts'
import type { SegmentTap } from '../hls/segment-tap.ts'

/** How many recordings write at once; as many threads are left for the files of the live stream. */
const WRITERS = 2

/** Sends control what recordings have come to. */
type Notify = <Name extends `recording.${string}` & keyof IngestNotifications>(
  name: Name,
  body: IngestNotifications[Name],
) => void

export interface RecordingsOptions {
  /** Free space that is left to others; {@link SPOOL_RESERVE_BYTES} by default. */
  readonly reserveBytes?: Bytes | undefined
  readonly notify: Notify
  readonly clock: Clock
  readonly logger: Logger
  readonly disk?: SpoolDisk
  readonly statfs?: DiskGuardOptions['statfs']
}

/** The recorders of this process. */
export class Recordings {
  readonly #options: RecordingsOptions
  readonly #turns = new Turns(WRITERS)
  readonly #backlog = new Backlog()
  /** By the folder that has the recordings' folders. */
  readonly #guards = new Map<string, DiskGuard>()
  readonly #recorders = new Map<Recorder, ChannelId>()

  constructor(options: RecordingsOptions) {
    this.#options = options
  }

  /** A recorder for each rendition that is archived. */
  open(channelId: ChannelId, plans: readonly RecordingPlan[]): ReadonlyMap<number, SegmentTap> {
    return new Map(plans.map((plan) => [plan.rendition, this.#newRecorder(channelId, plan)]))
  }

  /** Recordings that nobody will ever write. */
  abandon(plans: readonly RecordingPlan[]): void {
    for (const { recordingId } of plans)
      this.#options.notify('recording.ended', { recordingId, lost: { segments: 0, seconds: 0 } })
  }

  /**
   * Resolves when the recordings that are being finished, of one channel or of all, are on disk; at the
   * latest after `patience`: a disk that hangs must not keep the caller.
   */
  async settled(patience: Milliseconds, channelId: ChannelId | null = null): Promise<void> {
    const awaited = [...this.#recorders].flatMap(([{ finished }, of]) =>
      finished !== null && (channelId === null || of === channelId) ? [finished] : [],
    )
    const late = Promise.withResolvers<undefined>()
    const deadline = this.#options.clock.after(patience, () => late.resolve(undefined))
    await Promise.race([Promise.all(awaited), late.promise])
    deadline.cancel()
  }

  #newRecorder(channelId: ChannelId, { recordingId, rendition, folder }: RecordingPlan): Recorder {
    const { notify, logger, disk = localDisk } = this.#options
    const recorder: Recorder = new Recorder({
      folder,
      disk,
      guard: this.#guard(dirname(folder)),
      turns: this.#turns,
      backlog: this.#backlog,
      pid: process.pid,
      logger: logger.child({ channelId, recordingId, rendition }),
      onFile: (file) => notify('recording.file', { recordingId, file }),
      onLost: (lost) => notify('recording.lost', { recordingId, lost }),
      onEnded: (lost) => {
        this.#recorders.delete(recorder)
        notify('recording.ended', { recordingId, lost })
      },
    })
    this.#recorders.set(recorder, channelId)
    return recorder
  }

  #guard(folder: string): DiskGuard {
    const known = this.#guards.get(folder)
    if (known) return known
    const { reserveBytes = SPOOL_RESERVE_BYTES, clock, logger, statfs } = this.#options
    const guard = new DiskGuard({ folder, reserveBytes, clock, logger, ...(statfs && { statfs }) })
    this.#guards.set(folder, guard)
    return guard
  }
}
