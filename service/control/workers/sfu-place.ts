import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { SfuCandidate } from './sfu-placement.ts'
import type { SfuWorker, SfuWorkerOptions, SfuWorkerParts } from './sfu-worker.ts'

/** For so long a further process is left alone that could not be started. */
const LEFT_ALONE: Milliseconds = 30_000

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
  readonly clock: Clock
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
  /** Cores that the process used in the last second. */
  #cpu = 0
  /** With those that are about to open. */
  readonly #connections = new Set<ConnectionId>()
  #hasRun = false
  /** Runs where it has just failed to start. */
  #leftAlone: Timer | null = null

  constructor(parts: SfuPlaceParts) {
    this.#parts = parts
    this.isFurther = parts.isFurther
    this.worker = parts.worker({
      onLost: () => this.#lost(),
      onLoad: ({ cpu }) => {
        this.#cpu = cpu
      },
    })
    if (!this.isFurther) this.worker.configure(parts.options())
  }

  get candidate(): SfuCandidate {
    return { state: this.#candidacy(), cpu: this.#cpu, connections: this.#connections.size }
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

  /** A connection is there, or is about to open. */
  comes(connectionId: ConnectionId): void {
    this.#connections.add(connectionId)
  }

  /** A connection is there no more, or did not come. */
  gone(connectionId: ConnectionId): void {
    this.#connections.delete(connectionId)
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
      this.#endPause()
    } catch (error) {
      this.#endPause()
      this.#leftAlone = this.#parts.clock.after(LEFT_ALONE, () => this.#endPause())
      this.#connections.clear()
      this.#parts.onFailed(error)
      throw error
    }
  }

  #candidacy(): SfuCandidate['state'] {
    if (this.worker.state !== 'stopped') return this.worker.rests ? 'away' : 'ready'
    return this.isFurther && this.#leftAlone ? 'away' : 'absent'
  }

  #endPause(): void {
    this.#leftAlone?.cancel()
    this.#leftAlone = null
  }

  #lost(): void {
    const rooms = [...this.#rooms]
    this.#rooms.clear()
    this.#cpu = 0
    this.#connections.clear()
    const losses = rooms.map((room) => ({ channelId: room.channelId, of: room.lost(this) }))
    this.#parts.onLost({
      channelIds: losses.filter(({ of }) => of === null).map(({ channelId }) => channelId),
      connectionIds: losses.flatMap(({ of }) => of ?? []),
    })
  }
}
