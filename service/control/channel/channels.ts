import type { CloseReason } from '../../contract/close-reasons.ts'
import type { AccessTokenId, ArchiveDestinationId, ChannelId, SystemId } from '../../contract/ids.ts'
import { badRequest, refusal } from '../../contract/refusal/refusal.ts'
import { problem } from '../../contract/refusal/rules.ts'
import type { Problem } from '../../contract/refusal/rules.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type { OutgoingPolicy } from '../system/outgoing-policy.ts'
import type { Quota } from '../system/quotas.ts'
import { ChangeListeners } from '../change-listeners.ts'
import type { Transactions } from '../transactions.ts'
import { renditionsOf } from './channel.ts'
import type { Channel, ChannelSpec } from './channel.ts'
import type { ChannelRepository } from './repository.ts'

export interface ChannelParts {
  readonly clock: Clock
  readonly logger: Logger
  readonly transactions: Transactions
  readonly channels: ChannelRepository
  /** Ends what is on air there; resolves when the media process did. */
  readonly broadcasts: { closeChannel(channelId: ChannelId, reason: CloseReason): Promise<void> }
  readonly archiveDestinations: ArchiveDestinationLookup
  readonly outgoing: Pick<OutgoingPolicy, 'problems'>
  /** Runs in the transaction that makes a channel. */
  readonly made?: (channel: Channel) => void
  /** Everything is allowed where it is left out. */
  readonly quota?: Quota | undefined
}

/** Which archive destinations there are. */
export interface ArchiveDestinationLookup {
  has(systemId: SystemId, id: ArchiveDestinationId): boolean
}

/** Who makes a channel: the token, and whether it is for a schedule. */
export interface ChannelMaker {
  readonly systemId: SystemId
  readonly tokenId: AccessTokenId
  readonly forSchedule?: boolean
}

/** Makes, finds, renames, labels and deletes channels. Those of other systems do not exist for a caller. */
export class Channels {
  readonly #parts: ChannelParts
  readonly #listeners: ChangeListeners<ChannelId>

  constructor(parts: ChannelParts) {
    this.#parts = parts
    this.#listeners = new ChangeListeners(parts.transactions)
  }

  /**
   * @throws Refusal `DESTINATION_NOT_FOUND` naming each member that holds an unknown id, `BAD_REQUEST` naming each
   *   webhook whose address the system may not reach; `QUOTA_REACHED`
   */
  create({ systemId, tokenId, forSchedule = false }: ChannelMaker, spec: ChannelSpec): Channel {
    const problems = this.#archiveProblems(systemId, spec)
    if (problems.length > 0) throw refusal('UNKNOWN_DESTINATIONS', {}, { problems })
    const { auth_webhook_url, event_webhook_url } = spec.settings
    const unreachable = this.#parts.outgoing.problems(systemId, { auth_webhook_url, event_webhook_url })
    if (unreachable.length > 0) throw badRequest(...unreachable)
    const channelId = newId<ChannelId>('channel')
    const createdAt = this.#parts.clock.now()
    return this.#parts.transactions.transaction(() => {
      this.#parts.quota?.demand(systemId, 'channels')
      const channel = this.#parts.channels.insert({
        channelId,
        systemId,
        tokenId,
        name: '',
        createdAt,
        forSchedule,
        ...spec,
      })
      this.#listeners.tell(channelId)
      this.#parts.made?.(channel)
      return channel
    })
  }

  /** Null when the system has no such channel. */
  find(systemId: SystemId, channelId: string): Channel | null {
    const channel = this.#parts.channels.find(channelId)
    return channel?.systemId === systemId ? channel : null
  }

  /** @throws Refusal `CHANNEL_NOT_FOUND` */
  get(systemId: SystemId, channelId: string): Channel {
    const channel = this.find(systemId, channelId)
    if (!channel) throw refusal('CHANNEL_NOT_FOUND')
    return channel
  }

  /** Oldest first. */
  list(systemId: SystemId): readonly Channel[] {
    return this.#parts.channels.list(systemId)
  }

  /** The same one after the other, read as they are asked for, for where there may be very many. */
  each(systemId: SystemId): Iterable<Channel> {
    return this.#parts.channels.each(systemId)
  }

  /** Oldest first. */
  listIds(systemId: SystemId): ChannelId[] {
    return this.#parts.channels.listIds(systemId)
  }

  /** @throws Refusal `CHANNEL_NOT_FOUND` */
  rename(systemId: SystemId, channelId: string, name: string): void {
    const channel = this.get(systemId, channelId)
    this.#parts.transactions.transaction(() => {
      this.#parts.channels.rename(channel.channelId, name)
      this.#listeners.tell(channel.channelId)
    })
  }

  /** @throws Refusal `CHANNEL_NOT_FOUND` */
  setLabel(systemId: SystemId, channelId: string, label: string): void {
    const channel = this.get(systemId, channelId)
    this.#parts.transactions.transaction(() => {
      this.#parts.channels.setLabel(channel.channelId, label)
      this.#listeners.tell(channel.channelId)
    })
  }

  /**
   * Deletes the channel, then disconnects its publishers; resolves when they are gone. The channel is
   * gone for good even while the media process is away: control tells that process when it is back.
   * @param alongside runs in the transaction that deletes it
   * @throws Refusal `CHANNEL_NOT_FOUND`
   */
  async delete(systemId: SystemId, channelId: string, alongside?: () => void): Promise<void> {
    const channel = this.get(systemId, channelId)
    const { transactions, channels, clock, broadcasts, logger } = this.#parts
    transactions.transaction(() => {
      channels.markDeleted(channel.channelId, clock.now())
      alongside?.()
      this.#listeners.tell(channel.channelId)
    })
    try {
      await broadcasts.closeChannel(channel.channelId, 'channel-deleted')
    } catch (error) {
      logger.error({ err: error, channelId }, 'the broadcasts of a deleted channel could not be closed')
    }
  }

  /** What a channel is called by has changed elsewhere. */
  renamed(channelId: ChannelId): void {
    this.#listeners.tell(channelId)
  }

  /** Tells which channel was made, renamed, labelled or deleted, once it is on disk; returns how to stop listening. */
  onChange(listener: (channelId: ChannelId) => void): () => void {
    return this.#listeners.add(listener)
  }

  #archiveProblems(systemId: SystemId, spec: ChannelSpec): Problem[] {
    return renditionsOf(spec).flatMap(({ archive }, i) => {
      const id = archive?.archive_destination_id as ArchiveDestinationId | undefined
      if (id === undefined || this.#parts.archiveDestinations.has(systemId, id)) return []
      return [problem(`hls[${i}].archive.archive_destination_id`, 'knownDestination')]
    })
  }
}
