import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { AcceptedConnection, CarriedConnection, ConnectionLedger } from './carried-connection.ts'
import type { BroadcastParts } from './dependencies.ts'
import { newEncryption } from './new-encryption.ts'
import { newRecordings } from './new-recordings.ts'

export type RelayLedgerParts = Pick<BroadcastParts, 'keys' | 'recordings' | 'transactions'>

/** WebRTC connections: their rows, minutes and events are written where they are signaled. */
export class RelayLedger implements ConnectionLedger {
  readonly keepsUsage = false
  readonly #parts: RelayLedgerParts
  readonly #onPlaylistReady: (connectionId: ConnectionId, channelId: ChannelId) => void

  constructor(
    parts: RelayLedgerParts,
    onPlaylistReady: (connectionId: ConnectionId, channelId: ChannelId) => void,
  ) {
    this.#parts = parts
    this.#onPlaylistReady = onPlaylistReady
  }

  created(carried: CarriedConnection): AcceptedConnection {
    const { keys, recordings, transactions } = this.#parts
    return transactions.transaction(() => ({
      encryption: newEncryption(keys, carried),
      recordings: newRecordings(recordings, carried),
    }))
  }

  minutesPassed(): void {
    return
  }

  playlistReady({ connectionId, channel }: CarriedConnection): void {
    this.#onPlaylistReady(connectionId, channel.channelId)
  }

  destroyed(): void {
    return
  }
}
