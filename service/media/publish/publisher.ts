/** Channels on their way into stores while they are live. */
import { readdir } from 'node:fs/promises'
import type { StoreSubject } from '../../contract/archive-worker.ts'
import type { ArchiveDestination } from '../../contract/archive.ts'
import type { PublishOrder, PublishPlace, PublishPlan, PublishReport } from '../../contract/publishing.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import { Turns } from '../../platform/turns.ts'
import type { ArchiveStore } from '../../provider/archive/provider.ts'
import { ChannelPush } from './channel-push.ts'
import { WatchedFolders } from './watched-folders.ts'

export interface PublisherParts {
  readonly stores: {
    use<T>(
      destination: ArchiveDestination,
      run: (store: ArchiveStore) => Promise<T>,
      of: StoreSubject,
    ): Promise<T>
  }
  readonly clock: Clock
  readonly random: () => number
  onReport(report: PublishReport): void
  onDone(place: PublishPlace): void
}

/** Uploads on their way at once, of all channels; each holds a part of a file in memory. */
const AT_ONCE = 24
const LOOK_INTERVAL: Milliseconds = 1000
/** Who ends the process waits no longer than 3 s. */
const LAST_PASS: Milliseconds = 2000

interface Pushed {
  readonly push: ChannelPush
  /** What it was made from. */
  readonly made: string
}

/** See the head of this file. */
export class Publisher {
  readonly #parts: PublisherParts
  readonly #turns = new Turns(AT_ONCE)
  /** By place. */
  readonly #pushes = new Map<string, Pushed>()
  readonly #watched = new WatchedFolders(() => void this.#look())
  /** Places without a folder of the origin that are done. */
  readonly #done = new Set<string>()
  #order: PublishOrder | null = null
  #timer: Timer | null = null
  #isClosed = false

  constructor(parts: PublisherParts) {
    this.#parts = parts
  }

  /** What is to be pushed from now on. */
  async set(order: PublishOrder): Promise<void> {
    const isTry = this.#order !== null && this.#order.tries !== order.tries
    this.#order = order
    this.#done.clear()
    if (isTry) for (const { push } of this.#pushes.values()) push.tryNow()
    const wanted = new Map(order.plans.map((plan) => [placeKey(plan), madeFrom(plan, order)]))
    const others = [...this.#pushes].filter(([key, { made }]) => wanted.get(key) !== made)
    for (const [key] of others) this.#pushes.delete(key)
    await Promise.all(others.map(([, { push }]) => push.close()))
    this.#timer ??= this.#parts.clock.every(LOOK_INTERVAL, () => void this.#look())
    await this.#look()
  }

  /** What the origin wrote last, as a rule the end marks, is still pushed where the store takes it at once. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#timer?.cancel()
    this.#watched.close()
    const late = Promise.withResolvers<undefined>()
    const deadline = this.#parts.clock.after(LAST_PASS, () => late.resolve(undefined))
    await Promise.race([
      Promise.all([...this.#pushes.values()].map(({ push }) => push.settled())),
      late.promise,
    ])
    deadline.cancel()
    await Promise.all([...this.#pushes.values()].map(({ push }) => push.close()))
    this.#pushes.clear()
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    const order = this.#order
    if (!order || order.plans.length === 0) return
    this.#watched.set([order.hlsDirectory])
    const names = await readdir(order.hlsDirectory).catch(() => [])
    if (this.#isClosed || order !== this.#order) return
    const there = new Set(names)
    for (const plan of order.plans) this.#begin(plan, order, there.has(plan.channelId))
    await Promise.all([...this.#pushes.values()].map(({ push }) => push.look()))
  }

  #begin(plan: PublishPlan, order: PublishOrder, isThere: boolean): void {
    const key = placeKey(plan)
    if (isThere) this.#done.delete(key)
    const isNeeded = (isThere && plan.mode === 'follow') || (plan.known && !this.#done.has(key))
    const destination = order.destinations[plan.destinationId]
    if (!isNeeded || !destination || this.#pushes.has(key)) return
    const { systemId, destinationId, channelId } = plan
    const { stores, clock, random } = this.#parts
    const push = new ChannelPush(plan, {
      ...{ hlsDirectory: order.hlsDirectory, turns: this.#turns, clock, random },
      onReport: (report) => this.#parts.onReport(report),
      use: (run) => stores.use(destination, run, { systemId, destinationId, channelId }),
      onDone: () => {
        if (this.#pushes.get(key)?.push !== push) return
        this.#pushes.delete(key)
        this.#done.add(key)
        void push.close()
        this.#parts.onDone({ channelId, destinationId, prefix: plan.prefix })
      },
    })
    this.#pushes.set(key, { push, made: madeFrom(plan, order) })
  }
}

const placeKey = ({ channelId, destinationId, prefix }: PublishPlace): string =>
  JSON.stringify([channelId, destinationId, prefix])

/** What matters of a plan while it goes on. */
const madeFrom = ({ known: _, ...plan }: PublishPlan, { destinations, hlsDirectory }: PublishOrder): string =>
  JSON.stringify([plan, destinations[plan.destinationId], hlsDirectory])
