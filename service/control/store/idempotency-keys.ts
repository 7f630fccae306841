import type { AccessTokenId } from '../../contract/ids.ts'
import type { IdempotencyKeys } from '../channel/ports.ts'
import type { Database } from './database.ts'

interface Row {
  operation: string
  request_hash: string
  response: string
}

export function idempotencyKeyRepository({ prepare }: Database): IdempotencyKeys {
  const find = prepare<[AccessTokenId, string], Row>(
    'SELECT operation, request_hash, response FROM idempotency_keys WHERE token_id = ? AND key = ?',
  )
  const insert = prepare<[AccessTokenId, string, string, string, string, number]>(
    'INSERT INTO idempotency_keys (token_id, key, operation, request_hash, response, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const removeUntil = prepare<[number]>('DELETE FROM idempotency_keys WHERE created_at <= ?')
  return {
    find(tokenId, key) {
      const row = find.get(tokenId, key)
      return row ? { operation: row.operation, requestHash: row.request_hash, response: row.response } : null
    },
    insert: (tokenId, key, { operation, requestHash, response }, at) =>
      void insert.run(tokenId, key, operation, requestHash, response, at),
    removeUntil: (time) => void removeUntil.run(time),
  }
}
