import type { ArchiveDestination, RecordedFileKind, UploadState } from '../../contract/archive.ts'
import type { ArchiveDestinationId, RecordingId } from '../../contract/ids.ts'
import type { RefusalCode } from '../../contract/refusal/refusals.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { DestinationTroubles } from './destination-troubles.ts'
import { isDue, isFault } from './fault-rules.ts'
import type { ArchiveProcess } from './archive-process.ts'
import { subjectOf } from './recording.ts'
import type { JournaledFile, Recording, WaitingRecording } from './recording.ts'
import type { RecordingFileStore, RecordingStore } from './recording-store.ts'
import { UploadLines } from './upload-lines.ts'
import type { UploadLine } from './upload-lines.ts'
import type { UploadResults } from './upload-results.ts'

const LOCKED: RefusalCode = 'ARCHIVE_SECRETS_LOCKED'
/** Uploads at a time. */
const AT_ONCE = 6
const AT_ONCE_PER_DESTINATION = 3
/**
 * Files of a recording that are looked at for the next one: more than can be on their way. So many that its store
 * refuses are tried again and again, at most; the others wait with them, or each would be its destination's trouble once.
 */
const LOOKED_AT = 32

/** After the archive process ended or could not do it. */
const PROCESS_PAUSE: Milliseconds = 1000
const LONGEST_PROCESS_PAUSE: Milliseconds = 60_000
/** After a result could not be written: the disk is full, as a rule. */
const WRITE_PAUSE: Milliseconds = 10_000

/** A playlist waits for what it names, the movie for the playlist. */
const RANK: Readonly<Record<RecordedFileKind, number>> = { init: 0, segment: 0, playlist: 1, movie: 2 }

export interface UploadQueueParts {
  readonly recordings: Pick<RecordingStore, 'find' | 'waiting'>
  readonly files: Pick<RecordingFileStore, 'waiting' | 'nextTryAfter' | 'setProgress' | 'endWaits'>
  readonly results: UploadResults
  readonly troubles: DestinationTroubles
  readonly process: Pick<ArchiveProcess, 'request' | 'onProgress'>
  /** The destination with its secrets, or why there is none. */
  readonly open: (recording: Recording) => ArchiveDestination | StoreFault
  readonly folderOf: (id: RecordingId) => string
  /** A recording is in its store. */
  readonly onAvailable: (id: RecordingId) => void
  readonly clock: Clock
  readonly logger: Logger
}

/** One upload on its way. */
interface Claim {
  readonly id: number
  readonly recording: Recording
  readonly file: JournaledFile
  readonly line: UploadLine
  /** Of the line, when it began. */
  readonly round: number
  progress: UploadState | null
  sentBytes: Bytes
  readonly done: Promise<void>
}

/**
 * Has recordings uploaded, also while they are being made. What is on its way is known here only: a restart
 * begins again from the rows.
 */
export class UploadQueue {
  readonly #parts: UploadQueueParts
  readonly #lines = new UploadLines()
  readonly #claims = new Map<number, Claim>()
  /** Recordings that are being deleted. */
  readonly #withdrawn = new Set<RecordingId>()
  /** Tries in a row that the archive process did not get to, by file. */
  readonly #processFailures = new Map<number, number>()
  #pausedUntil: EpochMilliseconds = 0
  #lastId = 0
  #timer: Timer | null = null
  #state: 'waiting' | 'running' | 'closed' = 'waiting'

  constructor(parts: UploadQueueParts) {
    this.#parts = parts
    parts.process.onProgress((progress) => this.#progressed(progress))
  }

  /** Takes up what waits since earlier runs; called once. */
  start(): void {
    this.#state = 'running'
    for (const recording of this.#parts.recordings.waiting()) this.#lines.add(recording)
    for (const { destinationId } of this.#lines.all()) {
      // The key may be there now.
      if (this.#parts.troubles.of(destinationId)?.fault.code === LOCKED)
        this.#parts.troubles.tryNow(destinationId)
    }
    this.#pump()
  }

  /** A recording has a file to be uploaded. */
  wake(recording: WaitingRecording): void {
    if (this.#state !== 'running' || this.#withdrawn.has(recording.id)) return
    this.#lines.add(recording)
    this.#pump()
  }

  /** Tries the destination and the files again now. @returns whether anything waited for another try */
  retry({ id, sequence, destinationId }: WaitingRecording): boolean {
    const { troubles, files } = this.#parts
    const hadTrouble = troubles.tryNow(destinationId)
    const waited = files.endWaits(id) > 0
    this.wake({ id, sequence, destinationId })
    return hadTrouble || waited
  }

  /** What it refused before it may take now. */
  tryDestination(id: ArchiveDestinationId): void {
    this.#parts.troubles.tryNow(id)
    for (const recording of this.#lines.of(id).recordings) this.#parts.files.endWaits(recording.id)
    this.#pump()
  }

  /** Cancels the recording's uploads; resolves when none is on its way. It takes no further part. */
  async withdraw(id: RecordingId): Promise<void> {
    this.#withdrawn.add(id)
    for (const line of this.#lines.all()) this.#lines.remove(line, id)
    const claims = [...this.#claims.values()].filter(({ recording }) => recording.id === id)
    for (const claim of claims) {
      this.#parts.process.request('upload.cancel', { id: claim.id }).catch(() => undefined)
    }
    await Promise.all(claims.map(({ done }) => done))
  }

  /** It could not be deleted: takes part again. */
  readmit(recording: WaitingRecording): void {
    this.#withdrawn.delete(recording.id)
    this.wake(recording)
  }

  /** It is deleted. */
  forget(id: RecordingId): void {
    this.#withdrawn.delete(id)
    for (const line of this.#lines.all()) if (line.recordings.length === 0) this.#lineIsEmpty(line)
  }

  /** Begins nothing any more, and hears of nothing; what is on its way ends with the archive process. */
  close(): void {
    this.#state = 'closed'
    this.#timer?.cancel()
  }

  #pump(): void {
    if (this.#state !== 'running') return
    try {
      for (let next = this.#next(); next; next = this.#next()) this.#begin(next)
      this.#arm()
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'uploads could not be looked through')
      this.#timer?.cancel()
      this.#timer = this.#parts.clock.after(WRITE_PAUSE, () => this.#pump())
    }
  }

  /** What is to be uploaded next; of several destinations, the oldest recording's. */
  #next(): { recording: WaitingRecording; file: JournaledFile; line: UploadLine } | null {
    if (this.#claims.size >= AT_ONCE || !isDue(this.#pausedUntil, this.#parts.clock.now())) return null
    const candidates = this.#lines.all().flatMap((line) => this.#firstOf(line) ?? [])
    return candidates.toSorted((a, b) => a.recording.sequence - b.recording.sequence)[0] ?? null
  }

  #firstOf(line: UploadLine) {
    if (line.recordings.length === 0 || line.running >= this.#limitOf(line)) return null
    const isInTrouble = this.#parts.troubles.of(line.destinationId) !== null
    for (const recording of isInTrouble ? this.#lines.inTurn(line) : [...line.recordings]) {
      const waiting = this.#parts.files.waiting(recording.id, LOOKED_AT)
      if (waiting.length === 0) {
        this.#lines.remove(line, recording.id)
        if (line.recordings.length === 0) this.#lineIsEmpty(line)
      }
      const file = this.#eligible(waiting)
      if (file) return { recording, file, line }
    }
    return null
  }

  /** A destination in trouble is tried by one upload when its time has come. */
  #limitOf({ destinationId, pausedUntil }: UploadLine): number {
    if (!isDue(pausedUntil, this.#parts.clock.now())) return 0
    const trouble = this.#parts.troubles.of(destinationId)
    if (!trouble) return AT_ONCE_PER_DESTINATION
    return trouble.nextTryAt <= this.#parts.clock.now() ? 1 : 0
  }

  /** @param waiting in the order of uploads */
  #eligible(waiting: readonly JournaledFile[]): JournaledFile | undefined {
    const [first] = waiting
    if (!first) return undefined
    const now = this.#parts.clock.now()
    const claimed = new Set([...this.#claims.values()].map(({ file }) => file.id))
    return waiting.find(
      ({ id, file, nextTryAt }) =>
        RANK[file.kind] === RANK[first.file.kind] && !claimed.has(id) && isDue(nextTryAt ?? 0, now),
    )
  }

  /** Nothing is left that could tell whether the destination works. */
  #lineIsEmpty({ destinationId, running }: UploadLine): void {
    if (running === 0) this.#parts.troubles.succeeded(destinationId)
  }

  #begin({ recording, file, line }: { recording: WaitingRecording; file: JournaledFile; line: UploadLine }) {
    const found = this.#parts.recordings.find(recording.id)
    if (!found) return this.#lines.remove(line, recording.id)
    const id = ++this.#lastId
    const { promise: done, resolve } = Promise.withResolvers<undefined>()
    const { progress, sentBytes } = file
    const claim: Claim = { id, recording: found, file, line, round: line.round, progress, sentBytes, done }
    this.#claims.set(id, claim)
    line.running++
    line.lastTried = recording.sequence
    void this.#upload(claim).finally(() => {
      this.#claims.delete(id)
      line.running--
      resolve(undefined)
      this.#pump()
    })
  }

  /** Never rejects. */
  async #upload(claim: Claim): Promise<void> {
    const { logger, results } = this.#parts
    const { recording, file } = claim
    try {
      const answer = await this.#ask(claim)
      if (this.#isOver(recording.id)) return
      if (answer === 'no-process') return this.#processFailed(claim)
      this.#processFailures.delete(file.id)
      if (answer === null) {
        if (results.uploaded(claim)) this.#parts.onAvailable(recording.id)
      } else this.#failed(claim, answer)
    } catch (error) {
      logger.error({ err: error, recordingId: recording.id, file: file.file.name }, 'upload not written')
      claim.line.pausedUntil = this.#parts.clock.now() + WRITE_PAUSE
    }
  }

  /** @returns null when the store has the file */
  async #ask(claim: Claim): Promise<StoreFault | 'no-process' | null> {
    const { recording, file, id } = claim
    const destination = this.#parts.open(recording)
    if (isFault(destination)) return destination
    const request = {
      id,
      folder: this.#parts.folderOf(recording.id),
      file: file.file,
      destination,
      key: recording.path + file.file.name,
      resume: file.progress,
      of: subjectOf(recording),
    }
    const answer = await this.#parts.process
      .request('file.upload', request)
      .catch(() => 'no-process' as const)
    if (answer === 'no-process') return answer
    return answer.ok ? null : answer.fault
  }

  /** It is started again with pauses of its own. What it does not do again and again must not hold up the rest. */
  #processFailed(claim: Claim): void {
    const { file, sentBytes } = claim
    const hasSent = sentBytes > file.sentBytes
    const failures = hasSent ? 1 : (this.#processFailures.get(file.id) ?? 0) + 1
    this.#processFailures.set(file.id, failures)
    this.#pausedUntil = this.#parts.clock.now() + PROCESS_PAUSE
    const pause = Math.min(LONGEST_PROCESS_PAUSE, PROCESS_PAUSE * 2 ** (failures - 1))
    this.#parts.results.processFailed(claim, pause)
  }

  #failed(claim: Claim, fault: StoreFault): void {
    const { recording, file, line, round } = claim
    this.#parts.logger.warn(
      { recordingId: recording.id, destinationId: recording.destinationId, file: file.file.name, fault },
      'upload failed',
    )
    if (this.#parts.results.failed(claim, fault, line.round === round) === 'destination') line.round++
  }

  #progressed({ id, sentBytes, state }: { id: number; sentBytes: Bytes; state: UploadState | null }): void {
    const claim = this.#claims.get(id)
    if (!claim) return
    const { file } = claim
    claim.sentBytes = file.sentBytes + sentBytes
    if (state === null || sameProgress(state, claim.progress)) return
    claim.progress = state
    try {
      // Where it is being deleted too: what has begun is to be given up in the store.
      if (!this.#isThere(claim.recording.id)) return
      this.#parts.files.setProgress(file.id, state, claim.sentBytes)
    } catch (error) {
      this.#parts.logger.error({ err: error, file: file.file.name }, 'progress of an upload not written')
    }
  }

  /** Asked after each wait: the database may be closed by now, or the rows gone and their ids given to others. */
  #isOver(id: RecordingId): boolean {
    return this.#withdrawn.has(id) || !this.#isThere(id)
  }

  #isThere(id: RecordingId): boolean {
    return this.#state !== 'closed' && this.#parts.recordings.find(id) !== null
  }

  /** Looks again when time alone allows another upload, or makes trouble worth telling. */
  #arm(): void {
    this.#timer?.cancel()
    const { clock } = this.#parts
    const now = clock.now()
    const moments = this.#lines.all().flatMap((line) => this.#momentsOf(line))
    const at = Math.min(
      ...[...moments, this.#pausedUntil, this.#parts.files.nextTryAfter(now) ?? Infinity].filter(
        (moment) => moment > now,
      ),
      Infinity,
    )
    if (at === Infinity) return
    this.#timer = clock.after(at - now, () => {
      this.#tell()
      this.#pump()
    })
  }

  #momentsOf({ destinationId, recordings, pausedUntil }: UploadLine): EpochMilliseconds[] {
    const { troubles } = this.#parts
    if (recordings.length === 0) return []
    const trouble = troubles.of(destinationId)
    return trouble ? [trouble.nextTryAt, troubles.tellingAt(destinationId), pausedUntil] : [pausedUntil]
  }

  #tell(): void {
    try {
      for (const { destinationId } of this.#lines.all()) this.#parts.troubles.tell(destinationId)
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'trouble of a destination could not be told')
    }
  }
}

function sameProgress(a: UploadState, b: UploadState | null): boolean {
  return a.uploadId === b?.uploadId && a.parts.length === b.parts.length
}
