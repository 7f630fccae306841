/**
 * What rows of a file have to be before they are taken for the state: by the rules that the APIs hold their
 * callers to, wherever something becomes a path, an address, an id, a secret or a setting. Lengths and numbers
 * of all columns are held beside them, by the store.
 */
import { z } from 'zod'
import { RECORDED_FILE_KINDS } from '../../contract/archive.ts'
import { DOOR_OUTCOMES, doorEntry } from '../../contract/console/access.ts'
import { scriptedAnswer } from '../../contract/console/catchers.ts'
import { healthEvent } from '../../contract/console/health.ts'
import { INCIDENT_KINDS, incidentStep } from '../../contract/console/incidents.ts'
import { setOriginsRequest } from '../../contract/console/installation.ts'
import { publishTarget } from '../../contract/console/publishing.ts'
import { RECORDING_STATES } from '../../contract/console/words.ts'
import { ID_PATTERN } from '../../contract/ids.ts'
import {
  createArchiveDestinationRequest,
  createMultistreamChannelRequest,
  createMultistreamChannelWithHlsRequest,
  createRtmpChannelRequest,
} from '../../contract/live-api.ts'
import { emailSchema, nameSchema } from '../../contract/option-api.ts'
import { MAX_QUOTA, QUOTA_NAMES } from '../../contract/quotas.ts'
import { breaks, carried } from '../../contract/refusal/carried.ts'
import { MAX_RENDITIONS, renditionSchema } from '../../contract/rendition.ts'
import { isUrl, nameOf, textOf } from '../../contract/text.ts'
import { BucketUriFault, kindOf, parseFolderUri, parseStoreUri } from '../archive/bucket-uri.ts'
import { isOwnFolder } from '../archive/recording-folders.ts'
import { timeZoneSchema } from '../system/settings.ts'

const STORED = { error: breaks('stored') }
const like = (pattern: RegExp) => z.string(STORED).regex(pattern, STORED)
const id = like(ID_PATTERN)
const oneOf = (words: readonly string[]) => z.enum(words, STORED)
const url = textOf(0, 2048).refine((text) => isUrl(text, ['http:', 'https:']), breaks('url'))
const orEmpty = <T extends z.ZodType>(schema: T) => z.union([z.literal(''), schema])
const title = nameOf(0, 60)

/** Argon2id within limits that a sign-in can take (PHC string format); empty: nobody signs in by it. */
const passwordHash = orEmpty(
  like(
    /^\$argon2id\$v=19\$m=[1-9]\d{0,5},t=[1-9]\d?,p=[1-9]\d?\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/,
  ),
)
/** A truth value of SQLite. */
const flag = z.int().min(0).max(1)
const tokenHash = like(/^[0-9a-f]{64}$/)

/** JSON of a form. */
const json = (schema: z.ZodType) =>
  z.string(STORED).transform((text, context) => {
    try {
      const { success, error } = schema.safeParse(JSON.parse(text))
      if (success) return text
      for (const { path, message } of error.issues) context.addIssue({ code: 'custom', path, message })
    } catch {
      context.addIssue(breaks('stored'))
    }
    return z.NEVER
  })

const count = z.int().min(0)
const fault = json(
  z.object({
    ...{ kind: z.string(), status: z.int().nullable(), code: z.string(), message: z.string() },
    retryAfterMs: z.number().min(0).nullable(),
  }),
)
/** More than this is in no part of any upload. */
const MAX_PART = 1024 ** 3
const uploadState = json(
  z.object({
    uploadId: textOf(0, 4096),
    partBytes: z.int().min(1).max(MAX_PART),
    parts: z.array(textOf(0, 1024)).max(100_000),
  }),
)
const headers = json(z.record(z.string(), z.string()))

/** As a request may have them. */
const publishColumns = {
  ...{ destination_id: id, prefix: publishTarget.shape.prefix, keep: flag },
  public_base: publishTarget.shape.publicBase,
}

const SETTINGS = {
  rtmp: createRtmpChannelRequest,
  webrtc: createMultistreamChannelRequest,
  'webrtc-hls': createMultistreamChannelWithHlsRequest,
} as const
const channel = z.discriminatedUnion(
  'kind',
  Object.entries(SETTINGS).map(([kind, settings]) =>
    z.object({
      ...{ kind: z.literal(kind), settings: json(settings) },
      ...{ id, system_id: id, token_id: id, name: title, label: title },
    }),
  ) as unknown as [z.ZodObject<{ kind: z.ZodLiteral<string> }>],
  STORED,
)

/** Members that may lie open; the sealed ones are held to their rules when they are opened. */
const destinationSettings = json(
  createArchiveDestinationRequest
    .pick({ s3_end_point: true, s3_region: true, s3_access_key_id: true, blob_account: true })
    .strict(),
)
const ID = ID_PATTERN.source.slice(1, -1)
const RECORDING_PATH = new RegExp(`^${ID}/${ID}/r\\d{1,2}(-\\d{1,6})?/$`)
const FILE_NAME = /^(init-\d{1,9}\.mp4|\d{6,12}\.m4s|index\.m3u8|recording\.mp4)$/

export type RowRules = Readonly<Record<string, z.ZodType>>

/** Made once: schemas compile themselves. */
let made: { readonly dataDir: string; readonly rules: RowRules } | null = null

/** Rules of the columns that have some, by table. @param dataDir where no destination may be */
export function rowRules(dataDir: string): RowRules {
  if (made?.dataDir !== dataDir) made = { dataDir, rules: rulesFor(dataDir) }
  return made.rules
}

function rulesFor(dataDir: string): RowRules {
  return {
    systems: z.object({
      ...{ id, name: title, time_zone: timeZoneSchema, access_code_hash: passwordHash },
      webhook_secret: orEmpty(like(/^whsec_[A-Za-z0-9+/]{16,200}={0,2}$/)),
    }),
    system_quotas: z.object({ system_id: id, name: oneOf(QUOTA_NAMES), most: count.min(1).max(MAX_QUOTA) }),
    users: z.object({ system_id: id, name: title, email: emailSchema, password_hash: passwordHash }),
    access_tokens: z.object({
      ...{ id, system_id: id, name: title, hash: tokenHash, kind: oneOf(['api', 'console']) },
    }),
    channels: channel,
    channel_access: z.object({
      ...{ channel_id: id, key_hash: tokenHash.nullable(), key_tail: like(/^[\w-]{4}$/).nullable() },
      ...{ require_key: flag, addresses_expire: flag, changed_by: title.nullable() },
    }),
    playlist_addresses: z.object({ id, channel_id: id, label: title, made_by: title }),
    door_entries: z.object({
      ...{ channel_id: id, kind: doorEntry.shape.kind, outcome: oneOf(DOOR_OUTCOMES) },
      connection_id: id.nullable(),
    }),
    connections: z.object({ id, channel_id: id, sfu_event: json(z.looseObject({})).nullable() }),
    encryption_keys: z.object({
      ...{ kid: id, connection_id: id, channel_id: id, key_hex: like(/^[0-9a-f]{32}$/) },
    }),
    webhook_events: z.object({
      ...{ id, system_id: id, channel_id: id, connection_id: id.nullable(), url },
      ...{ kind: oneOf(['event', 'auth']), body: json(z.looseObject({})) },
      state: oneOf(['pending', 'delivered', 'dead', 'allowed', 'denied']),
    }),
    webhook_attempts: z.object({
      ...{ event_id: id, request_headers: headers.nullable(), response_headers: headers.nullable() },
    }),
    webhook_endpoints: z.object({ system_id: id, url }),
    webhook_endpoint_slots: z.object({ system_id: id, url }),
    webhook_pauses: z.object({ system_id: id, url }),
    idempotency_keys: z.object({
      owner: like(/^(user:\d+|[0-9A-HJKMNP-TV-Z]{26})$/),
      response: json(z.json()),
    }),
    allowed_origins: z.object({ origin: setOriginsRequest.shape.origins.element }),
    schedules: z.object({
      ...{ id, system_id: id, channel_id: id, name: nameSchema, created_by_name: title },
      renditions: json(z.array(renditionSchema).max(MAX_RENDITIONS)),
    }),
    chat_messages: z.object({ id, schedule_id: id, user_name: title, body: textOf(1, 50) }),
    archive_destinations: z.object({
      ...{ id, system_id: id, bucket_uri: bucketUri(dataDir), settings: destinationSettings },
      trouble_fault: fault.nullable(),
    }),
    system_publishing: z.object({ ...publishColumns, system_id: id }),
    channel_publishing: z.object({
      ...{ channel_id: id, changed_by: title, destination_id: id.nullable(), keep: flag.nullable() },
      prefix: publishColumns.prefix.nullable(),
      public_base: publishColumns.public_base.nullable(),
    }),
    published_places: z.object({
      ...{ channel_id: id, system_id: id, destination_id: id, prefix: publishColumns.prefix, keep: flag },
    }),
    channel_low_latency: z.object({ channel_id: id, is_on: flag }),
    recordings: z.object({
      ...{ id, system_id: id, channel_id: id, connection_id: id, destination_id: id },
      ...{ event_webhook_url: orEmpty(url), schedule_id: id.nullable(), path: like(RECORDING_PATH) },
      ...{ state: oneOf(RECORDING_STATES), last_fault: fault.nullable() },
    }),
    recording_files: z.object({
      ...{ recording_id: id, kind: oneOf(RECORDED_FILE_KINDS), name: like(FILE_NAME) },
      ...{ md5: like(/^[0-9a-f]{32}$/), upload_state: uploadState.nullable() },
    }),
    recording_rules: z.object({ system_id: id, keep_days: count.min(1).max(36_500) }),
    catchers: z.object({ name: like(/^[a-z0-9-]{1,40}$/), system_id: id, answer: json(scriptedAnswer) }),
    caught_requests: z.object({ catcher: like(/^[a-z0-9-]{1,40}$/), headers }),
    incidents: z.object({
      ...{ id, system_id: id, kind: oneOf(INCIDENT_KINDS), channel_id: id.nullable() },
      ...{ schedule_id: id.nullable(), name: title, steps: json(z.array(incidentStep)) },
    }),
    installation_low_latency: z.object({ is_on: flag }),
    health_sessions: z.object({ channel_id: id }),
    health_events: z.object({ event: json(healthEvent) }),
  }
}

/** As a request may have it, and nowhere that the service keeps its own. */
function bucketUri(dataDir: string): z.ZodType {
  return z.string(STORED).transform((uri, context) => {
    try {
      const kind = kindOf(uri)
      if (kind !== 'file') parseStoreUri(kind, uri)
      else if (isOwnFolder(dataDir, parseFolderUri(uri))) context.addIssue(breaks('notOwnFolder'))
      return uri
    } catch (error) {
      if (!(error instanceof BucketUriFault)) throw error
      context.addIssue(carried(error.broken))
      return z.NEVER
    }
  })
}
