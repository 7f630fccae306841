/**
 * Who may be asked how much at a time. One URL takes a few requests at once and one host a few more, of
 * which URLs that failed last time get a part only: what hangs costs its own deliveries, and never those
 * of other URLs, not even on the same host. Among the events of one URL, those whose turn it is in their
 * channel, those that are tried again, and those that a person asked for take turns. While a URL is paused,
 * only those that a person asked for go to it.
 */
import { Fifo } from './fifo.ts'
import type { EndpointRef } from './webhook-store.ts'

export interface Limits {
  /** Most requests at a time to one URL of a system. */
  readonly perUrl: number
  /** Most requests at a time to one host and port. */
  readonly perHost: number
  /** Of these, most to URLs that failed last time. */
  readonly failingPerHost: number
}

/** Which line of its URL an event waits in. */
export type Turn = 'in-order' | 'again' | 'asked-for'
const TURNS: readonly Turn[] = ['in-order', 'again', 'asked-for']

interface Host<T> {
  readonly name: string
  /** URLs with something ready, in the order of their turns. */
  readonly ready: Fifo<Lane<T>>
  lanes: number
  sending: number
  sendingToFailing: number
}

/** All that is known of one URL of a system while it has events. */
export interface Lane<T> {
  readonly url: string
  readonly key: string
  readonly host: Host<T>
  readonly lines: Readonly<Record<Turn, Fifo<T>>>
  turn: number
  /** Events that are still to be delivered. */
  events: number
  sending: number
  /** Whether the last attempt failed. */
  failing: boolean
  paused: boolean
  isListed: boolean
}

export class Lanes<T> {
  readonly #limits: Limits
  readonly #isGone: (event: T) => boolean
  readonly #lanes = new Map<string, Lane<T>>()
  readonly #hosts = new Map<string, Host<T>>()
  /** Keys of the lanes that are paused, also of those that have no events now. */
  readonly #paused = new Set<string>()
  /** Hosts where something may have become possible since the last `take`. */
  readonly #changed = new Set<Host<T>>()

  /** @param isGone whether an event that was ready is not to be sent any more */
  constructor(limits: Limits, isGone: (event: T) => boolean) {
    this.#limits = limits
    this.#isGone = isGone
  }

  /** Counts an event of this URL. */
  enter(endpoint: EndpointRef): Lane<T> {
    const lane = this.#lanes.get(keyOf(endpoint)) ?? this.#open(endpoint)
    lane.events++
    return lane
  }

  /** The event is no longer to be delivered. */
  leave(lane: Lane<T>): void {
    if (--lane.events > 0) return
    this.#lanes.delete(lane.key)
    if (--lane.host.lanes === 0) this.#hosts.delete(lane.host.name)
  }

  /** The event may be sent as soon as the limits allow. */
  ready(lane: Lane<T>, turn: Turn, event: T): void {
    lane.lines[turn].push(event)
    if (!lane.isListed) {
      lane.isListed = true
      lane.host.ready.push(lane)
    }
    this.#changed.add(lane.host)
  }

  /** Removes what is not to be sent any more, as far as it comes first. */
  dropGone(lane: Lane<T>): void {
    for (const turn of TURNS) lane.lines[turn].dropWhile(this.#isGone)
  }

  /** Takes what the limits allow, each of which is then counted as being sent. */
  take(): T[] {
    const taken: T[] = []
    for (const host of this.#changed) this.#takeFrom(host, taken)
    this.#changed.clear()
    return taken
  }

  /** Whether something could be sent now if more requests at a time were allowed. */
  get isBackedUp(): boolean {
    for (const { ready } of this.#hosts.values()) if (ready.some(hasSendable)) return true
    return false
  }

  /** A sending ended. */
  done(lane: Lane<T>): void {
    lane.sending--
    lane.host.sending--
    if (lane.failing) lane.host.sendingToFailing--
    this.#changed.add(lane.host)
  }

  /** How the last attempt ended. */
  setFailing(lane: Lane<T>, failing: boolean): void {
    if (lane.failing === failing) return
    lane.failing = failing
    lane.host.sendingToFailing += failing ? lane.sending : -lane.sending
    this.#changed.add(lane.host)
  }

  /** @returns its lane, where it has events now */
  setPaused(endpoint: EndpointRef, paused: boolean): Lane<T> | undefined {
    const key = keyOf(endpoint)
    if (paused) this.#paused.add(key)
    else this.#paused.delete(key)
    const lane = this.#lanes.get(key)
    if (!lane) return undefined
    lane.paused = paused
    this.#changed.add(lane.host)
    return lane
  }

  #open(endpoint: EndpointRef): Lane<T> {
    const { url } = endpoint
    const key = keyOf(endpoint)
    const name = hostOf(url)
    const host = this.#hosts.get(name) ?? {
      name,
      ready: new Fifo<Lane<T>>(),
      lanes: 0,
      sending: 0,
      sendingToFailing: 0,
    }
    this.#hosts.set(name, host)
    host.lanes++
    const lines = { 'in-order': new Fifo<T>(), again: new Fifo<T>(), 'asked-for': new Fifo<T>() }
    const paused = this.#paused.has(key)
    const counts = { turn: 0, events: 0, sending: 0 }
    const lane: Lane<T> = { url, key, host, lines, ...counts, failing: false, paused, isListed: false }
    this.#lanes.set(key, lane)
    return lane
  }

  #takeFrom(host: Host<T>, taken: T[]): void {
    let blocked = 0
    while (host.sending < this.#limits.perHost && blocked < host.ready.size) {
      const lane = host.ready.shift()
      if (!lane) return
      const event = this.#mayAsk(lane) ? this.#nextOf(lane) : undefined
      if (event !== undefined) {
        blocked = 0
        taken.push(event)
        lane.sending++
        host.sending++
        if (lane.failing) host.sendingToFailing++
      }
      lane.isListed = TURNS.some((turn) => lane.lines[turn].size > 0)
      if (!lane.isListed) continue
      host.ready.push(lane)
      if (event === undefined) blocked++
    }
  }

  #mayAsk({ sending, failing, host }: Lane<T>): boolean {
    const { perUrl, failingPerHost } = this.#limits
    return sending < perUrl && (!failing || host.sendingToFailing < failingPerHost)
  }

  #nextOf(lane: Lane<T>): T | undefined {
    for (let i = 0; i < TURNS.length; i++) {
      const turn = TURNS[lane.turn++ % TURNS.length]
      if (turn === undefined || (lane.paused && turn !== 'asked-for')) continue
      lane.lines[turn].dropWhile(this.#isGone)
      const event = lane.lines[turn].shift()
      if (event !== undefined) return event
    }
    return undefined
  }
}

const hasSendable = ({ lines, paused }: Lane<unknown>): boolean =>
  TURNS.some((turn) => lines[turn].size > 0 && (!paused || turn === 'asked-for'))

const keyOf = ({ systemId, url }: EndpointRef): string => `${systemId} ${url}`

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
