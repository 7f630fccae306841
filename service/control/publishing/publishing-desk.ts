import type {
  PublishingChange,
  PublishingView,
  PublishTarget,
  SystemPublishing,
} from '../../contract/console/publishing.ts'
import type { SystemId } from '../../contract/ids.ts'
import { badRequest, refusal } from '../../contract/refusal/refusal.ts'
import { problem } from '../../contract/refusal/rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { StoredDestination } from '../archive/repository.ts'
import type { Channel } from '../channel/channel.ts'
import type { User } from '../identity/user.ts'
import type { Transactions } from '../transactions.ts'
import type { Publishing } from './publishing.ts'
import { hasRecordings, isSamePlace } from './recordings-there.ts'
import type { MadeDestination } from './recordings-there.ts'
import type { PublishingRepository } from './repository.ts'

export interface PublishingDeskParts {
  readonly rows: PublishingRepository
  readonly transactions: Transactions
  /** @throws Refusal `CHANNEL_NOT_FOUND` */
  readonly channels: { get(systemId: SystemId, channelId: string): Channel }
  readonly destinations: {
    find(systemId: SystemId, id: string): Pick<StoredDestination, 'bucketUri'> | null
    made(systemId: SystemId): readonly MadeDestination[]
  }
  readonly publishing: Pick<Publishing, 'targetOf' | 'refresh' | 'retry'>
  readonly signedOnly: (channelId: Channel['channelId']) => boolean
  readonly clock: Clock
}

/** What operators see and say of where channels are published. Channels of other systems do not exist. */
export class PublishingDesk {
  readonly #parts: PublishingDeskParts

  constructor(parts: PublishingDeskParts) {
    this.#parts = parts
  }

  /** @throws Refusal `CHANNEL_NOT_FOUND`, as all that follow with a channel's id */
  view(systemId: SystemId, id: string): PublishingView {
    const { rows, channels, publishing, signedOnly } = this.#parts
    const channel = channels.get(systemId, id)
    const own = rows.ofChannel(channel.channelId)
    const ofSystem = rows.ofSystem(systemId)?.target ?? null
    const said = own ? own.target : ofSystem
    return {
      mode: own === null ? 'system' : own.target === null ? 'off' : 'own',
      target: this.#shown(systemId, publishing.targetOf(channel) ?? said),
      system: this.#shown(systemId, ofSystem),
      addressesExpire: signedOnly(channel.channelId),
      changed: own && { at: own.changedAt, by: own.changedBy },
    }
  }

  /** @throws Refusal `NO_PLAYLIST`, `UNKNOWN_DESTINATIONS`, or `BAD_REQUEST` where recordings lie there */
  change(by: User, id: string, change: PublishingChange): void {
    const { rows, transactions, channels, publishing, clock } = this.#parts
    const { channelId, kind } = channels.get(by.systemId, id)
    if (kind === 'webrtc') throw refusal('NO_PLAYLIST')
    const target = change.mode === 'own' ? change.target : null
    this.#demandKnown(by.systemId, target)
    const before = [rows.ofChannel(channelId)?.target, rows.ofSystem(by.systemId)?.target]
    this.#demandApart(by.systemId, target, before)
    transactions.transaction(() => {
      const said = { target, changedAt: clock.now(), changedBy: by.name }
      rows.setChannel(channelId, change.mode === 'system' ? null : said)
      publishing.refresh()
    })
  }

  retry(systemId: SystemId, id: string): void {
    this.#parts.channels.get(systemId, id)
    this.#parts.publishing.retry()
  }

  viewSystem(systemId: SystemId): SystemPublishing {
    return { target: this.#shown(systemId, this.#parts.rows.ofSystem(systemId)?.target ?? null) }
  }

  /** @throws Refusal `UNKNOWN_DESTINATIONS`, or `BAD_REQUEST` where recordings lie there */
  changeSystem({ systemId }: User, target: PublishTarget | null): void {
    const { rows, transactions, publishing } = this.#parts
    this.#demandKnown(systemId, target)
    this.#demandApart(systemId, target, [rows.ofSystem(systemId)?.target])
    transactions.transaction(() => {
      rows.setSystem(systemId, target)
      publishing.refresh()
    })
  }

  #demandKnown(systemId: SystemId, target: PublishTarget | null): void {
    if (target === null || this.#parts.destinations.find(systemId, target.destinationId)) return
    const problems = [problem('target.destinationId', 'knownDestination')]
    throw refusal('UNKNOWN_DESTINATIONS', {}, { problems })
  }

  /** @param before where it may stay: viewers have those addresses, and the push keeps out of the way of recordings */
  #demandApart(
    systemId: SystemId,
    target: PublishTarget | null,
    before: readonly (PublishTarget | null | undefined)[],
  ): void {
    const made = this.#parts.destinations.made(systemId)
    if (target === null || !hasRecordings(target, made)) return
    if (before.some((one) => one && isSamePlace(one, target, made))) return
    throw badRequest(problem('target.prefix', 'noRecordings'))
  }

  #shown(systemId: SystemId, target: PublishTarget | null): SystemPublishing['target'] {
    if (!target) return null
    const { destinationId, prefix, publicBase, keep } = target
    const bucketUri = this.#parts.destinations.find(systemId, destinationId)?.bucketUri ?? ''
    return { destinationId, prefix, publicBase, keep, bucketUri }
  }
}
