import type { ChannelView } from '../../../contract/console/channel-view.ts'
import type { ConsoleMessage, SoundLevels } from '../../../contract/console/events.ts'
import type { EngineView } from '../../../contract/console/engine-view.ts'
import { shownTo } from '../../../contract/console/member-rules.ts'
import type { SessionView } from '../../../contract/console/session.ts'
import { MESSAGES } from '../../../contract/console/who-sees.ts'
import type { ChannelId, SystemId } from '../../../contract/ids.ts'
import type { Bytes, Milliseconds } from '../../../contract/units.ts'
import type { Clock, Timer } from '../../../platform/clock.ts'
import { Told, textOf } from './told.ts'
import type { EventSocket } from './told.ts'
import { sendSnapshot } from './snapshot.ts'

/** Changes are gathered for this long, so that a console gets at most four deltas a second. */
const COALESCE: Milliseconds = 250
/** Some states come by time alone (a publisher falls silent), so everything on air is looked at again. */
const RECHECK: Milliseconds = 1000
/** All channels are looked at in no more than one part of so many of the time. */
const ALL_AT_MOST = 20
/** A console that does not read is cut off; it comes back for a new snapshot. */
const MAX_BUFFERED: Bytes = 8 * 1024 * 1024

/** What the console shows, as it is now. */
export interface ConsoleSource {
  engine(systemId: SystemId): EngineView
  /** Each is made when it is asked for; there may be many. */
  channels(systemId: SystemId): Iterable<ChannelView>
  /** Null where the system has no such channel. */
  channel(systemId: SystemId, channelId: ChannelId): ChannelView | null
  /** Channels of the system whose view may change by time alone, within seconds. */
  moving(systemId: SystemId): Iterable<ChannelId>
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
  readonly told: Told
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
  /** Channels that may be different. */
  readonly #touched = new Set<ChannelId>()
  /** Any may be. */
  #isAnyTouched = false
  /** When all may be looked at again: with very many that takes long. */
  #nextAll: Milliseconds = 0

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
    const told = new Told(socket)
    const session = () => subscriber.session()
    const subscription: Subscription = { systemId, session, socket, shown, told }
    this.#subscriptions.add(subscription)
    sendSnapshot({
      ...{ socket, told },
      engine: engineShown(shown, this.#source.engine(systemId)),
      channels: shownChannels(shown, this.#source.channels(systemId)),
      goesOn: () => this.#subscriptions.has(subscription),
      // What happened meanwhile, and who looks by now, was not told in the middle of it.
      done: () => this.sessionsChanged(),
    })
    return () => void this.#subscriptions.delete(subscription)
  }

  /**
   * Something may have changed: consoles are told within 250 ms.
   * @param channelId the channel that has, and only that; left out: anything
   */
  changed(channelId?: ChannelId): void {
    if (this.#subscriptions.size === 0) return
    if (channelId === undefined) this.#isAnyTouched = true
    else this.#touched.add(channelId)
    this.#pending ??= this.#clock.after(COALESCE, () => this.#flush())
  }

  /** Tells the consoles of one system how loud its channels are. */
  levels(systemId: SystemId, levels: readonly SoundLevels[]): void {
    for (const one of this.#subscriptions) {
      // Who is behind is spared what the next message replaces.
      if (one.systemId !== systemId || !one.told.isWhole || one.socket.bufferedAmount > 0) continue
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
      const { socket, shown, told } = subscription
      const session = subscription.session()
      if (!session) {
        this.#subscriptions.delete(subscription)
        if (told.isWhole) endSignedOut(socket)
        else socket.close(CLOSE_SIGNED_OUT, 'signed out')
      } else if (told.isWhole && JSON.stringify(session) !== JSON.stringify(shown)) {
        subscription.shown = session
        this.#nextAll = 0
        post(socket, { type: 'session', session })
      }
    }
  }

  #flush(): void {
    this.#pending = null
    this.#renewSessions()
    this.#cutOffSlow()
    const began = this.#clock.passed()
    const all = this.#isAnyTouched && began >= this.#nextAll
    const whole = [...this.#subscriptions].filter(({ told }) => told.isWhole)
    for (const [systemId, ofSystem] of Map.groupBy(whole, (one) => one.systemId)) {
      const engine = this.#source.engine(systemId)
      const alike = [...Map.groupBy(ofSystem, rightsOf).values()]
      for (const those of alike) this.#tellEngine(those, engine)
      if (all) this.#tellAll(systemId, alike)
      else this.#tellTouched(systemId, alike)
      for (const { told } of ofSystem) told.send()
    }
    this.#touched.clear()
    if (!all) return
    this.#isAnyTouched = false
    const ended = this.#clock.passed()
    this.#nextAll = ended + (ended - began) * ALL_AT_MOST
  }

  #tellEngine(alike: readonly Subscription[], engine: EngineView): void {
    const [first] = alike
    if (!first) return
    const shown = engineShown(first.shown, engine)
    for (const { told } of alike) told.engine(shown)
  }

  #tellAll(systemId: SystemId, groups: readonly (readonly Subscription[])[]): void {
    const seen = groups.map(() => new Set<string>())
    for (const view of this.#source.channels(systemId)) {
      for (const [i, alike] of groups.entries()) if (tellChannel(alike, view)) seen[i]?.add(view.channelId)
    }
    for (const [i, alike] of groups.entries())
      for (const { told } of alike) told.onlyLeft(seen[i] ?? new Set())
  }

  #tellTouched(systemId: SystemId, groups: readonly (readonly Subscription[])[]): void {
    for (const channelId of new Set([...this.#touched, ...this.#source.moving(systemId)])) {
      const view = this.#source.channel(systemId, channelId)
      for (const alike of groups) {
        if (view && tellChannel(alike, view)) continue
        for (const { told } of alike) told.gone(channelId)
      }
    }
  }

  #cutOffSlow(): void {
    for (const subscription of this.#subscriptions) {
      const { socket, told } = subscription
      if (!told.isWhole || socket.bufferedAmount <= MAX_BUFFERED) continue
      this.#subscriptions.delete(subscription)
      socket.close(CLOSE_TOO_SLOW, 'too slow')
    }
  }
}

/** @param alike who are shown the same @returns false where they are not shown the channel */
function tellChannel(alike: readonly Subscription[], view: ChannelView): boolean {
  const [first] = alike
  if (!first) return false
  const [shown] = shownChannels(first.shown, [view])
  if (!shown) return false
  const text = textOf(shown)
  for (const { told } of alike) told.channel(shown.channelId, text)
  return true
}

function engineShown({ user }: SessionView, engine: EngineView): EngineView {
  return shownTo(user, MESSAGES.snapshot.state, { engine, channels: [] }).engine
}

/** None where they may see no channels. */
function* shownChannels({ user }: SessionView, channels: Iterable<ChannelView>): Iterable<ChannelView> {
  for (const view of channels) yield* shownTo(user, MESSAGES.snapshot.state, { channels: [view] }).channels
}

/** The same for all who are shown the same of a system. */
const rightsOf = ({ shown: { user } }: Subscription) => JSON.stringify([user.isMaster, user.permissions])

function endSignedOut(socket: EventSocket): void {
  post(socket, { type: 'signed-out' })
  socket.close(CLOSE_SIGNED_OUT, 'signed out')
}

function post(socket: EventSocket, message: ConsoleMessage): void {
  socket.send(JSON.stringify(message))
}
