import type { DoorOutcome } from '../../contract/console/access.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { Json, Role } from '../../contract/sfu-api.ts'
import { keyInMetadata } from './client-key.ts'
import type { Deliveries } from './deliveries.ts'
import type { DoorLog } from './door-log.ts'
import type { IngestKeys } from './ingest-keys.ts'
import type { AccessRepository, DoorKind } from './repository.ts'

/** Member of the query of a publishing address. */
const KEY = 'key'

/** Who comes to a channel. */
export interface Visitor {
  readonly channelId: ChannelId
  /** What it says of itself. */
  readonly client: string
  readonly remoteAddress: string
}

/** A WebRTC client, as it asks to be let in. */
export interface ClientVisit extends Visitor {
  readonly role: Role
  /** Of the address that it signals at; null where there is none. */
  readonly key: string | null
  readonly metadata: Json | undefined
  /** It came in by the console, where somebody is signed in who may deliver. */
  readonly isOwn: boolean
}

/** Decides who may send to a channel, before anybody else is asked, and remembers who came. */
export interface Door {
  /** @param query of the publishing address */
  encoder(channelId: ChannelId, query: string): DoorOutcome
  /** Null for who only receives, of whom nothing is asked. */
  client(visit: ClientVisit): DoorOutcome | null
  /** @param connectionId null for who was not let in */
  came(kind: DoorKind, outcome: DoorOutcome, visitor: Visitor, connectionId: ConnectionId | null): void
}

const LET_IN: ReadonlySet<DoorOutcome> = new Set(['with-key', 'without-key', 'by-delivery', 'by-console'])

export const isLetIn = (outcome: DoorOutcome): boolean => LET_IN.has(outcome)

export interface DoorParts {
  readonly access: Pick<AccessRepository, 'find'>
  readonly keys: IngestKeys
  readonly deliveries: Deliveries
  /** Whether an encoder is one that the service has started. @param query of its publishing address */
  readonly isOwnEncoder: (query: string) => boolean
  readonly log: Pick<DoorLog, 'add'>
}

/** The door of every channel. */
export function openDoor(parts: DoorParts): Door {
  const { access, keys, deliveries, isOwnEncoder, log } = parts
  const byKey = (channelId: ChannelId, key: string | null): DoorOutcome => {
    if (key !== null && keys.isRight(channelId, key)) return 'with-key'
    if (!access.find(channelId).requireKey) return 'without-key'
    return key === null ? 'no-key' : 'wrong-key'
  }
  return {
    encoder(channelId, query) {
      return isOwnEncoder(query) ? 'by-console' : byKey(channelId, new URLSearchParams(query).get(KEY))
    },
    client({ channelId, role, key, metadata, isOwn }) {
      if (isOwn) return role === 'recvonly' ? null : 'by-console'
      if (deliveries.concern(channelId))
        return deliveries.admit(channelId, key) ? 'by-delivery' : 'no-delivery'
      if (role === 'recvonly') return null
      return byKey(channelId, key ?? keyInMetadata(metadata))
    },
    came(kind, outcome, { channelId, client, remoteAddress }, connectionId) {
      log.add({ channelId, kind, outcome, name: client, remoteAddress, connectionId })
    },
  }
}
