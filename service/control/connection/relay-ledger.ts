import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { EncryptionPlan } from '../../contract/media.ts'
import type { CarriedConnection, ConnectionLedger } from './carried-connection.ts'
import type { EncryptionKeyStore } from './dependencies.ts'
import { newEncryption } from './new-encryption.ts'

/** WebRTC connections: their rows, minutes and events are written where they are signaled. */
export class RelayLedger implements ConnectionLedger {
  readonly keepsUsage = false
  readonly #keys: EncryptionKeyStore
  readonly #onPlaylistReady: (connectionId: ConnectionId, channelId: ChannelId) => void

  constructor(
    keys: EncryptionKeyStore,
    onPlaylistReady: (connectionId: ConnectionId, channelId: ChannelId) => void,
  ) {
    this.#keys = keys
    this.#onPlaylistReady = onPlaylistReady
  }

  created(carried: CarriedConnection): EncryptionPlan | null {
    return newEncryption(this.#keys, carried)
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
