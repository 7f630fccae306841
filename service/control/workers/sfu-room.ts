import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { SfuRequests } from '../../contract/sfu-worker.ts'
import type { SfuRoom } from '../sfu/sfu-media.ts'
import type { PlacedChannel, SfuPlace } from './sfu-place.ts'

/** Chooses processes. */
export interface Placement {
  /** Of the first connection. @throws Refusal where there is no process any more */
  first(): SfuPlace
  /** Of one of a channel that has `connections` in `own`, its home first. */
  next(own: readonly SfuPlace[], connections: number): SfuPlace
}

/**
 * A channel that goes into a process with its first connection, and into another one when that has died. While it is
 * there that process is its home; where it is full, later connections go to further processes, to which the others
 * hand on what is sent. A connection stays where it opened. With the home all of the channel is lost, with another
 * process the connections that are there.
 */
export class PlacedRoom implements SfuRoom, PlacedChannel {
  readonly channelId: ChannelId
  readonly #placement: Placement
  #home: SfuPlace | null = null
  #further: readonly SfuPlace[] = []
  readonly #connections = new Map<ConnectionId, SfuPlace>()
  /** A process that is about to be one of them, and until when. */
  #growing: { readonly place: SfuPlace; readonly done: Promise<void> } | null = null
  /** Processes that run, and could not be made one of them. */
  readonly #failed = new Set<SfuPlace>()
  /** True once processes were to hand on to each other. */
  #isSpread = false
  /** How often all had gone. */
  #departures = 0

  constructor(channelId: ChannelId, placement: Placement) {
    this.channelId = channelId
    this.#placement = placement
  }

  async request<Name extends keyof SfuRequests>(
    name: Name,
    body: SfuRequests[Name][0],
  ): Promise<SfuRequests[Name][1]> {
    const connectionId = 'connectionId' in body ? body.connectionId : null
    if (name === 'connection.open' && connectionId !== null) return this.#open(name, body, connectionId)
    const place = this.#placeOf(name, connectionId)
    if (!place) throw refusal('SERVICE_UNAVAILABLE')
    if (name === 'connection.close' && connectionId !== null) this.#forget(connectionId)
    return place.worker.request(name, body)
  }

  async #open<Name extends keyof SfuRequests>(
    name: Name,
    body: SfuRequests[Name][0],
    connectionId: ConnectionId,
  ): Promise<SfuRequests[Name][1]> {
    const place = await this.#entered(connectionId)
    place.comes(connectionId)
    this.#connections.set(connectionId, place)
    return place.worker.request(name, body)
  }

  #forget(connectionId: ConnectionId): void {
    this.#connections.get(connectionId)?.gone(connectionId)
    this.#connections.delete(connectionId)
  }

  settled(): Promise<void> | null {
    if (this.#further.length === 0) return null
    const { channelId } = this
    // One that does not answer is about to be given up, and then nothing is to be waited for.
    const asked = this.#own.map((place) =>
      place.worker.request('room.settle', { channelId }).catch(() => null),
    )
    return Promise.all(asked).then(() => undefined)
  }

  leave(): void {
    this.#departures++
    this.#part(this.#own)
    this.#further = []
    this.#growing = null
  }

  lost(place: SfuPlace): readonly ConnectionId[] | null {
    this.#failed.clear()
    if (place === this.#home) {
      this.#part(this.#further)
      this.#further = []
      this.#growing = null
      for (const connectionId of this.#connections.keys()) this.#forget(connectionId)
      return null
    }
    this.#further = this.#further.filter((other) => other !== place)
    if (this.#growing?.place === place) this.#growing = null
    const gone = [...this.#connections].filter(([, at]) => at === place).map(([connectionId]) => connectionId)
    for (const connectionId of gone) this.#forget(connectionId)
    return gone
  }

  get #own(): readonly SfuPlace[] {
    return this.#home ? [this.#home, ...this.#further] : []
  }

  /** The home decides who is in focus. */
  #placeOf(name: keyof SfuRequests, connectionId: ConnectionId | null): SfuPlace | null {
    const isOfAll = connectionId === null || name === 'spotlight.focus' || name === 'spotlight.unfocus'
    return (isOfAll ? null : this.#connections.get(connectionId)) ?? this.#home
  }

  /** Clients come back at once when a process dies, sooner than the next one is there: it is waited for. */
  async #entered(connectionId: ConnectionId): Promise<SfuPlace> {
    const before = this.#departures
    const tried = new Set<SfuPlace>()
    for (;;) {
      if (this.#growing) await this.#growing.done
      if (this.#departures !== before) throw refusal('SERVICE_UNAVAILABLE')
      const place = this.#choose(tried)
      if (!place.has(this)) {
        await this.#grow(place)
        tried.add(place)
        continue
      }
      try {
        // Others that come while it starts go elsewhere.
        place.comes(connectionId)
        await place.start()
        // It may have died meanwhile; one that is started again knows nothing of the channel.
        if (place === this.#home || this.#further.includes(place)) return place
        place.gone(connectionId)
        return this.#home ?? place
      } catch (error) {
        if (!place.isFurther) throw refusal('SERVICE_UNAVAILABLE', {}, { cause: error })
        // Then there is one fewer to choose from.
        place.leave(this)
        this.#further = this.#further.filter((other) => other !== place)
      }
    }
  }

  /** @param tried processes that it is not to grow into */
  #choose(tried: ReadonlySet<SfuPlace>): SfuPlace {
    if (this.#home?.has(this)) {
      const next = this.#placement.next(this.#own, this.#connections.size)
      return tried.has(next) || this.#failed.has(next) ? this.#placement.next(this.#own, 0) : next
    }
    this.#home = this.#placement.first()
    this.#home.enter(this)
    return this.#home
  }

  /** Has another process carry connections too, or notes that it does not. */
  #grow(place: SfuPlace): Promise<void> {
    const linked = async () => {
      try {
        await this.#link(place)
        this.#further = [...this.#further, place]
      } catch {
        if (!this.#isGrowing(place)) return
        // One that could not be started is left out for a while by itself.
        if (place.candidate.state === 'ready') this.#failed.add(place)
        this.#part([])
      }
      this.#growing = null
    }
    const done = Promise.resolve().then(linked)
    this.#growing = { place, done }
    return done
  }

  /** @throws Error where it cannot be started or reached, or nobody is there any more */
  async #link(place: SfuPlace): Promise<void> {
    const { channelId } = this
    const stillGrows = () => {
      if (!this.#isGrowing(place)) throw new Error('The channel has left the process.')
    }
    this.#isSpread = true
    place.enter(this)
    await place.start()
    for (const other of this.#own) {
      stillGrows()
      const at = await other.worker.request('room.await', { channelId })
      stillGrows()
      await place.worker.request('room.join', { channelId, ...at, isHome: other === this.#home })
    }
    stillGrows()
  }

  #isGrowing(place: SfuPlace): boolean {
    return this.#growing?.place === place
  }

  /** The channel is in these processes no more, nor in one that it was about to be in. */
  #part(places: readonly SfuPlace[]): void {
    const { channelId } = this
    const all = this.#growing ? [...places, this.#growing.place] : places
    for (const place of all) {
      place.leave(this)
      if (this.#isSpread) void place.worker.request('room.end', { channelId }).catch(() => undefined)
    }
  }
}
