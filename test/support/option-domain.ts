/** What the option API is about, below HTTP and on a real database: systems, people, schedules, chat. */
import type { SystemId } from '../../service/contract/ids.ts'
import { openReception } from '../../service/composition/access.ts'
import type { ChannelAccess } from '../../service/control/access/channel-access.ts'
import type { Deliveries } from '../../service/control/access/deliveries.ts'
import type { PlaylistAddresses } from '../../service/control/access/playlist-addresses.ts'
import { Channels } from '../../service/control/channel/channels.ts'
import { Chat } from '../../service/control/chat/chat.ts'
import type { ChannelActivity } from '../../service/control/connection/channel-activity.ts'
import { generateWebhookSecret } from '../../service/control/identity/generate.ts'
import type { Identity } from '../../service/control/identity/identity.ts'
import type { Permissions, User } from '../../service/control/identity/user.ts'
import { scheduleChannels } from '../../service/control/schedule/schedule-channels.ts'
import { Schedules } from '../../service/control/schedule/schedules.ts'
import { channelRepository } from '../../service/control/store/channels.ts'
import { chatRepository } from '../../service/control/store/chat-messages.ts'
import type { Database } from '../../service/control/store/database.ts'
import { scheduleRepository } from '../../service/control/store/schedules.ts'
import type { Quotas } from '../../service/control/system/quotas.ts'
import type { System } from '../../service/control/system/system.ts'
import { newId } from '../../service/platform/ids.ts'
import { createLogger } from '../../service/platform/logger.ts'
import { KEY_BYTES, secretBox } from '../../service/platform/secrets/secret-box.ts'
import { Topics } from '../../service/platform/topics.ts'
import { openTestDatabase } from './database.ts'
import { identityStore, testIdentity } from './identity.ts'
import type { ManualClock } from './manual-clock.ts'
import { outgoingTo } from './outgoing.ts'
import { testQuotas } from './quotas.ts'

export const NOTHING: Permissions = { delivery: false, view: false, schedule: false, user: false }
export const EVERYTHING: Permissions = { delivery: true, view: true, schedule: true, user: true }

/** The archive destination that every system here has at first. */
export const KNOWN_DESTINATION = 'known-destination'

export interface OptionDomain {
  readonly database: Database
  readonly quotas: Quotas
  readonly identity: Identity
  readonly channels: Channels
  readonly access: ChannelAccess
  readonly deliveries: Deliveries
  readonly playlistAddresses: PlaylistAddresses
  readonly schedules: Schedules
  readonly chat: Chat
  /** Ids of the archive destinations that every system here has. */
  readonly destinations: Set<string>
  /** Adds an empty system. */
  addSystem(): System
  /** Adds a user who cannot sign in. */
  addUser(system: System, user?: Partial<User>): User
}

export function optionDomain(clock: ManualClock, database = openTestDatabase()): OptionDomain {
  const quotas = testQuotas(clock, database, identityStore(database))
  const identity = testIdentity(clock, database, quotas)
  const destinations = new Set<string>([KNOWN_DESTINATION])
  const channels = new Channels({
    clock,
    logger: createLogger('silent'),
    transactions: database,
    channels: channelRepository(database),
    broadcasts: { closeChannel: () => Promise.resolve() },
    outgoing: outgoingTo('computer'),
    archiveDestinations: { has: (_, id) => destinations.has(id) },
    made: (channel) => access.made(channel),
  })
  const { deliveries, playlistAddresses, desk } = openReception({
    ...{ database, identity, clock, channels: channelRepository(database), logger: createLogger('silent') },
    fleet: { ingest: new Topics(), isTestPicture: () => false, setPlaylistAccess: () => undefined },
    secrets: secretBox(new Uint8Array(KEY_BYTES)),
    settings: { host: '127.0.0.1' },
  })
  const access = desk({ channels, broadcasts: { activity: () => QUIET } })
  const schedules = new Schedules({
    clock,
    transactions: database,
    schedules: scheduleRepository(database),
    channels: scheduleChannels(channels, (systemId) => identity.accessTokens.ofConsole(systemId)),
  })
  return {
    database,
    ...{ quotas, identity },
    channels,
    ...{ access, deliveries, playlistAddresses },
    schedules,
    chat: new Chat({ clock, messages: chatRepository(database) }),
    destinations,
    addSystem: () => addSystem(identity, clock),
    addUser: (system, user = {}) => addUser(identity, clock, system, user),
  }
}

/** Nothing is on air here. */
const QUIET: ChannelActivity = {
  ...{ connections: [], authorisingSince: null, denied: null, lastEnd: null },
  ...{ sendingSince: null, onAirSince: null, viewers: 0 },
}

function addSystem(identity: Identity, clock: ManualClock): System {
  const system: System = {
    id: newId<SystemId>(),
    name: 'test',
    timeZone: 'UTC',
    accessCodeHash: '',
    webhookSecret: generateWebhookSecret(),
    passwordMinLength: null,
    createdAt: clock.now(),
  }
  identity.store.systems.insert(system)
  return system
}

function addUser(identity: Identity, clock: ManualClock, system: System, given: Partial<User>): User {
  const user = {
    name: 'Someone',
    email: `${newId()}@example.com`,
    passwordHash: '',
    isMaster: false,
    permissions: given.isMaster ? EVERYTHING : NOTHING,
    createdAt: clock.now(),
    ...given,
    systemId: system.id,
  }
  return { ...user, id: identity.store.users.insert(user) }
}
