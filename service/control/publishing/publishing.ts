/** Which channels are published to stores, where viewers find them there, and how that goes. */
import type { PublishStatus, PublishTarget } from '../../contract/console/publishing.ts'
import type { ArchiveDestination } from '../../contract/archive.ts'
import type { ChannelId, SystemId } from '../../contract/ids.ts'
import type { PublishOrder, PublishPlace, PublishPlan, PublishReport } from '../../contract/publishing.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Channel } from '../channel/channel.ts'
import { ChangeListeners } from '../change-listeners.ts'
import type { Transactions } from '../transactions.ts'
import type { PublishProcess } from './publish-process.ts'
import { placeKey, PublishStatuses } from './publish-statuses.ts'
import { hasRecordings } from './recordings-there.ts'
import type { MadeDestination } from './recordings-there.ts'
import type { KnownPlace, PublishingRepository } from './repository.ts'

export interface PublishingParts {
  readonly rows: PublishingRepository
  readonly transactions: Transactions
  readonly channels: { find(channelId: string): Channel | null; listAllIds(): ChannelId[] }
  /** All that the system ever had. */
  readonly madeDestinations: (systemId: SystemId) => readonly MadeDestination[]
  /** The destination with its secrets, or why there is none at the moment. */
  readonly open: (systemId: SystemId, destinationId: string) => ArchiveDestination | StoreFault
  /** Whether the playlists of a channel need an address that was signed. */
  readonly signedOnly: (channelId: ChannelId) => boolean
  readonly process: PublishProcess
  readonly hlsDirectory: string
  readonly clock: Clock
  readonly logger: Logger
}

/** What else matters is looked at this often: rights, folders and secrets that came or went. */
const LOOK_INTERVAL: Milliseconds = 30_000
const RETRY: Milliseconds = 1000

type Plan = Omit<PublishPlan, 'besideRecordings' | 'systemId'> & { readonly systemId: SystemId }

/** See the head of this file. */
export class Publishing {
  readonly #parts: PublishingParts
  readonly #statuses: PublishStatuses
  readonly #listeners: ChangeListeners<void>
  /** As it was told last, so that the same is not told again. */
  #told = ''
  /** One order at a time: what is asked of a process that is just being started may come in another order. */
  #isTelling = false
  #tries = 0
  #isLooking = false
  #timer: Timer | null = null
  #isClosed = false

  constructor(parts: PublishingParts) {
    this.#parts = parts
    this.#listeners = new ChangeListeners(parts.transactions)
    this.#statuses = new PublishStatuses(parts.clock, parts.logger)
    const { process } = parts
    process.onStart(() => {
      this.#statuses.clear()
      this.#told = ''
      this.refresh()
    })
    process.onReport((report) => this.#reported(report))
    process.onDone((place) => this.#done(place))
  }

  /** Called once, when the archive process may be started. */
  start(): void {
    this.#timer = this.#parts.clock.every(LOOK_INTERVAL, () => this.refresh())
    this.refresh()
  }

  close(): void {
    this.#isClosed = true
    this.#timer?.cancel()
  }

  /** Where a channel goes; null where nowhere. */
  targetOf(channel: Pick<Channel, 'channelId' | 'systemId' | 'kind'>): PublishTarget | null {
    const { rows, signedOnly } = this.#parts
    if (channel.kind === 'webrtc') return null
    const own = rows.ofChannel(channel.channelId)
    const target = own ? own.target : (rows.ofSystem(channel.systemId)?.target ?? null)
    return target && !signedOnly(channel.channelId) ? target : null
  }

  /** What the addresses of its playlists begin with for viewers; null where that is the origin. */
  baseOf(channelId: ChannelId): string | null {
    const channel = this.#parts.channels.find(channelId)
    return (channel && this.targetOf(channel)?.publicBase) ?? null
  }

  /** Null where it goes nowhere, and before anything is known of it. */
  statusOf(channel: Pick<Channel, 'channelId' | 'systemId' | 'kind'>): PublishStatus | null {
    const target = this.targetOf(channel)
    return target && this.#statuses.of({ ...target, channelId: channel.channelId })
  }

  /** Something that this goes by has changed, or has just been committed. */
  refresh(): void {
    if (this.#isLooking || this.#isClosed) return
    this.#isLooking = true
    this.#parts.transactions.afterCommit(() =>
      queueMicrotask(() => {
        this.#isLooking = false
        this.#tell()
      }),
    )
  }

  /** Has every store asked again now. */
  retry(): void {
    this.#tries += 1
    this.refresh()
  }

  /** Tells when the view of a channel may be another; returns how to stop listening. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  #tell(): void {
    const { rows, process, clock, logger } = this.#parts
    if (this.#isClosed || this.#isTelling || (this.#told === '' && !rows.isUsed())) return
    const order = this.#order()
    const told = JSON.stringify(order)
    if (told === this.#told) return
    this.#told = told
    this.#isTelling = true
    this.#listeners.tell()
    process.request('publish.set', order).then(
      () => {
        this.#isTelling = false
        this.#tell()
      },
      (error: unknown) => {
        this.#isTelling = false
        if (this.#isClosed) return
        logger.error({ err: error }, 'the archive process was not told what is published')
        this.#told = ''
        clock.after(RETRY, () => this.refresh())
      },
    )
  }

  #order(): PublishOrder {
    const { rows, channels, hlsDirectory } = this.#parts
    const places = new Map(rows.places().map((place) => [placeKey(place), place]))
    const wanted = channels.listAllIds().flatMap((channelId) => {
      const channel = channels.find(channelId)
      const target = channel && this.targetOf(channel)
      return channel && target ? [planOf(channel, target, places)] : []
    })
    const isWanted = new Set(wanted.map(placeKey))
    const others = [...places.values()].filter((place) => !isWanted.has(placeKey(place)))
    const all = [...wanted, ...others.map((place) => this.#endOf(place))]
    return { hlsDirectory, tries: this.#tries, ...this.#openedFor(this.#besideRecordings(all)) }
  }

  /** A deleted channel is followed to its end; of another one the origin goes on, but not there. */
  #endOf({ channelId, systemId, destinationId, prefix, keep }: KnownPlace): Plan {
    const mode = this.#parts.channels.find(channelId) ? 'end' : 'follow'
    return { channelId, systemId, destinationId, prefix, keep, mode, known: true }
  }

  /** Many channels go to the same place. */
  #besideRecordings(plans: readonly Plan[]): PublishPlan[] {
    const known = new Map<string, boolean>()
    return plans.map((plan) => {
      const { systemId, destinationId, prefix } = plan
      const key = JSON.stringify([destinationId, prefix])
      const is = known.get(key) ?? hasRecordings(plan, this.#parts.madeDestinations(systemId))
      known.set(key, is)
      return { ...plan, besideRecordings: is }
    })
  }

  #openedFor(plans: readonly PublishPlan[]): Pick<PublishOrder, 'destinations' | 'plans'> {
    const destinations: Record<string, ArchiveDestination> = {}
    const faults = new Map<string, StoreFault>()
    for (const { destinationId, systemId } of plans) {
      if (destinations[destinationId] || faults.has(destinationId)) continue
      const opened = this.#parts.open(systemId as SystemId, destinationId)
      if ('retryAfterMs' in opened) faults.set(destinationId, opened)
      else destinations[destinationId] = opened
    }
    this.#statuses.setUnopened(faults)
    return { destinations, plans: plans.filter(({ destinationId }) => destinations[destinationId]) }
  }

  #reported(report: PublishReport): void {
    if (this.#isClosed) return
    const { rows, channels, transactions } = this.#parts
    const { place } = report
    this.#statuses.told(report)
    const channel = channels.find(place.channelId)
    const target = channel && this.targetOf(channel)
    if (channel && target && placeKey({ ...target, channelId: channel.channelId }) === placeKey(place)) {
      const isKnown = ({ keep, ...known }: KnownPlace) =>
        placeKey(known) === placeKey(place) && keep === target.keep
      if (rows.places().some(isKnown)) return this.#listeners.tell()
      const { systemId } = channel
      transactions.transaction(() => rows.addPlace({ ...place, systemId, keep: target.keep }))
    }
    this.#listeners.tell()
  }

  #done(place: PublishPlace): void {
    if (this.#isClosed) return
    this.#statuses.done(place)
    this.#parts.transactions.transaction(() => this.#parts.rows.removePlace(place))
    this.#listeners.tell()
    this.refresh()
  }
}

function planOf(
  { channelId, systemId }: Channel,
  { destinationId, prefix, keep }: PublishTarget,
  places: ReadonlyMap<string, KnownPlace>,
): Plan {
  const place = { channelId, destinationId, prefix }
  return { ...place, systemId, keep, mode: 'follow', known: places.has(placeKey(place)) }
}
