import type { AddressChange, CatcherRepository } from '../catcher/repository.ts'
import type { Database } from './database.ts'

/** Members of a channel's settings that are addresses of webhooks. */
const MEMBERS = ['auth_webhook_url', 'event_webhook_url'] as const

/** What is known of endpoints, and whether they are paused. */
const OF_ENDPOINTS = ['webhook_endpoints', 'webhook_endpoint_slots', 'webhook_pauses'] as const

/** Wherever the address of a catcher is kept for what is still to be sent. */
export function catcherAddresses(db: Database): Pick<CatcherRepository, 'names' | 'replaceAddress'> {
  const names = db.prepare<[], { name: string }>('SELECT name FROM catchers')
  // With a query, too.
  const replaced = (column: string) => `@now || substr(${column}, length(@before) + 1)`
  const isIt = (column: string) =>
    `(${column} = @before OR substr(${column}, 1, length(@before) + 1) = @before || '?')`
  const statements = [
    ...MEMBERS.map((member) => {
      const column = `json_extract(settings, '$.${member}')`
      return `UPDATE channels SET settings = json_set(settings, '$.${member}', ${replaced(column)}) WHERE ${isIt(column)}`
    }),
    `UPDATE recordings SET event_webhook_url = ${replaced('event_webhook_url')} WHERE ${isIt('event_webhook_url')}`,
    // What was delivered stays in the log as it was sent.
    `UPDATE webhook_events SET url = ${replaced('url')} WHERE state IN ('pending', 'dead') AND ${isIt('url')}`,
    ...OF_ENDPOINTS.map(
      (table) => `UPDATE OR REPLACE ${table} SET url = ${replaced('url')} WHERE ${isIt('url')}`,
    ),
  ].map((sql) => db.prepare<[AddressChange]>(sql))
  return {
    names: () => names.all().map(({ name }) => name),
    replaceAddress: (change) => statements.reduce((sum, statement) => sum + statement.run(change).changes, 0),
  }
}
