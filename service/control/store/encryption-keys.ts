import type { SystemId } from '../../contract/ids.ts'
import type { EncryptionKeys } from '../channel/encryption-keys.ts'
import type { EncryptionKeyStore } from '../connection/dependencies.ts'
import type { Database } from './database.ts'

/** Keys of encrypted playlists, one for each connection of a channel with `encrypt_key_uri`. */
export function encryptionKeyStore(db: Database): EncryptionKeyStore & EncryptionKeys {
  const insert = db.prepare(
    `INSERT INTO encryption_keys (kid, connection_id, channel_id, key_hex, created_at)
     VALUES (@kid, @connectionId, @channelId, @keyHex, @createdAt)`,
  )
  const find = db
    .prepare<[string, SystemId], string>(
      `SELECT key_hex FROM encryption_keys JOIN channels ON channels.id = channel_id
       WHERE kid = ? AND system_id = ?`,
    )
    .pluck()
  return {
    insert: (key) => void insert.run(key),
    find: (systemId, kid) => find.get(kid, systemId) ?? null,
  }
}
