/** Requests and responses of the live API that this version answers (specification: Live API). */
import { z } from 'zod'
import { renditionsSchema } from './rendition.ts'

const text = z.string({ error: 'must be a string' })
const id = z.string({ error: 'must be a string' }).min(1, 'must not be empty')

function isUrl(value: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return protocols.includes(url.protocol) && url.hostname !== '' && url.username === '' && url.password === ''
}

const webhookUrl = text.refine(
  (s) => s === '' || isUrl(s, ['http:', 'https:']),
  'must be an http or https URL without user name and password, or an empty string',
)
const encryptKeyUri = text.refine(
  (s) => s === '' || isUrl(s, ['https:']),
  'must be an https URL without user name and password, or an empty string',
)

export const createRtmpChannelRequest = z.object({
  hls: renditionsSchema,
  encrypt_key_uri: encryptKeyUri.default(''),
  auth_webhook_url: webhookUrl.default(''),
  event_webhook_url: webhookUrl.default(''),
})
export const createRtmpChannelResponse = z.strictObject({
  channel_id: id,
  ingest_url: id,
  playlist_url: id,
})

export const channelIdRequest = z.object({ channel_id: id })
export const emptyRequest = z.object({})
export const emptyResponse = z.strictObject({})

export const listPlaylistUrlsResponse = z.strictObject({
  channel_id: id,
  hls: z.array(z.strictObject({ connection_id: id, playlist_url: id })),
})

export const listChannelIdsResponse = z.strictObject({ channel_ids: z.array(id) })

export const getEncryptKeyRequest = z.object({ kid: id })
export const getEncryptKeyResponse = z.strictObject({ encrypt_key: z.string().regex(/^[0-9a-f]{32}$/) })

export const liveErrorResponse = z.strictObject({
  error_type: z.string(),
  error_reason: z
    .union([z.string(), z.array(z.strictObject({ member: z.string(), rule: z.string() }))])
    .optional(),
})

/** Settings of an RTMP channel, as created. */
export type RtmpChannelSettings = z.output<typeof createRtmpChannelRequest>
