/**
 * Every refusal of the service, in one table: its code, the values that it is worded with, its code in each
 * public API, and its English sentence where that says more than the meaning of the code there
 * (`contract/errors.ts`). The console has its own texts under the same codes.
 */
import { LIVE_ERRORS, OPTION_ERRORS } from '../errors.ts'
import type { LiveErrorCode, OptionErrorCode } from '../errors.ts'
import { QUOTA_WORDS } from '../quotas.ts'
import type { CountedQuota } from '../quotas.ts'
import type { NoValues } from './rules.ts'

/** `null`: the API has no such refusal; were it met there all the same, it would be a fault of ours. */
export interface RefusalSpec<Values> {
  readonly live: LiveErrorCode | null
  readonly option: OptionErrorCode | null
  readonly sentence?: (values: Values) => string
}

const refused = <Values = NoValues>(
  live: LiveErrorCode | null,
  option: OptionErrorCode | null,
  sentence?: (values: Values) => string,
): RefusalSpec<Values> => ({ live, option, ...(sentence && { sentence }) })

export const REFUSALS = {
  // What any listener may have to refuse before its own rules are asked
  MALFORMED_REQUEST: refused('MalformedRequest', 'MALFORMED_REQUEST'),
  HEADER_TWICE: refused<{ readonly header: string }>(
    'MalformedRequest',
    'MALFORMED_REQUEST',
    ({ header }) => `The header ${header} is given more than once.`,
  ),
  OTHER_LENGTH: refused(
    'MalformedRequest',
    'MALFORMED_REQUEST',
    () => 'The body is not as long as Content-Length says.',
  ),
  NO_MEDIA_TYPE: refused(
    'MalformedRequest',
    'MALFORMED_REQUEST',
    () => 'The header Content-Type is not a media type.',
  ),
  REQUEST_TIMEOUT: refused('RequestTimeout', 'REQUEST_TIMEOUT'),
  FORBIDDEN_HOST: refused('ForbiddenHost', 'FORBIDDEN_HOST'),
  FORBIDDEN_ORIGIN: refused('ForbiddenOrigin', 'FORBIDDEN_ORIGIN'),
  NO_SUCH_PATH: refused('PathNotFound', 'NOT_FOUND'),
  METHOD_NOT_ALLOWED: refused('UnexpectedMethod', 'METHOD_NOT_ALLOWED'),
  PAYLOAD_TOO_LARGE: refused('PayloadTooLarge', 'PAYLOAD_TOO_LARGE'),
  HEADERS_TOO_LARGE: refused('HeadersTooLarge', 'HEADERS_TOO_LARGE'),
  INTERNAL: refused('HandlerException', 'INTERNAL'),

  // Bodies that cannot be read
  NO_BODY: refused('MalformedJSON', 'BAD_JSON', () => 'There is no body; it must be a JSON object.'),
  NO_OBJECT: refused('MalformedJSON', 'BAD_JSON', () => 'The body must be a JSON object.'),
  BODY_ENCODED: refused<{ readonly encoding: string }>(
    'InvalidHeader',
    'MALFORMED_REQUEST',
    ({ encoding }) =>
      `The header Content-Encoding must be left out, not ${encoding}: a body is sent as it is.`,
  ),
  NO_UTF8: refused('MalformedJSON', 'BAD_JSON', () => 'The body is not valid UTF-8.'),
  NO_JSON: refused('MalformedJSON', 'BAD_JSON', () => 'The body is not valid JSON.'),
  NO_JSON_AT: refused<{ readonly position: number }>(
    'MalformedJSON',
    'BAD_JSON',
    ({ position }) => `The body is not valid JSON (at position ${position}).`,
  ),
  TOO_DEEP: refused('MalformedJSON', 'BAD_JSON', () => 'The body is nested too deeply.'),
  NO_UNICODE: refused('MalformedJSON', 'BAD_JSON', () => 'A string is not well-formed Unicode.'),
  FORBIDDEN_MEMBER: refused<{ readonly name: string }>(
    'MalformedJSON',
    'BAD_JSON',
    ({ name }) => `The body has a member named ${name}.`,
  ),
  MEMBER_TWICE: refused<{ readonly name: string }>(
    'MalformedJSON',
    'BAD_JSON',
    ({ name }) => `The body names a member twice: ${JSON.stringify(name)}.`,
  ),

  // Requests
  BAD_REQUEST: refused('InvalidJSON', 'BAD_REQUEST'),
  BAD_HEADER: refused('InvalidHeader', 'BAD_REQUEST'),
  IDEMPOTENCY_KEY_REUSED: refused('IDEMPOTENCY-KEY-REUSED', 'IDEMPOTENCY_KEY_REUSED'),
  NOT_FOUND: refused(null, 'NOT_FOUND'),
  NOT_EMULATED: refused(null, 'NOT_EMULATED'),
  CLOCK_BACK: refused(null, 'CLOCK_BACK'),
  CLOCK_MOVING: refused(null, 'CLOCK_MOVING'),
  NO_TARGET: refused('MissingHeaderName', null),
  MALFORMED_TARGET: refused('MissingService', null),
  UNKNOWN_PREFIX: refused('InvalidTarget', null),
  UNKNOWN_OPERATION: refused('SchemaNotFound', null),
  OTHER_VERSION: refused<{ readonly targets: readonly string[] }>(
    'SchemaNotFound',
    null,
    ({ targets }) => `There is no such operation in this version, but ${targets.join(', ')}.`,
  ),

  // Who may
  NOT_AUTHENTICATED: refused('Unauthorized', 'NOT_AUTHENTICATED'),
  LOGIN_FAILED: refused(null, 'LOGIN_FAILED'),
  ENTRY_USED: refused(null, 'LOGIN_FAILED', () => 'The link was used already, or is of an earlier start.'),
  TOO_MANY_ATTEMPTS: refused<{ readonly retryAfterSeconds: number }>(null, 'TOO_MANY_REQUESTS'),
  FORBIDDEN: refused(null, 'FORBIDDEN'),
  PERMISSION_NEEDED: refused<{ readonly permission: string }>(
    null,
    'FORBIDDEN',
    ({ permission }) => `This needs the permission ${permission}.`,
  ),
  GRANT_LACKING: refused<{ readonly permissions: readonly string[] }>(
    null,
    'FORBIDDEN',
    ({ permissions }) =>
      `Nobody can give a permission that they lack, be it with a new password: ${permissions.join(', ')}.`,
  ),
  MASTERS_ONLY: refused(null, 'FORBIDDEN', () => 'Only a master may do this.'),
  ONLY_LOOKING: refused(
    null,
    'FORBIDDEN',
    () => 'Who looks at the console as somebody else sees it changes nothing.',
  ),
  OWNERS_ONLY: refused(null, 'FORBIDDEN', () => 'Only masters of the first system may do this.'),
  LOCAL_ONLY: refused(null, 'FORBIDDEN', () => 'Catchers take requests of this machine only.'),
  EMAIL_TAKEN: refused(null, 'EMAIL_TAKEN'),
  LAST_MASTER: refused(null, 'LAST_MASTER'),
  MASTER_PERMISSIONS: refused(null, 'MASTER_PERMISSIONS'),
  SETUP_FINISHED: refused(null, 'FORBIDDEN', () => 'Set-up is finished.'),

  // Quotas of further systems
  QUOTA_REACHED: refused<{ readonly what: CountedQuota; readonly limit: number }>(
    'TooManyRequests',
    'TOO_MANY_REQUESTS',
    ({ what, limit }) =>
      `The system has ${limit} ${QUOTA_WORDS[what]}, as many as it may have. The owner of the installation sets that.`,
  ),
  TOO_MANY_CALLS: refused<{ readonly limit: number; readonly retryAfterSeconds: number }>(
    'TooManyRequests',
    'TOO_MANY_REQUESTS',
    ({ limit, retryAfterSeconds }) =>
      `More than ${limit} calls in a minute; try again after ${retryAfterSeconds} seconds.`,
  ),

  // Channels and their connections
  CHANNEL_NOT_FOUND: refused(
    'CHANNEL-NOT-FOUND',
    'NOT_FOUND',
    () => LIVE_ERRORS['CHANNEL-NOT-FOUND'].meaning,
  ),
  CHANNEL_DELETED: refused(null, 'CHANNEL_DELETED'),
  KEY_NOT_FOUND: refused('KEY-NOT-FOUND', 'NOT_FOUND', () => LIVE_ERRORS['KEY-NOT-FOUND'].meaning),
  NOT_A_WEBRTC_CHANNEL: refused('NOT-A-WEBRTC-CHANNEL', null),
  CHANNEL_OF_ANOTHER_TOKEN: refused('CHANNEL-OF-ANOTHER-TOKEN', null),
  CONNECTION_NOT_FOUND: refused('CONNECTION-NOT-FOUND', 'NOT_FOUND'),
  CLIENT_NOT_FOUND: refused('CLIENT-NOT-FOUND', null),
  SIMULCAST_NOT_ENABLED: refused('SIMULCAST-NOT-ENABLED', null),
  SPOTLIGHT_NOT_ENABLED: refused('SPOTLIGHT-NOT-ENABLED', null),
  ACCESS_OF_SCHEDULE: refused(
    null,
    'FORBIDDEN',
    () => 'Who may send to the channel of a schedule is for delivery to say.',
  ),
  KEY_CANNOT_BE_SHOWN: refused(
    null,
    'NOT_FOUND',
    () => 'There is no ingest key that can be shown; a new one can be made.',
  ),
  NO_PLAYLIST: refused(null, 'NOT_FOUND', () => 'The channel has no playlist.'),
  NO_PICTURE: refused(null, 'NOT_FOUND', () => 'The channel shows nothing now.'),

  // Media processes
  SERVICE_UNAVAILABLE: refused('ServiceUnavailable', 'SERVICE_UNAVAILABLE'),
  TEST_PICTURE_FAILED: refused(
    'ServiceUnavailable',
    'SERVICE_UNAVAILABLE',
    () => 'The test picture could not be put on air.',
  ),
  TEST_PICTURE_REFUSED: refused<{ readonly reason: string }>(
    'ServiceUnavailable',
    'SERVICE_UNAVAILABLE',
    ({ reason }) => `The test picture was refused: ${reason}`,
  ),
  TOO_MANY_REQUESTS: refused('TooManyRequests', 'TOO_MANY_REQUESTS'),
  TOO_MANY_SOCKETS: refused(null, 'SERVICE_UNAVAILABLE', () => 'Too many WebSockets are open.'),
  RESTARTING: refused(null, 'SERVICE_UNAVAILABLE', () => 'The service is about to start again.'),
  NOT_READY: refused<{ readonly parts: string }>(
    null,
    'SERVICE_UNAVAILABLE',
    ({ parts }) => `The service is not ready: ${parts}.`,
  ),

  // Archives and recordings
  UNKNOWN_DESTINATIONS: refused('ARCHIVE-DESTINATION-NOT-FOUND', 'BAD_REQUEST'),
  DESTINATION_NOT_FOUND: refused(
    'ARCHIVE-DESTINATION-NOT-FOUND',
    'NOT_FOUND',
    () => LIVE_ERRORS['ARCHIVE-DESTINATION-NOT-FOUND'].meaning,
  ),
  DESTINATION_IN_USE: refused<{ readonly channels: number; readonly recordings: number }>(
    'ARCHIVE-DESTINATION-IN-USE',
    null,
    ({ channels, recordings }) => {
      const using =
        channels === 1
          ? '1 channel that is not deleted archives to this destination'
          : `${channels} channels that are not deleted archive to this destination`
      const needing =
        recordings === 1
          ? '1 recording is on its way to this destination'
          : `${recordings} recordings are on their way to this destination`
      return `${[...(channels > 0 ? [using] : []), ...(recordings > 0 ? [needing] : [])].join(', and ')}.`
    },
  ),
  DESTINATION_PUBLISHED: refused(
    'ARCHIVE-DESTINATION-IN-USE',
    null,
    () => 'Live playlists are published to this destination, or are being removed from it.',
  ),
  ARCHIVE_SECRETS_LOCKED: refused(
    'ARCHIVE-SECRETS-LOCKED',
    'SERVICE_UNAVAILABLE',
    () => LIVE_ERRORS['ARCHIVE-SECRETS-LOCKED'].meaning,
  ),
  TESTS_RUNNING: refused<{ readonly count: number }>(
    null,
    'TOO_MANY_REQUESTS',
    ({ count }) => `${count} tests of destinations are running; each ends within a minute. Try again then.`,
  ),
  STILL_RECORDING: refused(null, 'STILL_RECORDING'),
  NOT_WAITING: refused(null, 'NOT_WAITING'),
  NOT_PLAYABLE: refused(null, 'NOT_PLAYABLE'),
  STORE_FAILED: refused<{ readonly words: string }>(null, 'STORE_FAILED', ({ words }) => words),

  // Schedules
  SCHEDULE_OVERLAP: refused(null, 'SCHEDULE_OVERLAP'),
  SCHEDULE_STARTED: refused(null, 'SCHEDULE_STARTED'),
  NOT_ON_AIR: refused(null, 'NOT_ON_AIR'),
  NO_HLS: refused(
    null,
    'NOT_ON_AIR',
    () =>
      'This schedule has no HLS conversion: it was registered with service_params [], so it never has a playlist.',
  ),

  // Webhooks and catchers
  NOT_REDELIVERABLE: refused(null, 'NOT_REDELIVERABLE'),
  CATCHER_NOT_FOUND: refused(null, 'NOT_FOUND', () => 'There is no catcher of this name.'),
  NAME_TAKEN: refused(null, 'NAME_TAKEN'),
  TOO_MANY_CATCHERS: refused(null, 'TOO_MANY_CATCHERS'),

  // The state as files
  ON_AIR: refused<{ readonly channels: readonly string[]; readonly others: number }>(
    null,
    'ON_AIR',
    ({ channels, others }) => {
      const theirs = others > 0 ? [`${others} of other systems`] : []
      return `End these channels first: ${[...channels, ...theirs].join(', ')}.`
    },
  ),
  STATE_NOT_OURS: refused(null, 'STATE_UNUSABLE', () => 'The file is no state that Airdesk exported.'),
  STATE_DAMAGED: refused(null, 'STATE_UNUSABLE', () => 'The file is damaged.'),
  STATE_WITHOUT_MASTER: refused(null, 'STATE_UNUSABLE', () => 'The file has no system with a master user.'),
  STATE_NEWER: refused<{ readonly found: number; readonly known: number }>(
    null,
    'STATE_UNUSABLE',
    ({ found, known }) =>
      `The file has schema version ${found}, of a newer Airdesk; this one knows up to ${known}. Update this one first.`,
  ),
  STATE_BUSY: refused(null, 'STATE_BUSY'),
  TOO_MANY_SNAPSHOTS: refused<{ readonly count: number }>(
    null,
    'TOO_MANY_SNAPSHOTS',
    ({ count }) => `There are ${count} snapshots of this system: delete one first.`,
  ),
  STORAGE_FULL: refused('HandlerException', 'STORAGE_FULL', () => OPTION_ERRORS.STORAGE_FULL.meaning),
}

export type RefusalCode = keyof typeof REFUSALS
export type RefusalValues<Code extends RefusalCode> =
  (typeof REFUSALS)[Code] extends RefusalSpec<infer Values> ? Values : never
