import { join } from 'node:path'
import type { Reception } from './access.ts'
import type { ArchiveDestinations } from '../control/archive/destinations.ts'
import { openSaved } from '../control/archive/open-destination.ts'
import type { Channels } from '../control/channel/channels.ts'
import type { ChannelRepository } from '../control/channel/repository.ts'
import { PublishingDesk } from '../control/publishing/publishing-desk.ts'
import { Publishing } from '../control/publishing/publishing.ts'
import { archiveDestinationRepository } from '../control/store/archive-destinations.ts'
import type { Database } from '../control/store/database.ts'
import { publishingRepository } from '../control/store/publishing.ts'
import type { WorkerFleet } from '../control/workers/worker-fleet.ts'
import type { Clock } from '../platform/clock.ts'
import type { ClosingStack } from '../platform/closing-stack.ts'
import type { Logger } from '../platform/logger.ts'

export interface PublishingOptions {
  readonly database: Database
  readonly archive: Pick<ArchiveDestinations, 'open'>
  readonly channels: ChannelRepository
  readonly madeChannels: Channels
  readonly fleet: Pick<WorkerFleet, 'archive'>
  readonly reception: Pick<Reception, 'playlistAddresses'>
  readonly settings: { readonly dataDir: string }
  /** Of what people have said. */
  readonly clock: Clock
  /** Real time: how long is waited for stores. */
  readonly machine: Clock
  readonly logger: Logger
}

/** Live playlists in stores. */
export interface PublishingPlane {
  readonly publishing: Publishing
  readonly publishingDesk: PublishingDesk
}

export function openPublishing(options: PublishingOptions, stack: ClosingStack): PublishingPlane {
  const { database, archive, channels, madeChannels, fleet, settings, clock, machine, logger } = options
  const addresses = options.reception.playlistAddresses
  const rows = publishingRepository(database)
  const destinations = archiveDestinationRepository(database)
  const signedOnly = addresses.signedOnly.bind(addresses)
  const publishing = new Publishing({
    ...{ rows, transactions: database, channels, process: fleet.archive, signedOnly, clock: machine, logger },
    madeDestinations: destinations.made,
    open: (systemId, id) => openSaved(archive, systemId, id),
    hlsDirectory: join(settings.dataDir, 'hls'),
  })
  stack.defer(() => publishing.close())
  madeChannels.onChange(() => publishing.refresh())
  addresses.onChange(() => publishing.refresh())
  const publishingDesk = new PublishingDesk({
    ...{ rows, transactions: database, channels: madeChannels, publishing, signedOnly, clock },
    destinations,
  })
  return { publishing, publishingDesk }
}
