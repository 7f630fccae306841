import type { IdempotencyKeys } from '../idempotency-keys.ts'
import type { Database } from './database.ts'

interface Row {
  operation: string
  request_hash: string
  response: string
}

export function idempotencyKeyRepository({ prepare }: Database): IdempotencyKeys {
  const find = prepare<[string, string], Row>(
    'SELECT operation, request_hash, response FROM idempotency_keys WHERE owner = ? AND key = ?',
  )
  const insert = prepare<[string, string, string, string, string, number]>(
    'INSERT INTO idempotency_keys (owner, key, operation, request_hash, response, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const removeUntil = prepare<[number]>('DELETE FROM idempotency_keys WHERE created_at <= ?')
  return {
    find(owner, key) {
      const row = find.get(owner, key)
      return row ? { operation: row.operation, requestHash: row.request_hash, response: row.response } : null
    },
    insert: (owner, key, { operation, requestHash, response }, at) =>
      void insert.run(owner, key, operation, requestHash, response, at),
    removeUntil: (time) => void removeUntil.run(time),
  }
}
