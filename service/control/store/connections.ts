import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { Bytes, EpochMilliseconds } from '../../contract/units.ts'
import type { ConnectionStore, NewConnection, UnendedConnection } from '../connection/dependencies.ts'
import type { Database } from './database.ts'

/** Rows of RTMP connections: one for each that was ever accepted. */
export function connectionStore(db: Database): ConnectionStore {
  const insert = db.prepare(
    `INSERT INTO connections (id, channel_id, remote_address, encoder, created_at)
     VALUES (@connectionId, @channelId, @remoteAddress, @encoder, @createdAt)`,
  )
  const setUsage = db.prepare<[number, Bytes, ConnectionId]>(
    'UPDATE connections SET minutes = ?, received_bytes = ? WHERE id = ?',
  )
  const setPlaylistReady = db.prepare<[EpochMilliseconds, ConnectionId]>(
    'UPDATE connections SET playlist_ready_at = ? WHERE id = ? AND playlist_ready_at IS NULL',
  )
  const end = db.prepare<[EpochMilliseconds, CloseReason, ConnectionId]>(
    'UPDATE connections SET ended_at = ?, close_reason = ? WHERE id = ? AND ended_at IS NULL',
  )
  const listUnended = db.prepare<[], UnendedConnection>(
    `SELECT connections.id AS connectionId, channel_id AS channelId, system_id AS systemId,
       coalesce(json_extract(settings, '$.event_webhook_url'), '') AS eventWebhookUrl,
       minutes, received_bytes AS receivedBytes
     FROM connections JOIN channels ON channels.id = channel_id
     WHERE ended_at IS NULL AND sfu_event IS NULL ORDER BY connections.created_at, connections.rowid`,
  )
  const lastEnd = db.prepare<[ChannelId], { at: EpochMilliseconds; reason: CloseReason }>(
    `SELECT ended_at AS at, close_reason AS reason FROM connections
     WHERE channel_id = ? AND ended_at IS NOT NULL ORDER BY ended_at DESC, rowid DESC LIMIT 1`,
  )
  return {
    insert: (connection: NewConnection) => void insert.run(connection),
    setUsage: (id, minutes, receivedBytes) => void setUsage.run(minutes, receivedBytes, id),
    setPlaylistReady: (id, at) => void setPlaylistReady.run(at, id),
    end: (id, at, reason) => void end.run(at, reason, id),
    listUnended: () => listUnended.all(),
    lastEnd: (channelId) => lastEnd.get(channelId) ?? null,
  }
}
