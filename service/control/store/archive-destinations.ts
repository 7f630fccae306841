import type { ArchiveDestinationId, SystemId } from '../../contract/ids.ts'
import type { ArchiveDestinationRepository, StoredDestination } from '../archive/repository.ts'
import type { Database } from './database.ts'

interface Row {
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

export function archiveDestinationRepository({ prepare }: Database): ArchiveDestinationRepository {
  const insert = prepare<Omit<StoredDestination, 'settings'> & { settings: string }>(
    `INSERT INTO archive_destinations (id, system_id, bucket_uri, settings, sealed_secrets, created_at)
     VALUES (@id, @systemId, @bucketUri, @settings, @sealedSecrets, @createdAt)`,
  )
  const find = prepare<[string, SystemId], Row>(
    'SELECT * FROM archive_destinations WHERE id = ? AND system_id = ? AND deleted_at IS NULL',
  )
  const list = prepare<[SystemId], Pick<StoredDestination, 'id' | 'bucketUri'>>(
    `SELECT id, bucket_uri AS bucketUri FROM archive_destinations
     WHERE system_id = ? AND deleted_at IS NULL ORDER BY created_at, rowid`,
  )
  const countChannels = prepare<[SystemId, ArchiveDestinationId], number>(
    `SELECT count(*) FROM channels WHERE system_id = ? AND deleted_at IS NULL AND EXISTS (
       SELECT 1 FROM json_each(channels.settings, '$.hls') AS rendition
       WHERE rendition.value ->> '$.archive.archive_destination_id' = ?
     )`,
  ).pluck()
  const markDeleted = prepare<[number, ArchiveDestinationId]>(
    'UPDATE archive_destinations SET deleted_at = ?, sealed_secrets = NULL WHERE id = ?',
  )
  return {
    insert: (destination) =>
      void insert.run({ ...destination, settings: JSON.stringify(destination.settings) }),
    find(systemId, id) {
      const row = find.get(id, systemId)
      return row ? fromRow(row) : null
    },
    list: (systemId) => list.all(systemId),
    countChannels: (systemId, id) => countChannels.get(systemId, id) ?? 0,
    markDeleted: (id, at) => void markDeleted.run(at, id),
  }
}
