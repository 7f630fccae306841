/** What the channel operations need from elsewhere. */
import type { SystemId } from '../../contract/ids.ts'

/** Keys of the encrypted playlists, kept by the connections. */
export interface EncryptionKeys {
  /** 32 hexadecimal digits, lower case; null when no channel of this system has such a key. Secret. */
  find(systemId: SystemId, kid: string): string | null
}
