/** Publishing on a real database, with an archive process that is told and says what a test has it say. */
import type { ArchiveDestination } from '../../service/contract/archive.ts'
import type { PublishOrder, PublishPlace, PublishReport } from '../../service/contract/publishing.ts'
import type { StoreFault } from '../../service/contract/store-fault.ts'
import type { PublishProcess } from '../../service/control/publishing/publish-process.ts'
import { PublishingDesk } from '../../service/control/publishing/publishing-desk.ts'
import { Publishing } from '../../service/control/publishing/publishing.ts'
import { archiveDestinationRepository } from '../../service/control/store/archive-destinations.ts'
import { channelRepository } from '../../service/control/store/channels.ts'
import { publishingRepository } from '../../service/control/store/publishing.ts'
import { createLogger } from '../../service/platform/logger.ts'
import type { ManualClock } from './manual-clock.ts'
import type { OptionDomain } from './option-domain.ts'
import { folderDestination } from './storage/folder-destination.ts'

class InMemoryPublisher implements PublishProcess {
  readonly orders: PublishOrder[] = []
  isAway = false
  /** Ends the waiting of what was asked of a process that is being started; null where none is. */
  answer: (() => void) | null = null
  readonly #starts = new Set<() => void>()
  readonly #reports = new Set<(report: PublishReport) => void>()
  readonly #dones = new Set<(place: PublishPlace) => void>()

  request(_name: 'publish.set', order: PublishOrder): Promise<Record<string, never>> {
    if (this.isAway) return Promise.reject(new Error('it is away'))
    this.orders.push(order)
    if (this.answer === null) return Promise.resolve({})
    return new Promise((resolve) => (this.answer = () => resolve({})))
  }

  onStart(listener: () => void): void {
    this.#starts.add(listener)
  }

  onReport(listener: (report: PublishReport) => void): void {
    this.#reports.add(listener)
  }

  onDone(listener: (place: PublishPlace) => void): void {
    this.#dones.add(listener)
  }

  start(): void {
    for (const listener of this.#starts) listener()
  }

  report(place: PublishPlace, change: Partial<PublishReport> = {}): void {
    const report = { place, state: 'current', behindSegments: 0, behindSeconds: 0, gaps: 0 } as const
    for (const listener of this.#reports) listener({ ...report, fault: null, retryInMs: null, ...change })
  }

  done(place: PublishPlace): void {
    for (const listener of this.#dones) listener(place)
  }
}

/** @param open every destination is the same folder where it is left out */
export function publishingOf(
  { database, channels, playlistAddresses }: OptionDomain,
  clock: ManualClock,
  open: () => ArchiveDestination | StoreFault = () => folderDestination('/x'),
) {
  const process = new InMemoryPublisher()
  const rows = publishingRepository(database)
  const signedOnly = playlistAddresses.signedOnly.bind(playlistAddresses)
  const destinations = archiveDestinationRepository(database)
  const publishing = new Publishing({
    ...{
      rows,
      transactions: database,
      channels: channelRepository(database),
      process,
      signedOnly,
      clock,
      open,
      madeDestinations: destinations.made,
    },
    ...{ hlsDirectory: '/hls', logger: createLogger('silent') },
  })
  channels.onChange(() => publishing.refresh())
  playlistAddresses.onChange(() => publishing.refresh())
  const desk = new PublishingDesk({
    ...{ rows, transactions: database, channels, destinations, publishing, signedOnly, clock },
  })
  return { publishing, desk, process, rows, destinations }
}
