import type { CaughtRequest, CaughtRequestDetail, Script } from '../../contract/console/catchers.ts'
import type { Catcher, CatcherRepository } from '../catcher/repository.ts'
import { catcherAddresses } from './catcher-addresses.ts'
import type { Database } from './database.ts'

type CatcherRow = Omit<Catcher, 'answer'> & { readonly answer: string }
type RequestRow = Omit<CaughtRequestDetail, 'headers'> & { readonly headers: string }

const SUMMARY = `sequence, arrived_at AS arrivedAt, type, webhook_id AS webhookId, status,
  body_bytes AS bodyBytes`
const CATCHER = `SELECT name, system_id AS systemId, answer, delay_ms AS delayMs, created_at AS createdAt,
    count(sequence) AS requests, max(arrived_at) AS lastArrivedAt
  FROM catchers LEFT JOIN caught_requests ON catcher = name`

export function catcherRepository(db: Database): CatcherRepository {
  const list = db.prepare<[string], CatcherRow>(`${CATCHER} WHERE system_id = ? GROUP BY name ORDER BY name`)
  const find = db.prepare<[string], CatcherRow>(`${CATCHER} WHERE name = ? GROUP BY name`)
  const insert = db.prepare(
    `INSERT INTO catchers (name, system_id, answer, delay_ms, created_at)
     VALUES (@name, @systemId, @answer, @delayMs, @createdAt)`,
  )
  const update = db.prepare<[string, number, string]>(
    'UPDATE catchers SET answer = ?, delay_ms = ? WHERE name = ?',
  )
  const remove = db.prepare<[string]>('DELETE FROM catchers WHERE name = ?')
  return {
    list: (systemId) => list.all(systemId).map(catcherOf),
    find(name) {
      const row = find.get(name)
      return row ? catcherOf(row) : null
    },
    insert: (catcher) => void insert.run({ ...catcher, answer: JSON.stringify(catcher.answer) }),
    update: (name, { answer, delayMs }) => void update.run(JSON.stringify(answer), delayMs, name),
    remove: (name) => void remove.run(name),
    ...catcherAddresses(db),
    ...caught(db),
  }
}

function caught(db: Database): Pick<CatcherRepository, 'addRequest' | 'requests' | 'findRequest'> {
  const add = db.prepare(
    `INSERT INTO caught_requests
       (catcher, arrived_at, type, webhook_id, status, query, headers, body, body_bytes)
     VALUES (@name, @arrivedAt, @type, @webhookId, @status, @query, @headers, @body, @bodyBytes)`,
  )
  const removeOld = db.prepare<{ name: string; keep: number }>(
    `DELETE FROM caught_requests WHERE catcher = @name AND sequence <= (
       SELECT sequence FROM caught_requests WHERE catcher = @name
       ORDER BY sequence DESC LIMIT 1 OFFSET @keep)`,
  )
  const requests = db.prepare<[string], CaughtRequest>(
    `SELECT ${SUMMARY} FROM caught_requests WHERE catcher = ? ORDER BY sequence DESC`,
  )
  const find = db.prepare<[string, number], RequestRow>(
    `SELECT ${SUMMARY}, query, headers, body FROM caught_requests WHERE catcher = ? AND sequence = ?`,
  )
  return {
    addRequest: (name, request, keep) =>
      db.transaction(() => {
        add.run({ ...request, name, headers: JSON.stringify(request.headers) })
        removeOld.run({ name, keep })
      }),
    requests: (name) => requests.all(name),
    findRequest(name, sequence) {
      const row = find.get(name, sequence)
      return row ? { ...row, headers: JSON.parse(row.headers) as Record<string, string> } : null
    },
  }
}

function catcherOf(row: CatcherRow): Catcher {
  return { ...row, answer: JSON.parse(row.answer) as Script['answer'] }
}
