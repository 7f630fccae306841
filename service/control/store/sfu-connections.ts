import type { ConnectionId } from '../../contract/ids.ts'
import type { Bytes } from '../../contract/units.ts'
import type { CreatedEvent, SfuConnectionStore, UnendedSfuConnection } from '../sfu/dependencies.ts'
import { connectionStore } from './connections.ts'
import type { Database } from './database.ts'

type UnendedRow = Omit<UnendedSfuConnection, 'told'> & { readonly told: string }

/** Rows of WebRTC connections: one for each whose media was ever connected. */
export function sfuConnectionStore(db: Database): SfuConnectionStore {
  const common = connectionStore(db)
  const insert = db.prepare(
    `INSERT INTO connections (id, channel_id, remote_address, encoder, created_at, sfu_event)
     VALUES (@connectionId, @channelId, @remoteAddress, @client, @createdAt, @told)`,
  )
  const setUsage = db.prepare<[number, Bytes, Bytes, ConnectionId]>(
    'UPDATE connections SET minutes = ?, received_bytes = ?, sent_bytes = ? WHERE id = ?',
  )
  const listUnended = db.prepare<[], UnendedRow>(
    `SELECT connections.id AS connectionId, channel_id AS channelId, system_id AS systemId,
       coalesce(json_extract(settings, '$.event_webhook_url'), '') AS eventWebhookUrl,
       minutes, received_bytes AS receivedBytes, sent_bytes AS sentBytes, sfu_event AS told
     FROM connections JOIN channels ON channels.id = channel_id
     WHERE ended_at IS NULL AND sfu_event IS NOT NULL ORDER BY connections.created_at, connections.rowid`,
  )
  return {
    insert: ({ told, ...connection }) => void insert.run({ ...connection, told: JSON.stringify(told) }),
    setUsage: (id, { minutes, receivedBytes, sentBytes }) =>
      void setUsage.run(minutes, receivedBytes, sentBytes, id),
    setPlaylistReady: (id, at) => common.setPlaylistReady(id, at),
    end: (id, at, reason) => common.end(id, at, reason),
    // Written by `insert` above.
    listUnended: () =>
      listUnended.all().map((row) => ({ ...row, told: JSON.parse(row.told) as CreatedEvent })),
  }
}
