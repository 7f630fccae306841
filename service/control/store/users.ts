import type { SystemId, UserId } from '../../contract/ids.ts'
import type { UserRepository } from '../identity/repository.ts'
import { emailKey } from '../../contract/option-api.ts'
import type { User } from '../identity/user.ts'
import type { Database } from './database.ts'

interface Row {
  id: UserId
  system_id: SystemId
  name: string
  email: string
  password_hash: string
  is_master: number
  can_deliver: number
  can_view: number
  can_schedule: number
  can_manage_users: number
  created_at: number
}

const fromRow = (row: Row): User => ({
  id: row.id,
  systemId: row.system_id,
  name: row.name,
  email: row.email,
  passwordHash: row.password_hash,
  isMaster: row.is_master === 1,
  permissions: {
    delivery: row.can_deliver === 1,
    view: row.can_view === 1,
    schedule: row.can_schedule === 1,
    user: row.can_manage_users === 1,
  },
  createdAt: row.created_at,
})

const toRow = (user: Omit<User, 'id'>) => ({
  system_id: user.systemId,
  name: user.name,
  email: user.email,
  email_key: emailKey(user.email),
  password_hash: user.passwordHash,
  is_master: Number(user.isMaster),
  can_deliver: Number(user.permissions.delivery),
  can_view: Number(user.permissions.view),
  can_schedule: Number(user.permissions.schedule),
  can_manage_users: Number(user.permissions.user),
  created_at: user.createdAt,
})

export function userRepository(database: Database): UserRepository {
  const { prepare, remembered } = database
  const insert = prepare<ReturnType<typeof toRow>>(
    `INSERT INTO users (system_id, name, email, email_key, password_hash, is_master,
       can_deliver, can_view, can_schedule, can_manage_users, created_at)
     VALUES (@system_id, @name, @email, @email_key, @password_hash, @is_master,
       @can_deliver, @can_view, @can_schedule, @can_manage_users, @created_at)`,
  )
  const find = prepare<[UserId], Row>('SELECT * FROM users WHERE id = ?')
  const findByEmail = prepare<[string], Row>('SELECT * FROM users WHERE email_key = ? ORDER BY id')
  const masters = prepare<[SystemId], Row>(
    'SELECT * FROM users WHERE system_id = ? AND is_master = 1 ORDER BY id',
  )
  const list = prepare<[SystemId], Row>('SELECT * FROM users WHERE system_id = ? ORDER BY id')
  const update = prepare<[string, number, number, number, number, UserId]>(
    `UPDATE users SET name = ?, can_deliver = ?, can_view = ?, can_schedule = ?, can_manage_users = ?
     WHERE id = ?`,
  )
  const setEmail = prepare<[string, string, UserId]>('UPDATE users SET email = ?, email_key = ? WHERE id = ?')
  const setPasswordHash = prepare<[string, UserId]>('UPDATE users SET password_hash = ? WHERE id = ?')
  const setMaster = prepare<[UserId]>(
    `UPDATE users SET is_master = 1, can_deliver = 1, can_view = 1, can_schedule = 1, can_manage_users = 1
     WHERE id = ?`,
  )
  const keepName = prepare<{ id: UserId }>(
    `UPDATE schedules SET created_by_name = (SELECT name FROM users WHERE id = @id) WHERE created_by = @id`,
  )
  const remove = prepare<[UserId]>('DELETE FROM users WHERE id = ?')
  return {
    insert: (user) => Number(insert.run(toRow(user)).lastInsertRowid) as UserId,
    find: remembered(
      (id: UserId) => {
        const row = find.get(id)
        return row ? fromRow(row) : null
      },
      ['users'],
    ),
    findByEmail: (key) => findByEmail.all(key).map(fromRow),
    masters: (systemId) => masters.all(systemId).map(fromRow),
    list: (systemId) => list.all(systemId).map(fromRow),
    update(id, { name, permissions: p }) {
      update.run(name, Number(p.delivery), Number(p.view), Number(p.schedule), Number(p.user), id)
    },
    setEmail: (id, email) => void setEmail.run(email, emailKey(email), id),
    setPasswordHash: (id, hash) => void setPasswordHash.run(hash, id),
    setMaster: (id) => void setMaster.run(id),
    remove(id) {
      database.transaction(() => {
        keepName.run({ id })
        remove.run(id)
      })
    },
  }
}
