import type { UserId } from '../../contract/ids.ts'
import type { LoginTokenRepository } from '../identity/repository.ts'
import type { SessionKind } from '../identity/user.ts'
import type { Database } from './database.ts'

interface Row {
  hash: string
  user_id: UserId
  kind: SessionKind
  created_at: number
  expires_at: number
}

export function loginTokenRepository({ prepare, remembered }: Database): LoginTokenRepository {
  const insert = prepare<[string, UserId, SessionKind, number, number]>(
    'INSERT INTO login_tokens (hash, user_id, kind, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
  )
  const find = prepare<[string], Row>('SELECT * FROM login_tokens WHERE hash = ?')
  const remove = prepare<[string]>('DELETE FROM login_tokens WHERE hash = ?')
  const removeOfUser = prepare<[UserId, string | null]>(
    'DELETE FROM login_tokens WHERE user_id = ? AND hash IS NOT ?',
  )
  const removeExpired = prepare<[number]>('DELETE FROM login_tokens WHERE expires_at <= ?')
  return {
    insert: (t) => void insert.run(t.hash, t.userId, t.kind, t.createdAt, t.expiresAt),
    find: remembered((hash: string) => {
      const row = find.get(hash)
      if (!row) return null
      const { user_id: userId, kind, created_at: createdAt, expires_at: expiresAt } = row
      return { hash, userId, kind, createdAt, expiresAt }
    }),
    remove: (hash) => void remove.run(hash),
    removeOfUser: (userId, exceptHash) => void removeOfUser.run(userId, exceptHash),
    removeExpired: (now) => void removeExpired.run(now),
  }
}
