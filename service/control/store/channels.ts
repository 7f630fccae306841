import type { AccessTokenId, ChannelId, SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Channel, ChannelKind, ChannelSpec } from '../channel/channel.ts'
import type { ChannelRepository } from '../channel/repository.ts'
import type { AccessTokenKind } from '../identity/user.ts'
import type { Database } from './database.ts'
import { sharingJson } from './sharing-json.ts'

interface Row {
  id: ChannelId
  system_id: SystemId
  token_id: AccessTokenId
  token_name: string
  token_kind: AccessTokenKind
  name: string
  label: string
  settings: string
  kind: ChannelKind
  made_for_schedule: number
  created_at: number
}

const fromRow = (row: Row, settings: unknown = JSON.parse(row.settings)): Channel => ({
  channelId: row.id,
  systemId: row.system_id,
  tokenId: row.token_id,
  tokenName: row.token_name,
  madeVia: row.made_for_schedule === 1 ? 'schedule' : row.token_kind,
  name: row.name,
  label: row.label,
  // Written by `insert` below after the request was checked.
  ...({ kind: row.kind, settings } as ChannelSpec),
  createdAt: row.created_at,
})

/** Read at a time where there may be very many. */
const PAGE = 200

/** A channel without a name of its own is called as its schedule. */
const SELECT = `SELECT channels.*, channels.rowid AS position, coalesce(nullif(channels.name, ''), schedules.name, '') AS name,
    access_tokens.name AS token_name, access_tokens.kind AS token_kind
  FROM channels JOIN access_tokens ON access_tokens.id = channels.token_id
    LEFT JOIN schedules ON schedules.channel_id = channels.id
  WHERE channels.deleted_at IS NULL`

/** Channels of a system made later, or stored later where made at the same time. */
interface Page {
  readonly systemId: SystemId
  readonly createdAt: EpochMilliseconds
  readonly position: number
}

function fromRows(rows: readonly Row[]): Channel[] {
  const settingsIn = sharingJson<unknown>()
  return rows.map((row) => fromRow(row, settingsIn(row.settings)))
}

/** What a channel tells of the token it was made with. */
type MakerRow = Pick<Row, 'token_name' | 'token_kind'>

export function channelRepository({ prepare, remembered }: Database): ChannelRepository {
  const insert = prepare<[ChannelId, SystemId, AccessTokenId, string, string, string, number, number]>(
    'INSERT INTO channels (id, system_id, token_id, kind, name, settings, created_at, made_for_schedule) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const maker = prepare<[AccessTokenId], MakerRow>(
    'SELECT name AS token_name, kind AS token_kind FROM access_tokens WHERE id = ?',
  )
  const makerOf = remembered(
    (tokenId: AccessTokenId): MakerRow => {
      const row = maker.get(tokenId)
      if (!row) throw new Error('a channel is made with a token that there is not')
      return row
    },
    ['access_tokens'],
  )
  const find = prepare<[string], Row>(`${SELECT} AND channels.id = ?`)
  const list = prepare<[SystemId], Row>(
    `${SELECT} AND channels.system_id = ? ORDER BY channels.created_at, channels.rowid`,
  )
  const listAfter = prepare<Page, Row & { position: number }>(
    `${SELECT} AND channels.system_id = @systemId AND (channels.created_at, channels.rowid) > (@createdAt, @position)
     ORDER BY channels.created_at, channels.rowid LIMIT ${PAGE}`,
  )
  function* each(systemId: SystemId): Iterable<Channel> {
    let last: Omit<Page, 'systemId'> | null = { createdAt: -Infinity, position: 0 }
    while (last) {
      const rows: (Row & { position: number })[] = listAfter.all({ systemId, ...last })
      yield* fromRows(rows)
      const end = rows[PAGE - 1]
      last = end ? { createdAt: end.created_at, position: end.position } : null
    }
  }
  const listIds = prepare<[SystemId], { id: ChannelId }>(
    'SELECT id FROM channels WHERE system_id = ? AND deleted_at IS NULL ORDER BY created_at, rowid',
  )
  const listAllIds = prepare<[], { id: ChannelId }>('SELECT id FROM channels WHERE deleted_at IS NULL')
  const rename = prepare<[string, ChannelId]>(
    'UPDATE channels SET name = ? WHERE id = ? AND deleted_at IS NULL',
  )
  const setLabel = prepare<[string, ChannelId]>(
    'UPDATE channels SET label = ? WHERE id = ? AND deleted_at IS NULL',
  )
  const markDeleted = prepare<[number, ChannelId]>(
    'UPDATE channels SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL',
  )
  return {
    insert({ channelId, systemId, tokenId, kind, name, settings, createdAt, forSchedule }) {
      const json = JSON.stringify(settings)
      const isForSchedule = Number(forSchedule)
      insert.run(channelId, systemId, tokenId, kind, name, json, createdAt, isForSchedule)
      return fromRow({
        ...{ id: channelId, system_id: systemId, token_id: tokenId, ...makerOf(tokenId) },
        ...{ kind, settings: json, name, label: '', created_at: createdAt, made_for_schedule: isForSchedule },
      })
    },
    find(channelId) {
      const row = find.get(channelId)
      return row ? fromRow(row) : null
    },
    list: (systemId) => fromRows(list.all(systemId)),
    each,
    listIds: remembered((systemId: SystemId) => listIds.all(systemId).map(({ id }) => id), ['channels']),
    listAllIds: () => listAllIds.all().map(({ id }) => id),
    rename: (channelId, name) => rename.run(name, channelId).changes > 0,
    setLabel: (channelId, label) => setLabel.run(label, channelId).changes > 0,
    markDeleted: (channelId, at) => markDeleted.run(at, channelId).changes > 0,
  }
}
