/**
 * Which pending event may be sent now. No I/O and no clock: a structure of what is known in memory of the
 * pending rows, ids and times only. What one attempt costs does not grow with how many events wait.
 *
 * Events of one channel go in order: an earlier one holds back the later ones until it is delivered, dead,
 * or has been retrying for more than 60 s. One that a person asked to be sent again is outside this order:
 * it holds nobody back and waits for nobody. Channels go in parallel, within the limits of `lanes.ts`.
 */
import type { WebhookEventId } from '../../contract/ids.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import { Fifo } from './fifo.ts'
import { Lanes } from './lanes.ts'
import type { Lane, Limits } from './lanes.ts'
import type { EndpointRef, PendingEvent } from './webhook-store.ts'
import { TimeHeap } from './time-heap.ts'

/** An event that has been retrying for longer than this no longer holds back later ones. */
export const HOLD_LIMIT: Milliseconds = 60_000

/** What became of a sending. `postponed`: nothing was learned of the endpoint. */
export type Settled =
  | { readonly kind: 'delivered' | 'given-up' | 'gone' }
  | { readonly kind: 'postponed'; readonly nextAttemptAt: EpochMilliseconds }
  | {
      readonly kind: 'failed'
      readonly attempts: number
      readonly tries: number
      readonly retryingSince: EpochMilliseconds
      readonly nextAttemptAt: EpochMilliseconds
    }

type Place = 'in line' | 'waiting for time' | 'ready' | 'sending' | 'gone'

interface Entry extends PendingEvent {
  attempts: number
  tries: number
  retryingSince: EpochMilliseconds | null
  nextAttemptAt: EpochMilliseconds
  redelivery: boolean
  place: Place
  readonly line: Line
  readonly lane: Lane<Entry>
}

/** The events of one channel that are in order. */
interface Line {
  readonly channelId: string
  /** The one that holds back those behind it. */
  head: Entry | null
  readonly behind: Fifo<Entry>
  /** Of this channel, in order or not. */
  events: number
}

/** What a moment brings: the event is due, or no longer holds back its channel. */
interface Moment {
  readonly entry: Entry
  readonly brings: 'due' | 'release'
}

const isGone = ({ place }: Entry): boolean => place === 'gone'

export class DeliveryQueue {
  readonly #entries = new Map<WebhookEventId, Entry>()
  readonly #lines = new Map<string, Line>()
  readonly #times = new TimeHeap<Moment>()
  readonly #lanes: Lanes<Entry>

  constructor(limits: Limits) {
    this.#lanes = new Lanes(limits, isGone)
  }

  get size(): number {
    return this.#entries.size
  }

  /** Adds an event that comes after all of its channel; one that is known already is left as it is. */
  add(event: PendingEvent): void {
    if (this.#entries.has(event.id)) return
    const entry = this.#enter(event)
    if (entry.redelivery) return this.#waitForTime(entry)
    entry.line.behind.push(entry)
    this.#advance(entry.line)
  }

  /** Takes an event out of the order of its channel and makes it due, whether it was known or not. */
  askFor(event: PendingEvent): void {
    const entry = this.#entries.get(event.id) ?? this.#enter(event)
    const { place } = entry
    entry.redelivery = true
    entry.retryingSince = null
    entry.tries = 0
    // What is being sent or about to be sent is not sent twice.
    if (place === 'in line' || place === 'waiting for time') {
      entry.nextAttemptAt = event.nextAttemptAt
      this.#waitForTime(entry)
    }
    this.#release(entry)
  }

  /** Takes out what is not to be delivered any more; what is being sent is settled like anything else. */
  forget(id: WebhookEventId): void {
    const entry = this.#entries.get(id)
    if (!entry || entry.place === 'sending') return
    entry.place = 'gone'
    this.#leave(entry)
    // What was first of a long line holds no memory.
    entry.line.behind.dropWhile(isGone)
    this.#lanes.dropGone(entry.lane)
  }

  /** From now on the events of an endpoint wait, but for those that a person asks for. */
  pause(endpoint: EndpointRef): void {
    this.#lanes.setPaused(endpoint, true)
  }

  /** Its events go again, all of them at once. That they waited does not count as retrying. */
  resume(endpoint: EndpointRef, now: EpochMilliseconds): void {
    const lane = this.#lanes.setPaused(endpoint, false)
    if (!lane) return
    for (const entry of this.#entries.values()) {
      if (entry.lane !== lane) continue
      const late = now - entry.nextAttemptAt
      if (late > 0 && entry.retryingSince !== null) entry.retryingSince += late
      if (late >= 0 || entry.place !== 'waiting for time') continue
      entry.nextAttemptAt = now
      this.#waitForTime(entry)
    }
  }

  /** Since when an event is retried; null where it is not. */
  retryingSince(id: WebhookEventId): EpochMilliseconds | null {
    return this.#entries.get(id)?.retryingSince ?? null
  }

  /** Takes the events that may be sent now and marks them as being sent. They change as the queue does. */
  take(now: EpochMilliseconds): PendingEvent[] {
    for (let moment = this.#nextMoment(); moment && moment.at <= now; moment = this.#nextMoment()) {
      this.#times.removeFirst()
      const { entry, brings } = moment.value
      if (brings === 'due') this.#ready(entry)
      else this.#endHold(entry, now)
    }
    const taken = this.#lanes.take()
    for (const entry of taken) entry.place = 'sending'
    return taken
  }

  /** Ends a sending: the event stays with new values, or leaves the queue. */
  settle(id: WebhookEventId, settled: Settled): void {
    const entry = this.#entries.get(id)
    if (entry?.place !== 'sending') return
    this.#lanes.done(entry.lane)
    if (settled.kind === 'delivered') this.#lanes.setFailing(entry.lane, false)
    if (settled.kind === 'failed' || settled.kind === 'given-up') this.#lanes.setFailing(entry.lane, true)
    if (settled.kind === 'failed') this.#retry(entry, settled)
    else if (settled.kind === 'postponed') {
      entry.nextAttemptAt = settled.nextAttemptAt
      this.#waitForTime(entry)
    } else this.#leave(entry)
  }

  /** Whether something is due that waits for its turn among the requests. */
  get isBackedUp(): boolean {
    return this.#lanes.isBackedUp
  }

  /** Whether others of its channel go as soon as this event is delivered or given up. */
  holdsBack(id: WebhookEventId): boolean {
    const line = this.#entries.get(id)?.line
    return line !== undefined && line.head?.id === id && line.behind.size > 0
  }

  /** When time alone makes another event sendable; null when nothing waits for time. */
  nextChange(): EpochMilliseconds | null {
    return this.#nextMoment()?.at ?? null
  }

  /** The clock was set back by so much: what was to happen after a pause still does. */
  clockSetBack(by: Milliseconds): void {
    this.#times.moveAll(-by)
    for (const entry of this.#entries.values()) {
      entry.nextAttemptAt -= by
      if (entry.retryingSince !== null) entry.retryingSince -= by
    }
  }

  /** Nothing could be tried for so long (the machine slept): it does not count as retrying. */
  timeLost(by: Milliseconds): void {
    for (const entry of this.#entries.values()) {
      if (entry.retryingSince !== null) entry.retryingSince += by
    }
  }

  #enter(event: PendingEvent): Entry {
    const { channelId } = event
    const line = this.#lines.get(channelId) ?? { channelId, head: null, behind: new Fifo<Entry>(), events: 0 }
    this.#lines.set(channelId, line)
    line.events++
    const lane = this.#lanes.enter(event)
    if (event.retryingSince !== null) this.#lanes.setFailing(lane, true)
    // The texts of the line and the lane: one copy for all their events.
    const entry: Entry = {
      ...event,
      channelId: line.channelId,
      url: lane.url,
      place: 'in line',
      line,
      lane,
    }
    this.#entries.set(event.id, entry)
    return entry
  }

  #leave(entry: Entry): void {
    this.#entries.delete(entry.id)
    this.#lanes.leave(entry.lane)
    if (--entry.line.events === 0) this.#lines.delete(entry.line.channelId)
    else this.#release(entry)
  }

  #retry(entry: Entry, failed: Settled & { kind: 'failed' }): void {
    const isFirstFailure = entry.retryingSince === null
    const { attempts, tries, retryingSince, nextAttemptAt } = failed
    Object.assign(entry, { attempts, tries, retryingSince, nextAttemptAt })
    if (isFirstFailure && entry.line.head === entry) this.#holdUntil(entry, retryingSince)
    this.#waitForTime(entry)
  }

  /** The first in line becomes the head, and may be sent once it is due. */
  #advance(line: Line): void {
    while (!line.head) {
      const next = line.behind.shift()
      if (!next) return
      // Someone asked for it while it was in line, or it was given up there.
      if (next.redelivery || isGone(next)) continue
      line.head = next
      if (next.retryingSince !== null) this.#holdUntil(next, next.retryingSince)
      this.#waitForTime(next)
    }
  }

  /** It no longer holds back the others of its channel. */
  #release(entry: Entry): void {
    if (entry.line.head !== entry) return
    entry.line.head = null
    this.#advance(entry.line)
  }

  #holdUntil(entry: Entry, retryingSince: EpochMilliseconds): void {
    this.#times.add(retryingSince + HOLD_LIMIT + 1, entry.sequence, { entry, brings: 'release' })
  }

  #endHold(entry: Entry, now: EpochMilliseconds): void {
    const since = entry.retryingSince
    if (since !== null && now <= since + HOLD_LIMIT) this.#holdUntil(entry, since)
    else this.#release(entry)
  }

  #waitForTime(entry: Entry): void {
    entry.place = 'waiting for time'
    this.#times.add(entry.nextAttemptAt, entry.sequence, { entry, brings: 'due' })
  }

  #ready(entry: Entry): void {
    entry.place = 'ready'
    // Once it failed, it is retried like any other.
    const isAskedFor = entry.redelivery && entry.retryingSince === null
    const turn = isAskedFor ? 'asked-for' : entry.line.head === entry ? 'in-order' : 'again'
    this.#lanes.ready(entry.lane, turn, entry)
  }

  /** The earliest moment that still means something. */
  #nextMoment(): { readonly at: EpochMilliseconds; readonly value: Moment } | null {
    for (let first = this.#times.first; first; first = this.#times.first) {
      const { entry, brings } = first.value
      const isDue = entry.place === 'waiting for time' && entry.nextAttemptAt === first.at
      if (brings === 'due' ? isDue : entry.line.head === entry) return first
      this.#times.removeFirst()
    }
    return null
  }
}
