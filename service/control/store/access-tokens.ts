import type { AccessTokenId, SystemId } from '../../contract/ids.ts'
import type { AccessTokenRepository } from '../identity/repository.ts'
import type { AccessToken, AccessTokenKind } from '../identity/user.ts'
import type { Database } from './database.ts'

interface Row {
  id: AccessTokenId
  system_id: SystemId
  name: string
  prefix: string
  kind: AccessTokenKind
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
}

const fromRow = (row: Row): AccessToken => ({
  id: row.id,
  systemId: row.system_id,
  name: row.name,
  prefix: row.prefix,
  kind: row.kind,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
})

export function accessTokenRepository({ prepare, remembered }: Database): AccessTokenRepository {
  const insert = prepare<AccessToken & { hash: string }>(
    `INSERT INTO access_tokens (id, system_id, name, hash, prefix, kind, created_at, last_used_at, revoked_at)
     VALUES (@id, @systemId, @name, @hash, @prefix, @kind, @createdAt, @lastUsedAt, @revokedAt)`,
  )
  const findByHash = prepare<[string], Row>('SELECT * FROM access_tokens WHERE hash = ?')
  const ofKind = prepare<[SystemId, AccessTokenKind], Row>(
    'SELECT * FROM access_tokens WHERE system_id = ? AND kind = ? ORDER BY created_at, rowid',
  )
  const setRevoked = prepare<[number | null, AccessTokenId]>(
    'UPDATE access_tokens SET revoked_at = ? WHERE id = ?',
  )
  const setLastUsed = prepare<[number, AccessTokenId]>(
    'UPDATE access_tokens SET last_used_at = ? WHERE id = ?',
  )
  const one = (row: Row | undefined) => (row ? fromRow(row) : null)
  return {
    insert: (token, hash) => void insert.run({ ...token, hash }),
    findByHash: remembered((hash: string) => one(findByHash.get(hash)), ['access_tokens']),
    list: (systemId) => ofKind.all(systemId, 'api').map(fromRow),
    ofConsole: remembered((systemId: SystemId) => one(ofKind.get(systemId, 'console')), ['access_tokens']),
    setRevoked: (id, at) => void setRevoked.run(at, id),
    setLastUsed: (id, at) => void setLastUsed.run(at, id),
  }
}
