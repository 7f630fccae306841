import type { SetupPort } from '../../contract/console/setup.ts'
import type { SetupRepository } from '../setup/repository.ts'
import type { Database } from './database.ts'

export function setupRepository(database: Database): SetupRepository {
  const { prepare } = database
  const finished = prepare<[], { found: number }>('SELECT EXISTS (SELECT 1 FROM setup) AS found')
  const finish = prepare<[number]>('INSERT INTO setup (id, finished_at) VALUES (1, ?) ON CONFLICT DO NOTHING')
  const inUse = prepare<[], { found: number }>(
    `SELECT EXISTS (SELECT 1 FROM channels) OR EXISTS (SELECT 1 FROM schedules)
       OR EXISTS (SELECT 1 FROM users LIMIT 1 OFFSET 1) OR EXISTS (SELECT 1 FROM systems LIMIT 1 OFFSET 1)
       AS found`,
  )
  const ports = prepare<[], { name: SetupPort; port: number }>('SELECT name, port FROM chosen_ports')
  const forget = prepare<[]>('DELETE FROM chosen_ports')
  const choose = prepare<[string, number]>('INSERT INTO chosen_ports (name, port) VALUES (?, ?)')
  return {
    isFinished: () => finished.get()?.found === 1,
    finish: (now) => void finish.run(now),
    isInUse: () => inUse.get()?.found === 1,
    ports: () => Object.fromEntries(ports.all().map(({ name, port }) => [name, port])),
    replacePorts(chosen) {
      database.transaction(() => {
        forget.run()
        for (const [name, port] of Object.entries(chosen)) choose.run(name, port)
      })
    },
  }
}
