import type { SystemId } from '../../contract/ids.ts'
import type { SystemRepository } from '../system/repository.ts'
import type { System } from '../system/system.ts'
import type { Database } from './database.ts'

interface Row {
  id: SystemId
  name: string
  time_zone: string
  access_code_hash: string
  webhook_secret: string
  created_at: number
}

const fromRow = (row: Row): System => ({
  id: row.id,
  name: row.name,
  timeZone: row.time_zone,
  accessCodeHash: row.access_code_hash,
  webhookSecret: row.webhook_secret,
  createdAt: row.created_at,
})

export function systemRepository({ prepare }: Database): SystemRepository {
  const insert = prepare<[SystemId, string, string, string, string, number]>(
    'INSERT INTO systems (id, name, time_zone, access_code_hash, webhook_secret, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const find = prepare<[SystemId], Row>('SELECT * FROM systems WHERE id = ?')
  const first = prepare<[], Row>('SELECT * FROM systems ORDER BY created_at, rowid LIMIT 1')
  const setAccessCodeHash = prepare<[string, SystemId]>(
    'UPDATE systems SET access_code_hash = ? WHERE id = ?',
  )
  const one = (row: Row | undefined) => (row ? fromRow(row) : null)
  return {
    insert: (s) => void insert.run(s.id, s.name, s.timeZone, s.accessCodeHash, s.webhookSecret, s.createdAt),
    find: (id) => one(find.get(id)),
    first: () => one(first.get()),
    setAccessCodeHash: (id, hash) => void setAccessCodeHash.run(hash, id),
  }
}
