import { randomBytes } from 'node:crypto'
import type { KeyId } from '../../contract/ids.ts'
import type { EncryptionPlan } from '../../contract/media.ts'
import { newId } from '../../platform/ids.ts'
import type { CarriedConnection } from './carried-connection.ts'
import type { EncryptionKeyStore } from './dependencies.ts'
import { keyUriFor } from './key-uri.ts'

/** Makes and writes a key for a connection; null where its channel is not encrypted. */
export function newEncryption(
  keys: EncryptionKeyStore,
  { channel, connectionId, connectedAt }: CarriedConnection,
): EncryptionPlan | null {
  const uri = channel.settings.encrypt_key_uri
  if (uri === '') return null
  const kid = newId<KeyId>()
  const keyHex = randomBytes(16).toString('hex')
  const { channelId } = channel
  keys.insert({ kid, connectionId, channelId, keyHex, createdAt: connectedAt })
  return { keyHex, keyUri: keyUriFor(uri, kid) }
}
