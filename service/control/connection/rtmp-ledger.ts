import type { CloseReason } from '../../contract/close-reasons.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { RtmpEventType } from '../../contract/webhook-bodies.ts'
import type { AcceptedConnection, CarriedConnection, ConnectionLedger } from './carried-connection.ts'
import type { BroadcastParts } from './dependencies.ts'
import { newEncryption } from './new-encryption.ts'
import { newRecordings } from './new-recordings.ts'

export type LedgerParts = Pick<
  BroadcastParts,
  'connections' | 'keys' | 'recordings' | 'transactions' | 'events' | 'clock'
>

/** Encoders' connections: each change and the event that tells of it in one transaction. */
export class RtmpLedger implements ConnectionLedger {
  readonly keepsUsage = true
  readonly #parts: LedgerParts

  constructor(parts: LedgerParts) {
    this.#parts = parts
  }

  /** Writes the row, a new key when the channel is encrypted, its recordings, and `connection.created`. */
  created(carried: CarriedConnection): AcceptedConnection {
    return this.#parts.transactions.transaction(() => {
      this.#parts.connections.insert({
        connectionId: carried.connectionId,
        channelId: carried.channel.channelId,
        remoteAddress: carried.remoteAddress,
        encoder: carried.encoder,
        createdAt: carried.connectedAt,
      })
      const encryption = newEncryption(this.#parts.keys, carried)
      const recordings = newRecordings(this.#parts.recordings, carried)
      this.#tell('connection.created', carried)
      return { encryption, recordings }
    })
  }

  /** Writes and announces every minute up to `minutes`, one event each. */
  minutesPassed(carried: CarriedConnection, minutes: number): void {
    this.#parts.transactions.transaction(() => {
      for (let minute = carried.minutes + 1; minute <= minutes; minute++) {
        this.#tell('connection.updated', { ...carried, minutes: minute })
      }
      this.#parts.connections.setUsage(carried.connectionId, minutes, carried.receivedBytes)
    })
  }

  /** Ends the row and writes `connection.destroyed`. */
  destroyed(carried: CarriedConnection, at: EpochMilliseconds, reason: CloseReason): void {
    this.#parts.transactions.transaction(() => {
      this.#parts.connections.setUsage(carried.connectionId, carried.minutes, carried.receivedBytes)
      this.#parts.connections.end(carried.connectionId, at, reason)
      this.#tell('connection.destroyed', carried)
    })
  }

  playlistReady(carried: CarriedConnection, at: EpochMilliseconds): void {
    this.#parts.connections.setPlaylistReady(carried.connectionId, at)
  }

  saveUsage(connections: readonly CarriedConnection[]): void {
    this.#parts.transactions.transaction(() => {
      for (const { connectionId, minutes, receivedBytes } of connections) {
        this.#parts.connections.setUsage(connectionId, minutes, receivedBytes)
      }
    })
  }

  /**
   * Ends what an earlier run of the service left open, with what was last known of it.
   * @returns how many there were
   */
  recover(): number {
    const at = this.#parts.clock.now()
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

  #tell(type: RtmpEventType, carried: CarriedConnection): void {
    const { channelId, systemId, settings } = carried.channel
    if (settings.event_webhook_url === '') return
    this.#parts.events.append({
      type,
      systemId,
      url: settings.event_webhook_url,
      client: { channelId, connectionId: carried.connectionId },
      usage: { minutes: carried.minutes, receivedBytes: carried.receivedBytes },
    })
  }
}
