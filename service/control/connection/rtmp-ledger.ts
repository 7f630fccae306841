import type { CloseReason } from '../../contract/close-reasons.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { RtmpEventType } from '../../contract/webhook-bodies.ts'
import type { LiveParts, RtmpChannel } from './dependencies.ts'
import { beginHls } from './hls-output.ts'
import type { HlsOutput, Member } from './member.ts'

export type LedgerParts = Pick<
  LiveParts,
  'connections' | 'keys' | 'recordings' | 'renditionPlan' | 'transactions' | 'events' | 'clock' | 'rules'
>

type Publisher = Member & { readonly channel: RtmpChannel }

/** Encoders' connections: each change and the event that tells of it in one transaction. */
export class RtmpLedger {
  readonly #parts: LedgerParts

  constructor(parts: LedgerParts) {
    this.#parts = parts
  }

  /** Writes the row, a new key when the channel is encrypted, its recordings, and `connection.created`. */
  created(member: Publisher): HlsOutput {
    return this.#parts.transactions.transaction(() => {
      this.#parts.connections.insert({
        connectionId: member.connectionId,
        channelId: member.channel.channelId,
        remoteAddress: member.remoteAddress,
        encoder: member.client,
        createdAt: member.openedAt,
      })
      const hls = beginHls(this.#parts, member, member.channel, member.realOpenedAt)
      this.#tell('connection.created', member)
      return hls
    })
  }

  /**
   * Writes and announces the newest minute. Those before it that nobody saw pass are in its number: after a night
   * asleep, an event for each would fill the queue of webhooks.
   */
  minutePassed(member: Publisher, minutes: number): void {
    this.#parts.transactions.transaction(() => {
      this.#tell('connection.updated', member, minutes)
      this.#parts.connections.setUsage(member.connectionId, minutes, member.receivedBytes)
    })
  }

  /** Ends the row and writes `connection.destroyed`. */
  destroyed(member: Publisher, at: EpochMilliseconds, reason: CloseReason): void {
    this.#parts.transactions.transaction(() => {
      this.#parts.connections.setUsage(member.connectionId, member.minutes, member.receivedBytes)
      this.#parts.connections.end(member.connectionId, at, reason)
      this.#tell('connection.destroyed', member)
    })
  }

  playlistReady(member: Publisher, at: EpochMilliseconds): void {
    this.#parts.connections.setPlaylistReady(member.connectionId, at)
  }

  saveUsage({ connectionId, minutes, receivedBytes }: Publisher): void {
    this.#parts.connections.setUsage(connectionId, minutes, receivedBytes)
  }

  /**
   * Ends what an earlier run of the service left open, with what was last known of it.
   * @returns how many there were
   */
  recover(): number {
    const { clock, rules = clock } = this.#parts
    const at = rules.now()
    return this.#parts.transactions.transaction(() => {
      const unended = this.#parts.connections.listUnended()
      for (const { connectionId, channelId, systemId, eventWebhookUrl, minutes, receivedBytes } of unended) {
        this.#parts.connections.end(connectionId, at, 'service-lost')
        if (eventWebhookUrl === '') continue
        this.#parts.events.append({
          type: 'connection.destroyed',
          systemId,
          url: eventWebhookUrl,
          client: { channelId, connectionId },
          usage: { minutes, receivedBytes },
        })
      }
      return unended.length
    })
  }

  #tell(type: RtmpEventType, member: Publisher, minutes = member.minutes): void {
    const { channelId, systemId, settings } = member.channel
    if (settings.event_webhook_url === '') return
    this.#parts.events.append({
      type,
      systemId,
      url: settings.event_webhook_url,
      client: { channelId, connectionId: member.connectionId },
      usage: { minutes, receivedBytes: member.receivedBytes },
    })
  }
}
