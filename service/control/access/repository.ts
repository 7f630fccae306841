import type { DoorOutcome } from '../../contract/console/access.ts'
import type { ChannelId, ConnectionId, SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'

/** What is kept of who may send to a channel and who may watch it. */
export interface AccessRow {
  /** SHA-256 of the ingest key, hexadecimal; null while there is none. */
  readonly keyHash: string | null
  /** Null where what seals it was not there when it was made. */
  readonly sealedKey: Uint8Array | null
  /** Its last four characters. */
  readonly keyTail: string | null
  readonly requireKey: boolean
  readonly addressesExpire: boolean
  /** Of a schedule's channel: a day after delivery last told somebody of it. */
  readonly deliveredUntil: EpochMilliseconds | null
  /** By an operator. */
  readonly changedAt: EpochMilliseconds | null
  readonly changedBy: string | null
}

/** What a channel without a row has. */
export const NO_ACCESS_ROW: AccessRow = {
  keyHash: null,
  sealedKey: null,
  keyTail: null,
  requireKey: false,
  addressesExpire: false,
  deliveredUntil: null,
  changedAt: null,
  changedBy: null,
}

/** An address of a playlist that an operator made. The address itself is kept nowhere. */
export interface MadeAddress {
  readonly id: string
  readonly channelId: ChannelId
  readonly label: string
  readonly madeAt: EpochMilliseconds
  readonly madeBy: string
  readonly expiresAt: EpochMilliseconds
  readonly revokedAt: EpochMilliseconds | null
}

export type DoorKind = 'encoder' | 'client' | 'player'

/** Who came to a channel. */
export interface Comer {
  readonly channelId: ChannelId
  readonly kind: DoorKind
  readonly outcome: DoorOutcome
  /** What it says of itself; may be empty. */
  readonly name: string
  readonly remoteAddress: string
  /** Null for who was not let in, and for players. */
  readonly connectionId: ConnectionId | null
  readonly at: EpochMilliseconds
}

export interface DoorRow extends Comer {
  readonly times: number
}

export interface AccessRepository {
  find(channelId: ChannelId): AccessRow
  write(channelId: ChannelId, row: AccessRow): void
  /** End of the schedule that the channel is of; null where it is of none. */
  scheduleEnd(channelId: ChannelId): EpochMilliseconds | null
  addAddress(address: MadeAddress): void
  /** Newest first; those that ended before `since` are left out. */
  addresses(channelId: ChannelId, since: EpochMilliseconds): MadeAddress[]
  /** False where there is none that is not revoked. */
  revoke(channelId: ChannelId, id: string, at: EpochMilliseconds): boolean
  /** Ids of those that would still be good. */
  revoked(channelId: ChannelId, now: EpochMilliseconds): string[]
  /** Whether what delivery and view give for schedules of a system expires. */
  scheduleAddressesExpire(systemId: SystemId): boolean
  setScheduleAddressesExpire(systemId: SystemId, on: boolean): void
  /**
   * Adds who was let in as a line of its own; who was not to the line of the same one since `since`. Of each kind of
   * comer the newest 20 of either sort are kept.
   */
  came(comer: Comer, since: EpochMilliseconds): void
  /** Newest first. */
  door(channelId: ChannelId): DoorRow[]
}
