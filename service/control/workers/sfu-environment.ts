import type { ChannelId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { SfuRoom } from '../sfu/sfu-media.ts'
import type { KeptState } from './kept-process.ts'
import type { SfuPlace } from './sfu-place.ts'
import { SPREAD, placeConnection, placeRoom } from './sfu-placement.ts'
import type { SpreadLimits } from './sfu-placement.ts'
import { PlacedRoom } from './sfu-room.ts'

/**
 * The SFU processes of one environment. The first is started when it is asked to or needed; each further one when a
 * channel comes while all that run have something to do.
 */
export class SfuEnvironment {
  readonly #first: SfuPlace
  readonly #places: readonly SfuPlace[]
  readonly #limits: SpreadLimits
  #isClosed = false

  constructor(first: SfuPlace, further: readonly SfuPlace[], limits: SpreadLimits = SPREAD) {
    this.#first = first
    this.#limits = limits
    this.#places = [first, ...further]
  }

  /** @throws Error when the first process cannot be started */
  start(): Promise<void> {
    return this.#first.start()
  }

  /** Of those that were started; where one is being started again, that is said. */
  get state(): KeptState {
    const states = this.#places.map(({ worker }) => worker.state)
    return (['restarting', 'running', 'starting'] as const).find((one) => states.includes(one)) ?? 'stopped'
  }

  /** Whether one of them takes connections, whatever becomes of the others. */
  get serves(): boolean {
    return this.#places.some(({ worker }) => worker.state === 'running')
  }

  /** Of the first process: the wanted one until it has bound one. */
  get port(): number {
    return this.#first.worker.port
  }

  /** Of further processes that were started. */
  get furtherPorts(): number[] {
    const started = this.#places.filter(({ isFurther, worker }) => isFurther && worker.state !== 'stopped')
    return started.map(({ worker }) => worker.port).filter((port) => port !== 0)
  }

  room(channelId: ChannelId): SfuRoom {
    return new PlacedRoom(channelId, {
      first: () => this.#choose(),
      next: (own, connections) => this.#chooseNext(own, connections),
    })
  }

  /**
   * Ends all connections and starts each process anew, or the first one for the first time.
   * @throws Refusal SERVICE_UNAVAILABLE when one could not be started; it is tried again
   */
  async restart(): Promise<void> {
    if (this.#isClosed) throw refusal('SERVICE_UNAVAILABLE')
    const started = this.#places.filter(({ worker }) => worker.state !== 'stopped')
    const all = (started.length > 0 ? started : [this.#first]).map((place) => place.restart())
    await Promise.all(all).catch((cause: unknown) => {
      throw refusal('SERVICE_UNAVAILABLE', {}, { cause })
    })
  }

  /** Ends all; resolves when they are gone. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#places.map(({ worker }) => worker.close()))
  }

  /** @throws Refusal SERVICE_UNAVAILABLE once all is closed */
  #choose(): SfuPlace {
    if (this.#isClosed) throw refusal('SERVICE_UNAVAILABLE')
    return this.#places[placeRoom(this.#places.map(({ candidate }) => candidate))] ?? this.#first
  }

  #chooseNext(own: readonly SfuPlace[], connections: number): SfuPlace {
    const candidates = this.#places.map(({ candidate }) => candidate)
    const indexes = own.map((place) => this.#places.indexOf(place))
    return this.#places[placeConnection(candidates, indexes, connections, this.#limits)] ?? this.#first
  }
}
