/** Rows that connections and webhooks belong to, for tests below the APIs. */
import { randomBytes } from 'node:crypto'
import {
  createMultistreamChannelRequest,
  createMultistreamChannelWithHlsRequest,
  createRtmpChannelRequest,
} from '../../service/contract/live-api.ts'
import type { AccessTokenId, ChannelId, SystemId } from '../../service/contract/ids.ts'
import type { Channel } from '../../service/control/channel/channel.ts'
import type { HlsChannel, RtmpChannel } from '../../service/control/connection/dependencies.ts'
import type { Database } from '../../service/control/store/database.ts'
import { newId } from '../../service/platform/ids.ts'

type WebrtcHlsChannel = Extract<HlsChannel, { kind: 'webrtc-hls' }>

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
  const parsed = createRtmpChannelRequest.parse({ hls: HLS, ...settings })
  return insertChannel(db, system, { kind: 'rtmp', settings: parsed })
}

/** A channel for WebRTC clients. */
export function addWebrtcChannel(db: Database, system: SystemRows, settings: object = {}) {
  const parsed = createMultistreamChannelRequest.parse(settings)
  return insertChannel(db, system, { kind: 'webrtc' as const, settings: parsed })
}

/** One for WebRTC clients with HLS. */
export function addWebrtcHlsChannel(
  db: Database,
  system: SystemRows,
  settings: object = {},
): WebrtcHlsChannel {
  const none = { encrypt_key_uri: '', auth_webhook_url: '', event_webhook_url: '' }
  const parsed = createMultistreamChannelWithHlsRequest.parse({ hls: HLS, ...none, ...settings })
  return insertChannel(db, system, { kind: 'webrtc-hls', settings: parsed })
}

const VIDEO = { width: 640, height: 360, fps: 30, bps: 800_000 }
const HLS = [{ durationSeconds: 2, startTimeOffset: -2, video: VIDEO, audio: {} }]

function insertChannel<Spec extends Pick<Channel, 'kind' | 'settings'>>(
  db: Database,
  { systemId, tokenId }: SystemRows,
  spec: Spec,
): Spec & { channelId: ChannelId; systemId: SystemId } {
  const channelId = newId<ChannelId>()
  db.prepare(
    'INSERT INTO channels (id, system_id, token_id, kind, settings, created_at) VALUES (?, ?, ?, ?, ?, 0)',
  ).run(channelId, systemId, tokenId, spec.kind, JSON.stringify(spec.settings))
  return { ...spec, channelId, systemId }
}

export function deleteChannel(db: Database, channelId: ChannelId): void {
  db.prepare('UPDATE channels SET deleted_at = 1 WHERE id = ?').run(channelId)
}
