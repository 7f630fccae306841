/**
 * Which pending event may be sent now. No I/O and no clock: a structure of what is known in memory of the
 * pending rows.
 *
 * Events of one channel go in order: an earlier one holds back the later ones until it is delivered, dead,
 * or has been retrying for more than 60 s. Channels go in parallel, but only a few requests at a time go to
 * one host, so that a slow endpoint costs its own deliveries only.
 */
import type { WebhookEventId } from '../../contract/ids.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { PendingEvent } from './ports.ts'

/** An event that has been retrying for longer than this no longer holds back later ones. */
export const HOLD_LIMIT: Milliseconds = 60_000

interface Entry extends PendingEvent {
  /** Host and port of the URL. */
  readonly host: string
  readonly sending: boolean
}

export class DeliveryQueue {
  readonly #perHost: number
  /** Entries of each channel in order of their sequence. */
  readonly #channels = new Map<string, Entry[]>()
  readonly #sendingTo = new Map<string, number>()
  readonly #channelOf = new Map<WebhookEventId, string>()

  /** @param perHost most requests at a time to one host */
  constructor(perHost: number) {
    this.#perHost = perHost
  }

  get size(): number {
    return this.#channelOf.size
  }

  /** Adds an event that comes after all of its channel. */
  add(event: PendingEvent): void {
    const entries = this.#channels.get(event.channelId) ?? []
    entries.push({ ...event, host: hostOf(event.url), sending: false })
    this.#channels.set(event.channelId, entries)
    this.#channelOf.set(event.id, event.channelId)
  }

  /** Takes the events that may be sent now and marks them as being sent. */
  take(now: EpochMilliseconds): PendingEvent[] {
    const taken: PendingEvent[] = []
    // One per channel and round: a channel with much to send does not use up a shared host alone.
    for (;;) {
      const before = taken.length
      for (const channelId of [...this.#channels.keys()]) {
        const entry = this.#firstDue(channelId, now)
        if (entry) taken.push(this.#markSending(channelId, entry))
      }
      if (taken.length === before) return taken
    }
  }

  /** Ends a sending: the event stays with new values, or leaves the queue. */
  settle(id: WebhookEventId, next: PendingEvent | null): void {
    const channelId = this.#channelOf.get(id)
    const entries = channelId === undefined ? undefined : this.#channels.get(channelId)
    const index = entries?.findIndex((entry) => entry.id === id) ?? -1
    const entry = entries?.[index]
    if (channelId === undefined || !entries || !entry) return
    if (entry.sending) this.#countHost(entry.host, -1)
    if (next) {
      entries[index] = { ...next, host: entry.host, sending: false }
      return
    }
    entries.splice(index, 1)
    this.#channelOf.delete(id)
    if (entries.length === 0) this.#channels.delete(channelId)
  }

  /** When time alone makes another event sendable; null when nothing waits for time. */
  nextChange(now: EpochMilliseconds): EpochMilliseconds | null {
    let next = Infinity
    for (const entries of this.#channels.values()) {
      for (const entry of entries) {
        if (!entry.sending && entry.nextAttemptAt > now) next = Math.min(next, entry.nextAttemptAt)
        if (holdsBack(entry, now)) {
          if (entry.firstAttemptAt !== null) next = Math.min(next, entry.firstAttemptAt + HOLD_LIMIT + 1)
          break
        }
      }
    }
    return next === Infinity ? null : next
  }

  /** Distinct URLs with an event that failed at least once and is still to be delivered. */
  failingUrls(): Set<string> {
    const failing = new Set<string>()
    for (const entries of this.#channels.values()) {
      for (const entry of entries) if (entry.attempts > 0) failing.add(entry.url)
    }
    return failing
  }

  #firstDue(channelId: string, now: EpochMilliseconds): Entry | null {
    for (const entry of this.#channels.get(channelId) ?? []) {
      const free = (this.#sendingTo.get(entry.host) ?? 0) < this.#perHost
      if (!entry.sending && entry.nextAttemptAt <= now && free) return entry
      if (holdsBack(entry, now)) return null
    }
    return null
  }

  #markSending(channelId: string, entry: Entry): PendingEvent {
    const entries = this.#channels.get(channelId) ?? []
    entries[entries.indexOf(entry)] = { ...entry, sending: true }
    this.#countHost(entry.host, 1)
    // To the back of the line, so that channels sharing a busy host take turns.
    this.#channels.delete(channelId)
    this.#channels.set(channelId, entries)
    return entry
  }

  #countHost(host: string, change: 1 | -1): void {
    const count = (this.#sendingTo.get(host) ?? 0) + change
    if (count === 0) this.#sendingTo.delete(host)
    else this.#sendingTo.set(host, count)
  }
}

function holdsBack(entry: Entry, now: EpochMilliseconds): boolean {
  return entry.firstAttemptAt === null || now - entry.firstAttemptAt <= HOLD_LIMIT
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
