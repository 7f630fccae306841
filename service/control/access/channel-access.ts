import type { AccessView } from '../../contract/console/access.ts'
import type { ChannelId, ConnectionId, SystemId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Channel } from '../channel/channel.ts'
import type { User } from '../identity/user.ts'
import type { Transactions } from '../transactions.ts'
import type { Deliveries } from './deliveries.ts'
import type { DoorLog } from './door-log.ts'
import { isLetIn } from './door.ts'
import type { IngestKeys } from './ingest-keys.ts'
import type { PlaylistAddresses } from './playlist-addresses.ts'
import { NO_ACCESS_ROW } from './repository.ts'
import type { AccessRepository, AccessRow, DoorRow } from './repository.ts'

/** The last so many who sent are looked at before a key is required of all. */
const RECENT = 20

export interface ChannelAccessParts {
  readonly access: AccessRepository
  readonly transactions: Transactions
  readonly channels: {
    get(systemId: SystemId, channelId: string): Channel
    list(systemId: SystemId): readonly Channel[]
  }
  readonly broadcasts: { activity(channelId: ChannelId): Watched }
  readonly log: Pick<DoorLog, 'list'>
  readonly keys: IngestKeys
  readonly deliveries: Deliveries
  readonly addresses: PlaylistAddresses
  /** Encoders reach the service over a network, without TLS. */
  readonly keyInClear: boolean
  readonly clock: Clock
}

/** Who sends to a channel, and how many watch it. */
interface Watched {
  readonly connections: readonly {
    readonly connectionId: ConnectionId
    /** When its publisher went; null while it sends. */
    readonly endedAt: EpochMilliseconds | null
  }[]
  readonly viewers: number
}

interface Change {
  readonly requireKey?: boolean | undefined
  readonly addressesExpire?: boolean | undefined
}

/** What operators see and do of who may send to a channel and who may watch it. Channels of other systems do not exist. */
export class ChannelAccess {
  readonly #parts: ChannelAccessParts

  constructor(parts: ChannelAccessParts) {
    this.#parts = parts
  }

  /** @throws Refusal `CHANNEL_NOT_FOUND`, as all that follow */
  view(systemId: SystemId, id: string): AccessView {
    const { access, keys, deliveries, addresses, broadcasts, keyInClear } = this.#parts
    const channel = this.#parts.channels.get(systemId, id)
    const { channelId } = channel
    const row = access.find(channelId)
    const isSchedule = deliveries.concern(channelId)
    const door = this.#parts.log.list(channelId)
    const { viewers } = broadcasts.activity(channelId)
    return {
      key: row.keyTail === null ? null : { tail: row.keyTail, canBeShown: keys.canBeShown(channelId) },
      requireKey: isSchedule || row.requireKey,
      schedule: isSchedule
        ? { byAddress: deliveries.byAddress(systemId), openUntil: deliveries.openUntil(channelId) }
        : null,
      onAirWithKey: this.#onAirWithKey(channelId, door),
      recent: recentOf(door),
      keyInClear: keyInClear && channel.kind === 'rtmp',
      addressesExpire: addresses.signedOnly(channelId),
      watching: viewers,
      watchingByAddress: Math.min(viewers, addresses.watching(channelId)),
      addresses: addresses.list(channelId),
      door: door.map(({ kind, outcome, name, remoteAddress, times, at }) => {
        return { kind, outcome, name, remoteAddress, times, at }
      }),
      changed:
        row.changedAt === null || row.changedBy === null ? null : { at: row.changedAt, by: row.changedBy },
    }
  }

  /** @throws Refusal `ACCESS_OF_SCHEDULE` for what is for delivery to say */
  change(by: User, id: string, { requireKey, addressesExpire }: Change): void {
    const { deliveries, addresses, keys } = this.#parts
    const channel = this.#channelOf(by, id)
    const { channelId } = channel
    if (requireKey !== undefined && deliveries.concern(channelId)) throw refusal('ACCESS_OF_SCHEDULE')
    this.#write(by, channelId, (row) => {
      const needsKey = requireKey === true && row.keyHash === null
      addresses.changed(channelId)
      return {
        ...(needsKey && keys.make(channelId)),
        ...(requireKey !== undefined && { requireKey }),
        ...(addressesExpire !== undefined && { addressesExpire }),
      }
    })
  }

  /** A channel was made: it has a key from the first moment, in the transaction that makes it. */
  made(channel: Channel): void {
    const { channelId } = channel
    const { access, keys, addresses } = this.#parts
    access.write(channelId, { ...NO_ACCESS_ROW, ...keys.make(channelId) })
    if (addresses.signedOnlyFromTheFirst(channel)) addresses.changed(channelId)
  }

  /** @throws Refusal `KEY_CANNOT_BE_SHOWN` */
  showKey(by: User, id: string): { ingestKey: string; streamKey: string | null } {
    const { channelId, kind } = this.#channelOf(by, id)
    const ingestKey = this.#parts.keys.show(channelId)
    return { ingestKey, streamKey: kind === 'rtmp' ? `${channelId}?key=${ingestKey}` : null }
  }

  /** Who is connected stays; whoever comes next needs the new key. */
  rotateKey(by: User, id: string): void {
    const { channelId } = this.#channelOf(by, id)
    this.#write(by, channelId, () => this.#parts.keys.make(channelId))
  }

  /** @throws Refusal `NO_PLAYLIST` */
  makeAddress(by: User, id: string, label: string, forMs: Milliseconds) {
    const { channelId, kind } = this.#channelOf(by, id)
    if (kind === 'webrtc') throw refusal('NO_PLAYLIST')
    return { channelId, ...this.#parts.addresses.make(channelId, label, forMs, by.name) }
  }

  /** @throws Refusal `NOT_FOUND` for an address that is not there or has ended */
  revokeAddress(by: User, id: string, address: string): void {
    const { channelId } = this.#channelOf(by, id)
    this.#parts.addresses.revoke(channelId, address)
  }

  /** Whether what delivery and view give for the system's schedules expires. */
  changeSchedules(by: User, on: boolean): void {
    const { access, transactions, channels, addresses } = this.#parts
    transactions.transaction(() => {
      access.setScheduleAddressesExpire(by.systemId, on)
      const ofSchedules = channels.list(by.systemId).filter(({ madeVia }) => madeVia === 'schedule')
      for (const { channelId } of ofSchedules) addresses.changed(channelId)
    })
  }

  schedulesExpire(systemId: SystemId): boolean {
    return this.#parts.access.scheduleAddressesExpire(systemId)
  }

  #channelOf({ systemId }: User, id: string): Channel {
    return this.#parts.channels.get(systemId, id)
  }

  #write(by: User, channelId: ChannelId, change: (row: AccessRow) => Partial<AccessRow>): void {
    const { access, transactions, clock } = this.#parts
    transactions.transaction(() => {
      const row = access.find(channelId)
      const changed = { changedAt: clock.now(), changedBy: by.name }
      access.write(channelId, { ...row, ...changed, ...change(row) })
    })
  }

  #onAirWithKey(channelId: ChannelId, door: readonly DoorRow[]): string | null {
    const { connections } = this.#parts.broadcasts.activity(channelId)
    const onAir = new Set(
      connections.filter(({ endedAt }) => endedAt === null).map(({ connectionId }) => connectionId),
    )
    const found = door.find(
      ({ outcome, connectionId }) =>
        outcome === 'with-key' && connectionId !== null && onAir.has(connectionId),
    )
    return found?.name ?? null
  }
}

/** Of the last who were let in: how many came without a key, and who, so that nobody is shut out unawares. */
function recentOf(door: readonly DoorRow[]): AccessView['recent'] {
  const last = door.filter(({ kind, outcome }) => kind !== 'player' && isLetIn(outcome)).slice(0, RECENT)
  const without = last.filter(({ outcome }) => outcome === 'without-key')
  const names = new Map(
    without.map(({ name, remoteAddress }) => [`${remoteAddress} ${name}`, { name, remoteAddress }]),
  )
  return { total: last.length, withoutKey: without.length, names: [...names.values()] }
}
