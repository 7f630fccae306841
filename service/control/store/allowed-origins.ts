import type { AllowedOriginRepository } from '../system/allowed-origins.ts'
import type { Database } from './database.ts'

export function allowedOriginRepository(database: Database): AllowedOriginRepository {
  const { prepare } = database
  const list = prepare<[], { origin: string }>('SELECT origin FROM allowed_origins ORDER BY origin')
  const insert = prepare<[string, number]>(
    'INSERT INTO allowed_origins (origin, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const removeOthers = prepare<[string]>(
    'DELETE FROM allowed_origins WHERE origin NOT IN (SELECT value FROM json_each(?))',
  )
  return {
    list: () => list.all().map(({ origin }) => origin),
    replace(origins, now) {
      database.transaction(() => {
        removeOthers.run(JSON.stringify(origins))
        for (const origin of origins) insert.run(origin, now)
      })
    },
  }
}
