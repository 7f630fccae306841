import { join } from 'node:path'
import type { PlaylistAddresses } from './control/access/playlist-addresses.ts'
import type { ArchiveDestinations } from './control/archive/destinations.ts'
import { openSaved } from './control/archive/open-destination.ts'
import type { Channels } from './control/channel/channels.ts'
import type { ChannelRepository } from './control/channel/repository.ts'
import { PublishingDesk } from './control/publishing/publishing-desk.ts'
import { Publishing } from './control/publishing/publishing.ts'
import { archiveDestinationRepository } from './control/store/archive-destinations.ts'
import type { Database } from './control/store/database.ts'
import { publishingRepository } from './control/store/publishing.ts'
import type { WorkerFleet } from './control/workers/worker-fleet.ts'
import type { Clock } from './platform/clock.ts'
import type { Logger } from './platform/logger.ts'

export interface PublishingOptions {
  readonly database: Database
  readonly archive: Pick<ArchiveDestinations, 'open'>
  readonly channels: ChannelRepository
  readonly madeChannels: Channels
  readonly fleet: Pick<WorkerFleet, 'archive'>
  readonly addresses: Pick<PlaylistAddresses, 'signedOnly' | 'onChange'>
  readonly dataDir: string
  /** Real time: how long is waited for stores. */
  readonly clock: Clock
  /** Of what people have said. */
  readonly rules: Clock
  readonly logger: Logger
}

/** Live playlists in stores. */
export interface PublishingPlane {
  readonly publishing: Publishing
  readonly desk: PublishingDesk
}

export function openPublishing(options: PublishingOptions): PublishingPlane {
  const { database, archive, channels, madeChannels, fleet, addresses, dataDir, clock, logger } = options
  const rows = publishingRepository(database)
  const signedOnly = addresses.signedOnly.bind(addresses)
  const publishing = new Publishing({
    ...{ rows, transactions: database, channels, process: fleet.archive, signedOnly, clock, logger },
    open: (systemId, id) => openSaved(archive, systemId, id),
    hlsDirectory: join(dataDir, 'hls'),
  })
  madeChannels.onChange(() => publishing.refresh())
  addresses.onChange(() => publishing.refresh())
  const desk = new PublishingDesk({
    ...{ rows, transactions: database, channels: madeChannels, publishing, signedOnly, clock: options.rules },
    destinations: archiveDestinationRepository(database),
  })
  return { publishing, desk }
}
