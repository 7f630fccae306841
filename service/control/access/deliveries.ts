import type { ChannelId, SystemId, UserId } from '../../contract/ids.ts'
import { DAY } from '../../contract/units.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import { readGrant, signGrant } from '../../platform/secrets/playlist-token.ts'
import type { Channel } from '../channel/channel.ts'
import type { User } from '../identity/user.ts'
import type { Transactions } from '../transactions.ts'
import type { AccessRepository } from './repository.ts'

/** What delivery gave is good for this long, and for as long after the end of the schedule, as that is by then. */
const GOOD_FOR: Milliseconds = DAY

export interface DeliveryParts {
  readonly access: AccessRepository
  readonly transactions: Transactions
  readonly channels: { find(channelId: string): Channel | null }
  readonly users: { find(userId: UserId): User | null }
  /** What addresses of delivery are signed with. Secret. */
  readonly key: string
  readonly clock: Clock
}

/** Channels of schedules take only who knows of them by delivery. */
export class Deliveries {
  readonly #parts: DeliveryParts

  constructor(parts: DeliveryParts) {
    this.#parts = parts
  }

  /** Whether the channel is a schedule's. */
  concern(channelId: ChannelId): boolean {
    return this.#parts.channels.find(channelId)?.madeVia === 'schedule'
  }

  /** Whether each sender of the system's schedules needs an address of its own. */
  byAddress(systemId: SystemId): boolean {
    return this.#parts.access.scheduleAddressesExpire(systemId)
  }

  /**
   * Somebody is to broadcast: the channel takes senders from now on, until a day after the schedule's end, or a day
   * from now. The end may still be changed.
   * @returns what signaling is to be asked with; null where the channel id is enough
   */
  begin(
    { channelId, systemId }: { readonly channelId: ChannelId; readonly systemId: SystemId },
    user: Pick<User, 'id'>,
  ): string | null {
    const { access, transactions, key, clock } = this.#parts
    const expiresAt = clock.now() + GOOD_FOR
    transactions.transaction(() =>
      access.write(channelId, { ...access.find(channelId), deliveredUntil: expiresAt }),
    )
    return this.byAddress(systemId) ? signGrant(key, { channelId, subject: `u${user.id}`, expiresAt }) : null
  }

  /** Until when the channel is open to who knows its id; null where it is not. */
  openUntil(channelId: ChannelId): EpochMilliseconds | null {
    const { deliveredUntil } = this.#parts.access.find(channelId)
    const until = deliveredUntil === null ? null : this.#end(channelId, deliveredUntil)
    return until !== null && until > this.#parts.clock.now() ? until : null
  }

  /** @param token of the address that a client signals at */
  admit(channelId: ChannelId, token: string | null): boolean {
    const { channels, key } = this.#parts
    const channel = channels.find(channelId)
    if (channel === null) return false
    if (!this.byAddress(channel.systemId)) return this.openUntil(channelId) !== null
    const grant = token === null ? null : readGrant(key, channelId, token)
    if (grant === null || this.#end(channelId, grant.expiresAt) <= this.#parts.clock.now()) return false
    return this.#mayDeliver(Number(grant.subject.slice(1)) as UserId, channel.systemId)
  }

  /** @param told a day after delivery told of the channel */
  #end(channelId: ChannelId, told: EpochMilliseconds): EpochMilliseconds {
    const endsAt = this.#parts.access.scheduleEnd(channelId)
    return endsAt === null ? told : Math.max(told, endsAt + GOOD_FOR)
  }

  /** Who was deleted since, or may no longer deliver, is not let in by what they were given. */
  #mayDeliver(userId: UserId, systemId: SystemId): boolean {
    const user = this.#parts.users.find(userId)
    return user?.systemId === systemId && (user.isMaster || user.permissions.delivery)
  }
}
