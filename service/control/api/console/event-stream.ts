import type { ChannelView } from '../../../contract/console/channel-view.ts'
import type { ConsoleMessage, ConsoleState, SoundLevels } from '../../../contract/console/events.ts'
import type { EngineView } from '../../../contract/console/engine-view.ts'
import { shownTo } from '../../../contract/console/member-rules.ts'
import type { SessionView } from '../../../contract/console/session.ts'
import { MESSAGES } from '../../../contract/console/who-sees.ts'
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
  /** Who looks, as it is now; null once the session has ended. */
  session(): SessionView | null
}

interface Subscription extends Subscriber {
  readonly socket: EventSocket
  /** As it was last told. */
  shown: SessionView
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
 * different from what that console was last sent. Each is told what its user may see (`who-sees.ts`).
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
    const { systemId } = subscriber
    const shown = subscriber.session()
    if (!shown) {
      endSignedOut(socket)
      return () => undefined
    }
    const { engine, channels, texts, engineText } = sceneOf(shown, this.#stateOf(systemId))
    const subscription: Subscription = {
      systemId,
      session: () => subscriber.session(),
      socket,
      shown,
      sent: new Map(texts),
      engine: engineText,
      seq: 0,
    }
    this.#subscriptions.add(subscription)
    post(socket, { type: 'snapshot', seq: 0, state: { engine, channels } })
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
      if (one.systemId !== systemId || one.socket.bufferedAmount > 0) continue
      const message = shownTo(one.shown.user, MESSAGES.levels, { type: 'levels', levels } as const)
      if (message.levels.length > 0) post(one.socket, message)
    }
  }

  /** Tells consoles at once whose session has ended, or whose user is another or may do other things now. */
  sessionsChanged(): void {
    this.#renewSessions()
    this.changed()
  }

  close(): void {
    this.#recheck.cancel()
    this.#pending?.cancel()
    for (const { socket } of this.#subscriptions) socket.close(CLOSE_GOING_AWAY, 'the service ends')
    this.#subscriptions.clear()
  }

  #renewSessions(): void {
    for (const subscription of this.#subscriptions) {
      const { socket, shown } = subscription
      const session = subscription.session()
      if (!session) {
        this.#subscriptions.delete(subscription)
        endSignedOut(socket)
      } else if (JSON.stringify(session) !== JSON.stringify(shown)) {
        subscription.shown = session
        post(socket, { type: 'session', session })
      }
    }
  }

  #stateOf(systemId: SystemId): ConsoleState {
    return { engine: this.#source.engine(systemId), channels: [...this.#source.channels(systemId)] }
  }

  #flush(): void {
    this.#pending = null
    this.#renewSessions()
    for (const [systemId, ofSystem] of Map.groupBy(this.#subscriptions, (one) => one.systemId)) {
      const state = this.#stateOf(systemId)
      for (const alike of Map.groupBy(ofSystem, rightsOf).values()) {
        const [first] = alike
        if (!first) continue
        const scene = sceneOf(first.shown, state)
        for (const subscription of alike) this.#update(subscription, scene)
      }
    }
  }

  #update(subscription: Subscription, { engine, channels, texts, engineText }: Scene): void {
    const { sent, socket } = subscription
    if (socket.bufferedAmount > MAX_BUFFERED) {
      this.#subscriptions.delete(subscription)
      return socket.close(CLOSE_TOO_SLOW, 'too slow')
    }
    const changed = channels.filter(({ channelId }) => sent.get(channelId) !== texts.get(channelId))
    const removed = [...sent.keys()].filter((channelId) => !texts.has(channelId))
    const engineChanged = subscription.engine !== engineText
    if (changed.length === 0 && removed.length === 0 && !engineChanged) return
    subscription.engine = engineText
    for (const channelId of removed) sent.delete(channelId)
    for (const { channelId } of changed) sent.set(channelId, texts.get(channelId) ?? '')
    post(socket, {
      type: 'delta',
      seq: ++subscription.seq,
      ...(engineChanged && { engine }),
      ...(changed.length > 0 && { channels: changed }),
      ...(removed.length > 0 && { removed }),
    })
  }
}

/** What somebody is shown, with the JSON of each channel by its id. */
interface Scene extends ConsoleState {
  /** By which a change of the engine is seen. */
  readonly engineText: string
  readonly texts: ReadonlyMap<string, string>
}

function sceneOf({ user }: SessionView, whole: ConsoleState): Scene {
  const state = shownTo(user, MESSAGES.snapshot.state, whole)
  return {
    ...state,
    engineText: comparable(state.engine),
    texts: new Map(state.channels.map((channel) => [channel.channelId, JSON.stringify(channel)])),
  }
}

/** The same for all who are shown the same of a system. */
const rightsOf = ({ shown: { user } }: Subscription) => JSON.stringify([user.isMaster, user.permissions])

/** The engine's time moves always; alone it is no change. */
function comparable(engine: EngineView): string {
  const { emulator } = engine
  const clock = emulator && { ...emulator.clock, now: 0, realNow: 0 }
  return JSON.stringify({ ...engine, now: 0, emulator: emulator && { ...emulator, clock } })
}

function endSignedOut(socket: EventSocket): void {
  post(socket, { type: 'signed-out' })
  socket.close(CLOSE_SIGNED_OUT, 'signed out')
}

function post(socket: EventSocket, message: ConsoleMessage): void {
  socket.send(JSON.stringify(message))
}
