import type { PublishStatus } from '../../contract/console/publishing.ts'
import type { PublishPlace, PublishReport } from '../../contract/publishing.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'

export const placeKey = ({ channelId, destinationId, prefix }: PublishPlace): string =>
  JSON.stringify([channelId, destinationId, prefix])

/** What is known of each place at the moment. It is in memory alone: a process that begins tells all of it anew. */
export class PublishStatuses {
  readonly #statuses = new Map<string, PublishStatus>()
  /** Destinations that cannot even be asked, and why; by id. */
  #unopened: ReadonlyMap<string, StoreFault> = new Map()
  readonly #clock: Clock
  readonly #logger: Logger

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock
    this.#logger = logger
  }

  /** Null before the archive process has told anything. */
  of(place: PublishPlace): PublishStatus | null {
    const fault = this.#unopened.get(place.destinationId)
    const told = this.#statuses.get(placeKey(place)) ?? null
    if (!fault) return told
    const { behindSegments = 0, behindSeconds = 0, gaps = 0 } = told ?? {}
    return { state: 'failing', behindSegments, behindSeconds, gaps, fault, nextTryAt: null }
  }

  told({ place, retryInMs, ...report }: PublishReport): void {
    const key = placeKey(place)
    const before = this.#statuses.get(key)
    const nextTryAt = retryInMs === null ? null : this.#clock.now() + retryInMs
    this.#statuses.set(key, { ...report, nextTryAt })
    const { channelId, destinationId } = place
    const { fault, gaps } = report
    if (fault && fault.kind !== before?.fault?.kind)
      this.#logger.warn({ channelId, destinationId, fault }, 'live playlists cannot be published')
    if (!fault && before?.fault)
      this.#logger.info({ channelId, destinationId, gaps }, 'they are published again')
  }

  done(place: PublishPlace): void {
    this.#statuses.delete(placeKey(place))
  }

  setUnopened(faults: ReadonlyMap<string, StoreFault>): void {
    this.#unopened = faults
  }

  clear(): void {
    this.#statuses.clear()
  }
}
