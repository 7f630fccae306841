/** Rows that connections and webhooks belong to, for tests below the APIs. */
import { randomBytes } from 'node:crypto'
import { createRtmpChannelRequest } from '../../service/contract/live-api.ts'
import type { AccessTokenId, ChannelId, SystemId } from '../../service/contract/ids.ts'
import type { ChannelSource, RtmpChannel } from '../../service/control/connection/dependencies.ts'
import type { Database } from '../../service/control/store/database.ts'
import { newId } from '../../service/platform/ids.ts'

export interface SystemRows {
  readonly systemId: SystemId
  readonly tokenId: AccessTokenId
  readonly webhookSecret: string
}

export function addSystem(db: Database): SystemRows {
  const systemId = newId<SystemId>()
  const tokenId = newId<AccessTokenId>()
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`
  db.prepare(
    `INSERT INTO systems (id, name, time_zone, access_code_hash, webhook_secret, created_at)
     VALUES (?, 'test', 'UTC', '', ?, 0)`,
  ).run(systemId, webhookSecret)
  db.prepare(
    `INSERT INTO access_tokens (id, system_id, name, hash, prefix, kind, created_at)
     VALUES (?, ?, 'test', ?, '', 'api', 0)`,
  ).run(tokenId, systemId, newId())
  return { systemId, tokenId, webhookSecret }
}

/** @param settings members of the creating request; a small rendition when `hls` is left out */
export function addChannel(db: Database, system: SystemRows, settings: object = {}): RtmpChannel {
  const video = { width: 640, height: 360, fps: 30, bps: 800_000 }
  const hls = [{ durationSeconds: 2, startTimeOffset: -2, video, audio: {} }]
  const parsed = createRtmpChannelRequest.parse({ hls, ...settings })
  const channelId = newId<ChannelId>()
  db.prepare(
    `INSERT INTO channels (id, system_id, token_id, kind, settings, created_at) VALUES (?, ?, ?, 'rtmp', ?, 0)`,
  ).run(channelId, system.systemId, system.tokenId, JSON.stringify(parsed))
  return { channelId, systemId: system.systemId, settings: parsed }
}

export function deleteChannel(db: Database, channelId: ChannelId): void {
  db.prepare('UPDATE channels SET deleted_at = 1 WHERE id = ?').run(channelId)
}

/** Channels as they are in the database. */
export function channelSource(db: Database): ChannelSource {
  const select = db.prepare<[string], { channelId: ChannelId; systemId: SystemId; settings: string }>(
    'SELECT id AS channelId, system_id AS systemId, settings FROM channels WHERE id = ? AND deleted_at IS NULL',
  )
  return {
    find(channelId) {
      const row = select.get(channelId)
      return row ? { ...row, settings: createRtmpChannelRequest.parse(JSON.parse(row.settings)) } : null
    },
  }
}
