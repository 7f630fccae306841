import { ChannelAccess } from '../control/access/channel-access.ts'
import type { ChannelAccessParts } from '../control/access/channel-access.ts'
import { Deliveries } from '../control/access/deliveries.ts'
import { DoorLog } from '../control/access/door-log.ts'
import { openDoor } from '../control/access/door.ts'
import type { Door } from '../control/access/door.ts'
import { IngestKeys } from '../control/access/ingest-keys.ts'
import { PlaylistAddresses } from '../control/access/playlist-addresses.ts'
import type { ChannelRepository } from '../control/channel/repository.ts'
import type { Identity } from '../control/identity/identity.ts'
import { accessRepository } from '../control/store/channel-access.ts'
import type { Database } from '../control/store/database.ts'
import type { WorkerFleet } from '../control/workers/worker-fleet.ts'
import { datedBy } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import { isLoopback } from '../platform/settings/hosts.ts'

export interface ReceptionParts {
  readonly database: Database
  readonly channels: ChannelRepository
  readonly identity: Pick<Identity, 'store'>
  readonly fleet: Pick<WorkerFleet, 'ingest' | 'isTestPicture' | 'setPlaylistAccess'>
  readonly secrets: SecretBox
  readonly settings: { readonly host: string }
  readonly clock: Clock
  /** Real time; `clock` where it is left out. */
  readonly machine?: Clock
  readonly logger: Logger
}

/** Who may send to channels and who may watch them. */
export interface Reception {
  readonly door: Door
  readonly deliveries: Deliveries
  readonly playlistAddresses: PlaylistAddresses
  /** Writes who came; to be called before the database is closed. */
  close(): void
  /** What operators work with, once there is what it tells of. */
  desk(needs: Pick<ChannelAccessParts, 'channels' | 'broadcasts'>): ChannelAccess
}

export function openReception(parts: ReceptionParts): Reception {
  const { database, channels, identity, fleet, secrets, settings, clock, machine = clock, logger } = parts
  const access = accessRepository(database)
  const shared = { access, transactions: database, channels, clock }
  const keys = new IngestKeys(access, secrets)
  const { users } = identity.store
  const deliveries = new Deliveries({ ...shared, users, key: secrets.keyFor('delivery') })
  const isOwnEncoder = (query: string) => fleet.isTestPicture(query)
  const log = new DoorLog({ access, transactions: database, clock: datedBy(clock, machine), logger })
  const door = openDoor({ access, keys, deliveries, isOwnEncoder, log })
  const playlistAddresses = new PlaylistAddresses({
    ...{ ...shared, door, key: secrets.keyFor('playlists'), ingest: fleet.ingest },
    tellOrigin: (told) => fleet.setPlaylistAccess(told),
  })
  return {
    ...{ door, deliveries, playlistAddresses },
    close: () => log.flush(),
    desk: (needs) =>
      new ChannelAccess({
        ...{ access, log, transactions: database, keys, deliveries, addresses: playlistAddresses, clock },
        ...needs,
        keyInClear: !isLoopback(settings.host),
      }),
  }
}
