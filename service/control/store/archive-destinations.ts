import type { ArchiveDestinationId, SystemId } from '../../contract/ids.ts'
import type {
  ArchiveDestinationRepository,
  DestinationFacts,
  StoredDestination,
} from '../archive/repository.ts'
import type { DestinationTrouble } from '../archive/recording.ts'
import type { Database } from './database.ts'
import { faultOf } from './recordings.ts'

interface TroubleRow {
  trouble_fault: string | null
  trouble_since: number | null
  trouble_failures: number
  next_try_at: number | null
}

interface Row extends TroubleRow {
  id: ArchiveDestinationId
  system_id: SystemId
  bucket_uri: string
  settings: string
  sealed_secrets: Uint8Array | null
  created_at: number
}

const fromRow = (row: Row): StoredDestination => ({
  id: row.id,
  systemId: row.system_id,
  bucketUri: row.bucket_uri,
  // Written by `insert` below.
  settings: JSON.parse(row.settings) as StoredDestination['settings'],
  sealedSecrets: row.sealed_secrets,
  createdAt: row.created_at,
})

function troubleOf(row: TroubleRow | undefined): DestinationTrouble | null {
  const fault = faultOf(row?.trouble_fault ?? null)
  if (!row || !fault || row.trouble_since === null || row.next_try_at === null) return null
  const { trouble_since: since, trouble_failures: failures, next_try_at: nextTryAt } = row
  return { fault, since, failures, nextTryAt }
}

/** Channels that are not deleted and have a rendition archived at `destination`. */
const archivingTo = (destination: string) => `channels.deleted_at IS NULL AND EXISTS (
   SELECT 1 FROM json_each(channels.settings, '$.hls') AS rendition
   WHERE rendition.value ->> '$.archive.archive_destination_id' = ${destination})`
const UNFINISHED = "state IN ('recording', 'sealing', 'uploading')"

export function archiveDestinationRepository({ prepare }: Database): ArchiveDestinationRepository {
  const insert = prepare<Omit<StoredDestination, 'settings'> & { settings: string }>(
    `INSERT INTO archive_destinations (id, system_id, bucket_uri, settings, sealed_secrets, created_at)
     VALUES (@id, @systemId, @bucketUri, @settings, @sealedSecrets, @createdAt)`,
  )
  const setMembers = prepare<[string, Uint8Array | null, ArchiveDestinationId]>(
    'UPDATE archive_destinations SET settings = ?, sealed_secrets = ? WHERE id = ?',
  )
  const find = prepare<[string, SystemId], Row>(
    'SELECT * FROM archive_destinations WHERE id = ? AND system_id = ? AND deleted_at IS NULL',
  )
  const list = prepare<[SystemId], Pick<StoredDestination, 'id' | 'bucketUri'>>(
    `SELECT id, bucket_uri AS bucketUri FROM archive_destinations
     WHERE system_id = ? AND deleted_at IS NULL ORDER BY created_at, rowid`,
  )
  const made = prepare<[SystemId], Pick<StoredDestination, 'id' | 'bucketUri'>>(
    'SELECT id, bucket_uri AS bucketUri FROM archive_destinations WHERE system_id = ?',
  )
  const countChannels = prepare<[SystemId, ArchiveDestinationId], number>(
    `SELECT count(*) FROM channels WHERE system_id = ? AND ${archivingTo('?')}`,
  ).pluck()
  const countUnfinished = prepare<[ArchiveDestinationId], number>(
    `SELECT count(*) FROM recordings WHERE destination_id = ? AND ${UNFINISHED}`,
  ).pluck()
  const isPublished = prepare<{ id: ArchiveDestinationId }, number>(
    `SELECT EXISTS (SELECT 1 FROM system_publishing WHERE destination_id = @id)
       OR EXISTS (SELECT 1 FROM channel_publishing JOIN channels ON channels.id = channel_id
         WHERE destination_id = @id AND deleted_at IS NULL)
       OR EXISTS (SELECT 1 FROM published_places WHERE destination_id = @id)`,
  ).pluck()
  const listAll = prepare<[SystemId], Row>(
    `SELECT * FROM archive_destinations WHERE system_id = ? AND deleted_at IS NULL
     ORDER BY created_at, rowid`,
  )
  const channels = prepare<[SystemId, ArchiveDestinationId], { channelId: string; name: string }>(
    `SELECT id AS channelId, name FROM channels WHERE system_id = ? AND ${archivingTo('?')}
     ORDER BY created_at, rowid`,
  )
  const pending = prepare<[ArchiveDestinationId], { unfinished: number; pendingBytes: number }>(
    `SELECT count(*) AS unfinished, coalesce(sum(bytes - uploaded_bytes), 0) AS pendingBytes
     FROM recordings WHERE destination_id = ? AND ${UNFINISHED}`,
  )
  const trouble = prepare<[ArchiveDestinationId], TroubleRow>(
    `SELECT trouble_fault, trouble_since, trouble_failures, next_try_at FROM archive_destinations
     WHERE id = ?`,
  )
  const setTrouble = prepare<[string | null, number | null, number, number | null, ArchiveDestinationId]>(
    `UPDATE archive_destinations SET trouble_fault = ?, trouble_since = ?, trouble_failures = ?,
       next_try_at = ? WHERE id = ?`,
  )
  const markDeleted = prepare<[number, ArchiveDestinationId]>(
    'UPDATE archive_destinations SET deleted_at = ?, sealed_secrets = NULL WHERE id = ?',
  )
  return {
    insert: (destination) =>
      void insert.run({ ...destination, settings: JSON.stringify(destination.settings) }),
    setMembers: (id, { settings, sealedSecrets }) =>
      void setMembers.run(JSON.stringify(settings), sealedSecrets, id),
    find(systemId, id) {
      const row = find.get(id, systemId)
      return row ? fromRow(row) : null
    },
    list: (systemId) => list.all(systemId),
    made: (systemId) => made.all(systemId),
    countChannels: (systemId, id) => countChannels.get(systemId, id) ?? 0,
    isPublished: (id) => isPublished.get({ id }) === 1,
    countUnfinished: (id) => countUnfinished.get(id) ?? 0,
    facts: (systemId) =>
      listAll.all(systemId).map((row): DestinationFacts => {
        const { id, bucketUri, createdAt, settings } = fromRow(row)
        const { unfinished, pendingBytes } = pending.get(id) ?? { unfinished: 0, pendingBytes: 0 }
        const used = channels.all(systemId, id)
        return {
          ...{ id, bucketUri, createdAt, settings, channels: used, unfinished, pendingBytes },
          trouble: troubleOf(row),
        }
      }),
    trouble: (id) => troubleOf(trouble.get(id)),
    setTrouble(id, now) {
      const fault = now && JSON.stringify(now.fault)
      setTrouble.run(fault, now?.since ?? null, now?.failures ?? 0, now?.nextTryAt ?? null, id)
    },
    markDeleted: (id, at) => void markDeleted.run(at, id),
  }
}
