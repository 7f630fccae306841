/** Requests and responses of the live API's own operations (specification: Live API). */
import { z } from 'zod'
import { breaks } from './refusal/carried.ts'
import { renditionsSchema } from './rendition.ts'
import { secret } from './secret.ts'
import { idText, isUrl, textOf } from './text.ts'

/** May be empty: typed clients fill every member, and what is empty is not given. */
const orEmpty = (max: number) => textOf(0, max, breaks('maxCharacters', { max }))

/** The key's address stands before every segment of a playlist, so that it has to be short. */
const MAX_URL = 2048
const webhookUrl = orEmpty(MAX_URL)
  .refine((s) => s === '' || isUrl(s, ['http:', 'https:']), breaks('url'))
  .default('')
const encryptKeyUri = orEmpty(MAX_URL)
  .refine((s) => s === '' || isUrl(s, ['https:']), breaks('httpsUrl'))
  .default('')
  .describe('https URL of the member-authentication API, which hands out keys. Empty: no encryption.')

const webhooks = {
  auth_webhook_url: webhookUrl.describe('Asked before each connection. Empty: every connection is allowed.'),
  event_webhook_url: webhookUrl.describe('Told what happens on the channel. Empty: no event webhooks.'),
}

/** 0 is the normal environment, 1 the verification environment. */
export const ENVIRONMENTS = [0, 1] as const
export type Environment = (typeof ENVIRONMENTS)[number]
const environment = z
  .literal(ENVIRONMENTS, { error: breaks('environment') })
  .default(0)
  .describe('0: normal environment, 1: verification environment.')

export const createRtmpChannelRequest = z.object({
  hls: renditionsSchema,
  encrypt_key_uri: encryptKeyUri,
  ...webhooks,
})
export const createRtmpChannelResponse = z.strictObject({
  channel_id: idText,
  ingest_url: idText.describe('Where to publish by RTMP.'),
  playlist_url: idText.describe('HLS playlist that shows the newest connection.'),
})

export const createMultistreamChannelRequest = z.object({ ...webhooks, environment })
export const createMultistreamChannelWithHlsRequest = z.object({
  hls: renditionsSchema,
  encrypt_key_uri: encryptKeyUri,
  ...webhooks,
  environment,
})
export const createMultistreamChannelResponse = z.strictObject({
  channel_id: idText,
  sfu_url: idText.describe('Signaling URL that the broadcaster connects to.'),
})

export const channelIdRequest = z.object({ channel_id: idText })
export const emptyRequest = z.object({})
export const emptyResponse = z.strictObject({})

export const listPlaylistUrlsResponse = z.strictObject({
  channel_id: idText,
  hls: z.array(z.strictObject({ connection_id: idText, playlist_url: idText })),
})

export const listChannelIdsResponse = z.strictObject({ channel_ids: z.array(idText) })

export const getEncryptKeyRequest = z.object({
  kid: idText.describe('Key id, as EXT-X-KEY of the playlist has it.'),
})
export const getEncryptKeyResponse = z.strictObject({
  encrypt_key: secret('encrypt_key', z.string().regex(/^[0-9a-f]{32}$/)).describe(
    'AES-128 key, 32 hexadecimal digits.',
  ),
})

const short = textOf(1, 1024)
const ofStore = orEmpty(1024)
/** Which members go with which kind of store is checked by the archive's own rules, scheme by scheme. */
export const createArchiveDestinationRequest = z.object({
  bucket_uri: short.describe(
    '`s3://<bucket>/<path>/`, `gs://<bucket>/<path>`, `azblob://<container>/<path>` or `file:///<path>`; the path may be empty.',
  ),
  s3_end_point: ofStore
    .optional()
    .describe('S3-compatible stores other than S3 itself only: a URL, or a host that is asked by https.'),
  s3_region: ofStore.optional().describe('`s3://` only.'),
  s3_access_key_id: ofStore.optional().describe('`s3://` only.'),
  s3_secret_access_key: secret('s3_secret_access_key', ofStore).optional().describe('`s3://` only.'),
  gs_credential_json: secret('gs_credential_json', orEmpty(65_536))
    .optional()
    .describe('`gs://` only: the credential JSON as a string.'),
  blob_account: ofStore.optional().describe('`azblob://` only: name of the storage account.'),
  blob_key: secret('blob_key', ofStore).optional().describe('`azblob://` only: access key of the account.'),
})
export const archiveDestinationIdRequest = z.object({ archive_destination_id: idText })
export const createArchiveDestinationResponse = z.strictObject({ archive_destination_id: idText })
export const listArchiveDestinationsResponse = z.strictObject({
  destinations: z.array(z.strictObject({ archive_destination_id: idText, bucket_uri: idText })),
})

export const liveErrorResponse = z.strictObject({
  error_type: z.string(),
  error_reason: z
    .union([z.string(), z.array(z.strictObject({ member: z.string(), rule: z.string() }))])
    .optional(),
})

/** Settings of a channel, as created, by its kind. */
export type RtmpChannelSettings = z.output<typeof createRtmpChannelRequest>
export type WebrtcChannelSettings = z.output<typeof createMultistreamChannelRequest>
export type WebrtcHlsChannelSettings = z.output<typeof createMultistreamChannelWithHlsRequest>
/** What is asked of a new archive destination; holds secrets. */
export type ArchiveDestinationRequest = z.output<typeof createArchiveDestinationRequest>
