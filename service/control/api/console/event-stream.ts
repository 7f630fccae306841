import type { ChannelView } from '../../../contract/console/channel-view.ts'
import type { ConsoleMessage, SoundLevels } from '../../../contract/console/events.ts'
import type { EngineView } from '../../../contract/console/engine-view.ts'
import type { SystemId } from '../../../contract/ids.ts'
import type { Bytes, Milliseconds } from '../../../contract/units.ts'
import type { Clock, Timer } from '../../../platform/clock.ts'

/** Changes are gathered for this long, so that a console gets at most four deltas a second. */
const COALESCE: Milliseconds = 250
/** Some states come by time alone (a publisher falls silent), so everything on air is looked at again. */
const RECHECK: Milliseconds = 1000
/** A console that does not read is cut off; it comes back for a new snapshot. */
const MAX_BUFFERED: Bytes = 8 * 1024 * 1024

/** What the console shows, as it is now. */
export interface ConsoleSource {
  engine(systemId: SystemId): EngineView
  channels(systemId: SystemId): readonly ChannelView[]
}

/** The part of a WebSocket that the stream needs. */
export interface EventSocket {
  readonly bufferedAmount: number
  send(text: string): void
  close(code: number, reason: string): void
}

/** Whose socket it is. */
export interface Subscriber {
  readonly systemId: SystemId
  /** False once the session has ended. */
  isSignedIn(): boolean
}

interface Subscription extends Subscriber {
  readonly socket: EventSocket
  /** Channel id → JSON as this console has it. */
  readonly sent: Map<string, string>
  engine: string
  seq: number
}

/** Close codes of the events socket; 4000 to 4999 are free for applications (RFC 6455 7.4.2). */
const CLOSE_SIGNED_OUT = 4401
const CLOSE_TOO_SLOW = 1013
const CLOSE_GOING_AWAY = 1001

/**
 * Tells consoles what changes: a snapshot when they connect, then numbered deltas that hold only what is
 * different from what that console was last sent.
 */
export class EventStream {
  readonly #source: ConsoleSource
  readonly #clock: Clock
  readonly #subscriptions = new Set<Subscription>()
  readonly #recheck: Timer
  #pending: Timer | null = null

  constructor(source: ConsoleSource, clock: Clock) {
    this.#source = source
    this.#clock = clock
    this.#recheck = clock.every(RECHECK, () => this.changed())
  }

  /** Sends the snapshot and everything that changes afterwards; returns how to stop. */
  subscribe(socket: EventSocket, subscriber: Subscriber): () => void {
    const engine = this.#source.engine(subscriber.systemId)
    const channels = this.#source.channels(subscriber.systemId)
    const subscription: Subscription = {
      systemId: subscriber.systemId,
      isSignedIn: () => subscriber.isSignedIn(),
      socket,
      sent: new Map(channels.map((channel) => [channel.channelId, JSON.stringify(channel)])),
      engine: comparable(engine),
      seq: 0,
    }
    this.#subscriptions.add(subscription)
    post(subscription, { type: 'snapshot', seq: 0, state: { engine, channels } })
    return () => void this.#subscriptions.delete(subscription)
  }

  /** Something may have changed: consoles are told within 250 ms. */
  changed(): void {
    if (this.#subscriptions.size === 0) return
    this.#pending ??= this.#clock.after(COALESCE, () => this.#flush())
  }

  /** Tells the consoles of one system how loud its channels are. */
  levels(systemId: SystemId, levels: readonly SoundLevels[]): void {
    for (const one of this.#subscriptions) {
      // Who is behind is spared what the next message replaces.
      if (one.systemId === systemId && one.socket.bufferedAmount === 0) post(one, { type: 'levels', levels })
    }
  }

  /** Tells consoles at once whose session has ended. */
  sessionsChanged(): void {
    for (const subscription of this.#subscriptions) {
      if (subscription.isSignedIn()) continue
      this.#subscriptions.delete(subscription)
      post(subscription, { type: 'signed-out' })
      subscription.socket.close(CLOSE_SIGNED_OUT, 'signed out')
    }
  }

  close(): void {
    this.#recheck.cancel()
    this.#pending?.cancel()
    for (const { socket } of this.#subscriptions) socket.close(CLOSE_GOING_AWAY, 'the service ends')
    this.#subscriptions.clear()
  }

  #flush(): void {
    this.#pending = null
    this.sessionsChanged()
    const bySystem = Map.groupBy(this.#subscriptions, ({ systemId }) => systemId)
    for (const [systemId, subscriptions] of bySystem) {
      const engine = this.#source.engine(systemId)
      const channels = this.#source.channels(systemId)
      const texts = new Map(channels.map((channel) => [channel.channelId, JSON.stringify(channel)]))
      for (const subscription of subscriptions) this.#update(subscription, engine, channels, texts)
    }
  }

  #update(
    subscription: Subscription,
    engine: EngineView,
    channels: readonly ChannelView[],
    texts: ReadonlyMap<string, string>,
  ): void {
    const { sent, socket } = subscription
    if (socket.bufferedAmount > MAX_BUFFERED) {
      this.#subscriptions.delete(subscription)
      return socket.close(CLOSE_TOO_SLOW, 'too slow')
    }
    const changed = channels.filter(({ channelId }) => sent.get(channelId) !== texts.get(channelId))
    const removed = [...sent.keys()].filter((channelId) => !texts.has(channelId))
    const engineChanged = subscription.engine !== comparable(engine)
    if (changed.length === 0 && removed.length === 0 && !engineChanged) return
    subscription.engine = comparable(engine)
    for (const channelId of removed) sent.delete(channelId)
    for (const { channelId } of changed) sent.set(channelId, texts.get(channelId) ?? '')
    post(subscription, {
      type: 'delta',
      seq: ++subscription.seq,
      ...(engineChanged && { engine }),
      ...(changed.length > 0 && { channels: changed }),
      ...(removed.length > 0 && { removed }),
    })
  }
}

/** The engine's time moves always; alone it is no change. */
function comparable(engine: EngineView): string {
  return JSON.stringify({ ...engine, now: 0 })
}

function post({ socket }: Subscription, message: ConsoleMessage): void {
  socket.send(JSON.stringify(message))
}
