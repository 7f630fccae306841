import type { SystemId } from '../../contract/ids.ts'
import type { OutgoingReach } from '../../contract/outgoing.ts'
import type { SystemRepository } from '../system/repository.ts'
import type { System } from '../system/system.ts'
import type { Database } from './database.ts'

interface Row {
  id: SystemId
  name: string
  time_zone: string
  access_code_hash: string
  webhook_secret: string
  password_min_length: number | null
  created_at: number
}

const fromRow = (row: Row): System => ({
  id: row.id,
  name: row.name,
  timeZone: row.time_zone,
  accessCodeHash: row.access_code_hash,
  webhookSecret: row.webhook_secret,
  passwordMinLength: row.password_min_length,
  createdAt: row.created_at,
})

export function systemRepository({ prepare, remembered }: Database): SystemRepository {
  const insert = prepare<[SystemId, string, string, string, string, number | null, number]>(
    `INSERT INTO systems (id, name, time_zone, access_code_hash, webhook_secret, password_min_length, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const find = prepare<[SystemId], Row>('SELECT * FROM systems WHERE id = ?')
  const list = prepare<[], Row>('SELECT * FROM systems ORDER BY created_at, rowid')
  const first = prepare<[], Row>('SELECT * FROM systems ORDER BY created_at, rowid LIMIT 1')
  const anyMinLength = prepare<[], { found: number }>(
    'SELECT EXISTS (SELECT 1 FROM systems WHERE password_min_length IS NOT NULL) AS found',
  )
  const setAccessCode = prepare<[string, number, SystemId]>(
    'UPDATE systems SET access_code_hash = ?, access_code_changed_at = ? WHERE id = ?',
  )
  const accessCodeChanged = prepare<[SystemId], { at: number | null }>(
    'SELECT access_code_changed_at AS at FROM systems WHERE id = ?',
  )
  const reach = prepare<[SystemId], { reach: OutgoingReach }>(
    'SELECT outgoing_reach AS reach FROM systems WHERE id = ?',
  )
  const setter = <Value>(column: string) => {
    const set = prepare<[Value, SystemId]>(`UPDATE systems SET ${column} = ? WHERE id = ?`)
    return (id: SystemId, value: Value) => void set.run(value, id)
  }
  const one = (row: Row | undefined) => (row ? fromRow(row) : null)
  /** Asked for with each call, as the first system is not bounded. */
  const firstSystem = remembered((_: 'first') => one(first.get()), ['systems'])
  return {
    insert({ id, name, timeZone, accessCodeHash, webhookSecret, passwordMinLength, createdAt }) {
      insert.run(id, name, timeZone, accessCodeHash, webhookSecret, passwordMinLength, createdAt)
    },
    find: remembered((id: SystemId) => one(find.get(id)), ['systems']),
    list: () => list.all().map(fromRow),
    first: () => firstSystem('first'),
    anyPasswordMinLength: () => anyMinLength.get()?.found === 1,
    rename: setter<string>('name'),
    setTimeZone: setter<string>('time_zone'),
    setPasswordMinLength: setter<number | null>('password_min_length'),
    setAccessCodeHash: (id, hash, at) => void setAccessCode.run(hash, at, id),
    accessCodeChangedAt: (id) => accessCodeChanged.get(id)?.at ?? null,
    outgoingReach: (id) => reach.get(id)?.reach ?? 'public',
    setOutgoingReach: setter<OutgoingReach>('outgoing_reach'),
    setWebhookSecret: setter<string>('webhook_secret'),
  }
}
