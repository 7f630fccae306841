import type { DoorOutcome } from '../../contract/console/access.ts'
import type { ChannelId, SystemId } from '../../contract/ids.ts'
import { DAY } from '../../contract/units.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { NO_ACCESS_ROW } from '../access/repository.ts'
import type { AccessRepository, AccessRow, Comer, DoorRow, MadeAddress } from '../access/repository.ts'
import type { Database } from './database.ts'

type Row = Omit<AccessRow, 'requireKey' | 'addressesExpire'> & {
  requireKey: number
  addressesExpire: number
}

const KEPT = 20
/** Of addresses that have ended. */
const KEPT_AFTER_END: Milliseconds = 30 * DAY
const ADMITTED: readonly DoorOutcome[] = ['with-key', 'without-key', 'by-delivery', 'by-console']
const IS_ADMITTED = `outcome IN (${ADMITTED.map((outcome) => `'${outcome}'`).join(', ')})`

const ADDRESS = `id, channel_id AS channelId, label, made_at AS madeAt, made_by AS madeBy,
  expires_at AS expiresAt, revoked_at AS revokedAt`

export function accessRepository(database: Database): AccessRepository {
  return { ...settings(database), ...addresses(database), ...door(database) }
}

type Settings = 'find' | 'write' | 'scheduleEnd' | 'scheduleAddressesExpire' | 'setScheduleAddressesExpire'

function settings({ prepare, remembered }: Database): Pick<AccessRepository, Settings> {
  const find = prepare<[ChannelId], Row>(
    `SELECT key_hash AS keyHash, sealed_key AS sealedKey, key_tail AS keyTail, require_key AS requireKey,
       addresses_expire AS addressesExpire, delivered_until AS deliveredUntil,
       changed_at AS changedAt, changed_by AS changedBy
     FROM channel_access WHERE channel_id = ?`,
  )
  const write = prepare<[Row & { channelId: ChannelId }]>(
    `INSERT OR REPLACE INTO channel_access (channel_id, key_hash, sealed_key, key_tail, require_key, addresses_expire,
       delivered_until, changed_at, changed_by)
     VALUES (@channelId, @keyHash, @sealedKey, @keyTail, @requireKey, @addressesExpire, @deliveredUntil, @changedAt,
       @changedBy)`,
  )
  const scheduleEnd = prepare<[ChannelId], { endsAt: number }>(
    'SELECT ends_at AS endsAt FROM schedules WHERE channel_id = ?',
  )
  const ofSchedules = prepare<[SystemId], { expire: number }>(
    'SELECT schedule_addresses_expire AS expire FROM systems WHERE id = ?',
  )
  const setOfSchedules = prepare<[number, SystemId]>(
    'UPDATE systems SET schedule_addresses_expire = ? WHERE id = ?',
  )
  const schedulesExpire = remembered(
    (systemId: SystemId) => ofSchedules.get(systemId) ?? { expire: 0 },
    ['systems'],
  )
  return {
    find: remembered((channelId: ChannelId) => {
      const row = find.get(channelId)
      if (!row) return NO_ACCESS_ROW
      return { ...row, requireKey: row.requireKey === 1, addressesExpire: row.addressesExpire === 1 }
    }),
    write: (channelId, { requireKey, addressesExpire, ...row }) =>
      void write.run({
        ...{ ...row, channelId },
        requireKey: Number(requireKey),
        addressesExpire: Number(addressesExpire),
      }),
    scheduleEnd: (channelId) => scheduleEnd.get(channelId)?.endsAt ?? null,
    scheduleAddressesExpire: (systemId) => schedulesExpire(systemId).expire === 1,
    setScheduleAddressesExpire: (systemId, on) => void setOfSchedules.run(Number(on), systemId),
  }
}

function addresses({
  prepare,
}: Database): Pick<AccessRepository, 'addAddress' | 'addresses' | 'revoke' | 'revoked'> {
  const add = prepare<[MadeAddress]>(
    `INSERT INTO playlist_addresses (id, channel_id, label, made_at, made_by, expires_at, revoked_at)
     VALUES (@id, @channelId, @label, @madeAt, @madeBy, @expiresAt, @revokedAt)`,
  )
  const list = prepare<[ChannelId, number], MadeAddress>(
    `SELECT ${ADDRESS} FROM playlist_addresses
     WHERE channel_id = ? AND min(expires_at, coalesce(revoked_at, expires_at)) >= ?
     ORDER BY made_at DESC, rowid DESC`,
  )
  const revoke = prepare<[number, ChannelId, string, number]>(
    `UPDATE playlist_addresses SET revoked_at = ?
     WHERE channel_id = ? AND id = ? AND revoked_at IS NULL AND expires_at > ?`,
  )
  const revoked = prepare<[ChannelId, number], { id: string }>(
    `SELECT id FROM playlist_addresses WHERE channel_id = ? AND revoked_at IS NOT NULL AND expires_at > ?`,
  )
  const forgetOld = prepare<[ChannelId, number]>(
    'DELETE FROM playlist_addresses WHERE channel_id = ? AND expires_at < ?',
  )
  return {
    addAddress: (address) => {
      forgetOld.run(address.channelId, address.madeAt - KEPT_AFTER_END)
      add.run(address)
    },
    addresses: (channelId, since) => list.all(channelId, since),
    revoke: (channelId, id, at) => revoke.run(at, channelId, id, at).changes > 0,
    revoked: (channelId, now) => revoked.all(channelId, now).map(({ id }) => id),
  }
}

function door(database: Database): Pick<AccessRepository, 'came' | 'door'> {
  const { prepare } = database
  const insert = prepare<[Comer]>(
    `INSERT INTO door_entries (channel_id, kind, outcome, name, remote_address, connection_id, times, at)
     VALUES (@channelId, @kind, @outcome, @name, @remoteAddress, @connectionId, 1, @at)`,
  )
  // It moves to the end: the order is that in which they last came.
  const again = prepare<[Comer & { since: number }]>(
    `UPDATE door_entries SET times = times + 1, at = @at,
       sequence = (SELECT max(sequence) + 1 FROM door_entries)
     WHERE sequence = (SELECT max(sequence) FROM door_entries
       WHERE channel_id = @channelId AND kind = @kind AND outcome = @outcome AND name = @name
         AND remote_address = @remoteAddress AND at >= @since)`,
  )
  const forget = prepare<[Comer & { admitted: number }]>(
    `DELETE FROM door_entries WHERE channel_id = @channelId AND kind = @kind AND (${IS_ADMITTED}) = @admitted
       AND sequence NOT IN (SELECT sequence FROM door_entries
         WHERE channel_id = @channelId AND kind = @kind AND (${IS_ADMITTED}) = @admitted
         ORDER BY sequence DESC LIMIT ${KEPT})`,
  )
  const list = prepare<[ChannelId], DoorRow>(
    `SELECT channel_id AS channelId, kind, outcome, name, remote_address AS remoteAddress,
       connection_id AS connectionId, times, at
     FROM door_entries WHERE channel_id = ? ORDER BY sequence DESC`,
  )
  return {
    came: (comer, since) =>
      database.transaction(() => {
        const isAdmitted = ADMITTED.includes(comer.outcome)
        if (!isAdmitted && again.run({ ...comer, since }).changes > 0) return
        insert.run(comer)
        forget.run({ ...comer, admitted: Number(isAdmitted) })
      }),
    door: (channelId) => list.all(channelId),
  }
}
