/**
 * Every error that the two APIs can answer, in one table each: code, HTTP status, meaning.
 * `docs/errors.md` is generated from here. Codes are never reused for another meaning.
 */
export interface ErrorSpec {
  /** HTTP status of the answer. */
  readonly status: number
  readonly meaning: string
}

/** Errors of the live API: `{ "error_type": code, "error_reason"?: … }`. */
export const LIVE_ERRORS = {
  UnexpectedMethod: { status: 400, meaning: 'Operations are called by POST.' },
  MissingHeaderName: { status: 400, meaning: 'The header X-Sfu-Target is missing.' },
  MissingService: {
    status: 400,
    meaning: 'X-Sfu-Target is not of the form <Prefix>_<yyyymmdd>.<Operation>.',
  },
  InvalidTarget: { status: 400, meaning: 'The prefix of X-Sfu-Target is neither Service nor Sfu.' },
  SchemaNotFound: { status: 400, meaning: 'There is no such operation in this version.' },
  MalformedJSON: { status: 400, meaning: 'The body is not a JSON object, or names a member twice.' },
  InvalidJSON: { status: 400, meaning: 'A member of the body breaks its rule; error_reason names each.' },
  'CHANNEL-NOT-FOUND': { status: 400, meaning: 'No channel of this system has this channel_id.' },
  'KEY-NOT-FOUND': { status: 400, meaning: 'No encryption key of this system has this kid.' },
  'ARCHIVE-DESTINATION-NOT-FOUND': {
    status: 400,
    meaning: 'No archive destination of this system has this archive_destination_id.',
  },
  'ARCHIVE-DESTINATION-IN-USE': {
    status: 400,
    meaning:
      'Channels that are not deleted archive to this destination, or recordings are on their way to it; error_reason counts both.',
  },
  'ARCHIVE-SECRETS-LOCKED': {
    status: 400,
    meaning: 'The key that seals archive secrets is with the desktop application, which is not running.',
  },
  'NOT-A-WEBRTC-CHANNEL': {
    status: 400,
    meaning: 'The operation is for WebRTC channels, and this is not one.',
  },
  'CHANNEL-OF-ANOTHER-TOKEN': {
    status: 400,
    meaning: 'Forwarded operations take only channels that were created with the same access token.',
  },
  'CONNECTION-NOT-FOUND': { status: 400, meaning: 'The channel has no connection with this connection_id.' },
  'CLIENT-NOT-FOUND': { status: 400, meaning: 'The channel has no connection with this client_id.' },
  'SIMULCAST-NOT-ENABLED': { status: 400, meaning: 'The connection does not use simulcast.' },
  'SPOTLIGHT-NOT-ENABLED': { status: 400, meaning: 'The channel does not use spotlight.' },
  'IDEMPOTENCY-KEY-REUSED': {
    status: 400,
    meaning: 'This Idempotency-Key was used with another request within the last 24 hours.',
  },
  InvalidHeader: { status: 400, meaning: 'A header breaks its rule; error_reason names it.' },
  MalformedRequest: {
    status: 400,
    meaning: 'The request is not valid HTTP, or repeats a header that may be there once.',
  },
  Unauthorized: { status: 401, meaning: 'The bearer token is missing, unknown or revoked.' },
  ForbiddenHost: { status: 403, meaning: 'The Host header names no address that the service listens on.' },
  ForbiddenOrigin: { status: 403, meaning: 'The Origin is neither the console nor allowed in the settings.' },
  PathNotFound: { status: 404, meaning: 'The live API has one path, /.' },
  RequestTimeout: { status: 408, meaning: 'The request did not arrive in time.' },
  PayloadTooLarge: { status: 413, meaning: 'The body is larger than 1 MiB.' },
  TooManyRequests: { status: 429, meaning: 'Too many requests; try again after Retry-After seconds.' },
  HeadersTooLarge: {
    status: 431,
    meaning:
      'The request line and the headers have more than 16 KiB together, or there are more than 1,000 headers.',
  },
  HandlerException: { status: 500, meaning: 'The service failed; its log has the details.' },
  ServiceUnavailable: { status: 503, meaning: 'A media process is restarting; try again shortly.' },
} as const satisfies Record<string, ErrorSpec>

export type LiveErrorCode = keyof typeof LIVE_ERRORS

/** Errors of the option API: `{ "ok": false, "error": { "code", "message", "details"? } }`. */
export const OPTION_ERRORS = {
  BAD_JSON: { status: 400, meaning: 'The body is not a JSON object, or names a member twice.' },
  MALFORMED_REQUEST: {
    status: 400,
    meaning: 'The request is not valid HTTP, or repeats a header that may be there once.',
  },
  BAD_REQUEST: { status: 400, meaning: 'A parameter breaks its rule; details names each.' },
  LOGIN_FAILED: { status: 401, meaning: 'The e-mail, password or access code is wrong.' },
  NOT_AUTHENTICATED: { status: 401, meaning: 'The bearer token is missing, unknown or expired.' },
  FORBIDDEN: { status: 403, meaning: 'The user lacks the permission that the endpoint needs.' },
  FORBIDDEN_HOST: { status: 403, meaning: 'The Host header names no address that the service listens on.' },
  FORBIDDEN_ORIGIN: {
    status: 403,
    meaning: 'The Origin is neither the console nor allowed in the settings.',
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'There is no such path or object.',
  },
  NOT_EMULATED: { status: 409, meaning: 'The service was not started with --emulator.' },
  CLOCK_BACK: { status: 409, meaning: 'Time cannot go back past what happened. Restore a snapshot.' },
  CLOCK_MOVING: { status: 409, meaning: 'The clock is being moved; stop that, or wait for its end.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path exists, but not with this method.' },
  SCHEDULE_OVERLAP: { status: 409, meaning: 'Another schedule of the system has part of this time.' },
  SCHEDULE_STARTED: { status: 409, meaning: 'The schedule has started, so it can no longer be deleted.' },
  NOT_ON_AIR: { status: 409, meaning: 'There is no playlist yet: nobody broadcasts on this schedule.' },
  CHANNEL_DELETED: {
    status: 409,
    meaning:
      'The channel of this schedule was deleted, and a destination that it archived to as well: there can be no new one.',
  },
  NOT_REDELIVERABLE: { status: 409, meaning: 'Only event webhooks can be sent again.' },
  NAME_TAKEN: { status: 409, meaning: 'Another catcher of the installation has this name.' },
  TOO_MANY_CATCHERS: { status: 409, meaning: 'The system has 50 catchers, as many as it may have.' },
  STILL_RECORDING: {
    status: 409,
    meaning: 'The recording is still being made; it can be deleted when the broadcast has ended.',
  },
  NOT_WAITING: { status: 409, meaning: 'Nothing of the recording waits for another try.' },
  NOT_PLAYABLE: {
    status: 409,
    meaning: 'The recording cannot be played yet, or neither this machine nor a destination has it.',
  },
  ON_AIR: { status: 409, meaning: 'Channels have connections; the message names them.' },
  STATE_BUSY: {
    status: 409,
    meaning: 'The state of the system is being kept or taken up; try again when that is done.',
  },
  TOO_MANY_SNAPSHOTS: { status: 409, meaning: 'The system has as many saved snapshots as it may have.' },
  STATE_UNUSABLE: { status: 400, meaning: 'The file cannot be taken as the state; the message says why.' },
  EMAIL_TAKEN: { status: 409, meaning: 'Another user of the system has this e-mail address.' },
  LAST_MASTER: { status: 409, meaning: 'The last master of a system cannot be deleted.' },
  MASTER_PERMISSIONS: { status: 409, meaning: 'A master has every permission; none can be taken away.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    meaning: 'This Idempotency-Key was used with another request within the last 24 hours.',
  },
  REQUEST_TIMEOUT: { status: 408, meaning: 'The request did not arrive in time.' },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The body is larger than 1 MiB.' },
  TOO_MANY_REQUESTS: { status: 429, meaning: 'Too many requests; try again after Retry-After seconds.' },
  HEADERS_TOO_LARGE: {
    status: 431,
    meaning:
      'The request line and the headers have more than 16 KiB together, or there are more than 1,000 headers.',
  },
  INTERNAL: { status: 500, meaning: 'The service failed; its log has the details.' },
  STORE_FAILED: {
    status: 502,
    meaning: 'The archive destination refused or failed; the message has its words.',
  },
  SERVICE_UNAVAILABLE: { status: 503, meaning: 'A media process is restarting; try again shortly.' },
  STORAGE_FULL: { status: 507, meaning: 'The disk of the data folder has not enough room.' },
} as const satisfies Record<string, ErrorSpec>

export type OptionErrorCode = keyof typeof OPTION_ERRORS

/** One wrong member of a request, as both public APIs word it. */
export interface MemberProblem {
  /** Path of the member as it is written in JSON, for example `hls[0].video.width`. */
  readonly member: string
  /** The rule that it breaks, for example `must be an integer from 160 to 4096`. */
  readonly rule: string
}
