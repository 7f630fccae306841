import type { SystemId, UserId } from '../../contract/ids.ts'
import type { LoginToken, LoginTokenRepository } from '../identity/repository.ts'
import type { SessionKind, UserActivity } from '../identity/user.ts'
import type { Database } from './database.ts'

interface Row {
  hash: string
  user_id: UserId
  kind: SessionKind
  created_at: number
  expires_at: number
  remote_address: string
  client: string
}

export function loginTokenRepository({ prepare, remembered }: Database): LoginTokenRepository {
  const insert = prepare<LoginToken>(
    `INSERT INTO login_tokens (hash, user_id, kind, created_at, expires_at, remote_address, client)
     VALUES (@hash, @userId, @kind, @createdAt, @expiresAt, @remoteAddress, @client)`,
  )
  const listOfUser = prepare<[UserId, number], Row>(
    'SELECT * FROM login_tokens WHERE user_id = ? AND expires_at > ? ORDER BY created_at DESC, hash',
  )
  const find = prepare<[string], Row>('SELECT * FROM login_tokens WHERE hash = ?')
  const remove = prepare<[string]>('DELETE FROM login_tokens WHERE hash = ?')
  const removeOfUser = prepare<[UserId, string | null]>(
    'DELETE FROM login_tokens WHERE user_id = ? AND hash IS NOT ?',
  )
  const removeExpired = prepare<[number]>('DELETE FROM login_tokens WHERE expires_at <= ?')
  const noteSeen = prepare<{ userId: UserId; at: number; login: number }>(
    `INSERT INTO user_activity (user_id, last_login_at, last_seen_at) VALUES (@userId, @at, @at)
     ON CONFLICT (user_id) DO UPDATE SET last_seen_at = @at, last_login_at = iif(@login, @at, last_login_at)`,
  )
  const activity = prepare<{ systemId: SystemId; option: number; console: number }, UserActivity>(
    `SELECT a.user_id AS userId, a.last_login_at AS lastLoginAt, a.last_seen_at AS lastSeenAt,
       count(*) FILTER (WHERE t.kind = 'option') AS optionSessions,
       count(*) FILTER (WHERE t.kind = 'console') AS consoleSessions
     FROM user_activity a
       JOIN users u ON u.id = a.user_id AND u.system_id = @systemId
       LEFT JOIN login_tokens t ON t.user_id = a.user_id AND t.expires_at > iif(t.kind = 'console', @console, @option)
     GROUP BY a.user_id ORDER BY a.user_id`,
  )
  return {
    insert: (token) => void insert.run(token),
    find: remembered(
      (hash: string) => {
        const row = find.get(hash)
        return row ? tokenOf(row) : null
      },
      ['login_tokens'],
    ),
    remove: (hash) => void remove.run(hash),
    removeOfUser: (userId, exceptHash) => void removeOfUser.run(userId, exceptHash),
    listOfUser: (userId, now) => listOfUser.all(userId, now).map(tokenOf),
    removeExpired: (now) => void removeExpired.run(now),
    noteSeen: (userId, at, isLogin) => void noteSeen.run({ userId, at, login: Number(isLogin) }),
    activity: (systemId, now) => activity.all({ systemId, ...now }),
  }
}

function tokenOf(row: Row): LoginToken {
  const { hash, user_id: userId, kind, created_at: createdAt, expires_at: expiresAt, client } = row
  return { hash, userId, kind, createdAt, expiresAt, remoteAddress: row.remote_address, client }
}
