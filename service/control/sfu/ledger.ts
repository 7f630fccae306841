import type { ConnectionId } from '../../contract/ids.ts'
import type { SfuEvent, Unstamped } from '../../contract/sfu-webhooks.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { countRoles } from './counts.ts'
import type { ChannelCounts } from './counts.ts'
import type { CreatedEvent, SfuSessionParts } from './dependencies.ts'
import { ENDINGS } from './endings.ts'
import type { Ending } from './endings.ts'
import {
  createdEvent,
  destroyedEvent,
  failedEvent,
  playlistEvent,
  spotlightEvent,
  updatedEvent,
} from './events.ts'
import type { FocusChange, LastWords } from './events.ts'
import type { SfuMember } from './member.ts'

export type SfuLedgerParts = Pick<
  SfuSessionParts,
  'connections' | 'transactions' | 'events' | 'clock' | 'rules' | 'version'
>

/** Writes what happens to WebRTC connections: each change and the event that tells of it in one transaction. */
export class SfuLedger {
  readonly #parts: SfuLedgerParts

  constructor(parts: SfuLedgerParts) {
    this.#parts = parts
  }

  /** Writes the row and `connection.created`. @returns what it told */
  opened(member: SfuMember, counts: ChannelCounts): CreatedEvent {
    const told = createdEvent(member, counts, this.#parts.version)
    const { connectionId, channel, peer, client, openedAt } = member
    this.#parts.transactions.transaction(() => {
      this.#parts.connections.insert({
        connectionId,
        channelId: channel.channelId,
        remoteAddress: peer.remoteAddress,
        client,
        createdAt: openedAt,
        told,
      })
      this.#tell(member, told)
    })
    return told
  }

  minutePassed(member: SfuMember, counts: ChannelCounts): void {
    const { told } = member
    if (!told) return
    this.#parts.transactions.transaction(() => {
      this.#parts.connections.setUsage(member.connectionId, member)
      this.#tell(member, updatedEvent(told, counts, member))
    })
  }

  /** Ends the row and writes `connection.destroyed`; `connection.failed` where media never came up. */
  ended(
    member: SfuMember,
    counts: ChannelCounts,
    end: { readonly at: EpochMilliseconds; readonly ending: Ending; readonly words: LastWords },
  ): void {
    const { told, connectionId } = member
    this.#parts.transactions.transaction(() => {
      if (!told) return this.#tell(member, failedEvent(member, counts, end.ending, this.#parts.version))
      this.#parts.connections.setUsage(connectionId, member)
      this.#parts.connections.end(connectionId, end.at, end.ending.row)
      this.#tell(member, destroyedEvent(told, counts, member, end))
    })
  }

  focusChanged(member: SfuMember, change: FocusChange): void {
    this.#parts.transactions.transaction(() => {
      this.#tell(member, spotlightEvent(member, change, this.#parts.version))
    })
  }

  playlistReady(member: SfuMember, playlistUrl: string, at: EpochMilliseconds): void {
    this.#parts.transactions.transaction(() => {
      this.#parts.connections.setPlaylistReady(member.connectionId, at)
      this.#tell(member, playlistEvent(member, playlistUrl))
    })
  }

  saveUsage(member: SfuMember): void {
    this.#parts.connections.setUsage(member.connectionId, member)
  }

  /**
   * Ends what an earlier run of the service left open, with what was last known of it.
   * @returns how many there were
   */
  recover(): number {
    const { clock, rules = clock, connections, events, transactions } = this.#parts
    const at = rules.now()
    const ending = ENDINGS['service-lost']
    return transactions.transaction(() => {
      const unended = connections.listUnended()
      const left = new Map<ConnectionId, (typeof unended)[number]>(
        unended.map((one) => [one.connectionId, one]),
      )
      for (const { connectionId, channelId, systemId, eventWebhookUrl: url, told, ...usage } of unended) {
        left.delete(connectionId)
        connections.end(connectionId, at, ending.row)
        if (url === '') continue
        const others = [...left.values()].filter((one) => one.channelId === channelId)
        const counts = countRoles(others.map((one) => one.told.role))
        const event = destroyedEvent(told, counts, usage, { at, ending, words: {} })
        events.appendSfu({ systemId, channelId, connectionId, url, event })
      }
      return unended.length
    })
  }

  #tell({ channel, connectionId }: SfuMember, event: Unstamped<SfuEvent>): void {
    const { channelId, systemId, settings } = channel
    const url = settings.event_webhook_url
    if (url !== '') this.#parts.events.appendSfu({ systemId, channelId, connectionId, url, event })
  }
}
