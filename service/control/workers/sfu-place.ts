import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { SfuLoad } from '../../contract/sfu-worker.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { SfuCandidate } from './sfu-placement.ts'
import type { SfuWorker, SfuWorkerOptions, SfuWorkerParts } from './sfu-worker.ts'

/** For so long a further process is left alone that could not be started. */
const LEFT_ALONE: Milliseconds = 30_000
const IDLE: SfuLoad = { cpu: 0, connections: 0 }

/** What was lost of the channels that were in a process. */
export interface SfuLoss {
  /** Channels that are lost whole. */
  readonly channelIds: readonly ChannelId[]
  /** Connections of channels that go on in other processes. */
  readonly connectionIds: readonly ConnectionId[]
}

/** A channel that is in a process, perhaps in others too. */
export interface PlacedChannel {
  readonly channelId: ChannelId
  /** The process is gone. @returns the connections that went with it; null for all of the channel */
  lost(place: SfuPlace): readonly ConnectionId[] | null
}

export interface SfuPlaceParts {
  /** False for the first process of an environment, which others do not stand in for. */
  readonly isFurther: boolean
  readonly worker: (hears: Pick<SfuWorkerParts, 'onLost' | 'onLoad'>) => SfuWorker
  /** What the process is started with; asked until it has run. */
  readonly options: () => SfuWorkerOptions
  readonly now: () => EpochMilliseconds
  /** The process is gone, with all that was in it. */
  readonly onLost: (loss: SfuLoss) => void
  readonly onFailed: (error: unknown) => void
}

/** An SFU process, and the channels that are in it. */
export class SfuPlace {
  readonly worker: SfuWorker
  readonly isFurther: boolean
  readonly #parts: SfuPlaceParts
  readonly #rooms = new Set<PlacedChannel>()
  #load = IDLE
  /** Connections that are about to open: the process may tell its load before it hears of them. */
  readonly #opening = new Set<ConnectionId>()
  /** Connections that opened since the process last told its load. */
  #opened = 0
  #hasRun = false
  #failedAt: EpochMilliseconds | null = null

  constructor(parts: SfuPlaceParts) {
    this.#parts = parts
    this.isFurther = parts.isFurther
    this.worker = parts.worker({
      onLost: () => this.#lost(),
      onLoad: (load) => {
        this.#load = load
        this.#opened = 0
      },
    })
    if (!this.isFurther) this.worker.configure(parts.options())
  }

  get candidate(): SfuCandidate {
    const { cpu, connections } = this.#load
    return { state: this.#candidacy(), cpu, connections: connections + this.#opening.size + this.#opened }
  }

  has(room: PlacedChannel): boolean {
    return this.#rooms.has(room)
  }

  enter(room: PlacedChannel): void {
    this.#rooms.add(room)
  }

  leave(room: PlacedChannel): void {
    this.#rooms.delete(room)
  }

  /**
   * Has the process there for one more connection.
   * @throws Error when it cannot be started
   */
  expect(connectionId: ConnectionId): Promise<void> {
    this.#opening.add(connectionId)
    return this.start()
  }

  /** The process has answered whether a connection that it was to expect is open. */
  answered(connectionId: ConnectionId, isOpen: boolean): void {
    if (this.#opening.delete(connectionId) && isOpen) this.#opened++
  }

  /** @throws Error when the process cannot be started; the next call tries again */
  start(): Promise<void> {
    return this.#run(() => this.worker.start())
  }

  /** @throws Error when the process cannot be started; it is tried again */
  restart(): Promise<void> {
    return this.#run(() => this.worker.restart())
  }

  async #run(start: () => Promise<void>): Promise<void> {
    // Once it has had a port, it keeps that.
    if (!this.#hasRun) this.worker.configure(this.#parts.options())
    try {
      await start()
      this.#hasRun = true
      this.#failedAt = null
    } catch (error) {
      this.#failedAt = this.#parts.now()
      this.#forgetNewcomers()
      this.#parts.onFailed(error)
      throw error
    }
  }

  #candidacy(): SfuCandidate['state'] {
    if (this.worker.state !== 'stopped') return this.worker.rests ? 'away' : 'ready'
    const hasJustFailed = this.#failedAt !== null && this.#parts.now() - this.#failedAt < LEFT_ALONE
    return this.isFurther && hasJustFailed ? 'away' : 'absent'
  }

  #forgetNewcomers(): void {
    this.#opening.clear()
    this.#opened = 0
  }

  #lost(): void {
    const rooms = [...this.#rooms]
    this.#rooms.clear()
    this.#load = IDLE
    this.#forgetNewcomers()
    const losses = rooms.map((room) => ({ channelId: room.channelId, of: room.lost(this) }))
    this.#parts.onLost({
      channelIds: losses.filter(({ of }) => of === null).map(({ channelId }) => channelId),
      connectionIds: losses.flatMap(({ of }) => of ?? []),
    })
  }
}
