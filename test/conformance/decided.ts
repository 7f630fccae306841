/** What the specification leaves open and Airdesk has decided; docs/decisions.md tells them to users. */
export const DECIDED = {
  // Both APIs
  'decided.code-points': 'String lengths are counted in Unicode code points.',
  'decided.body-limit': 'A request body over 1 MiB gets 413.',
  'decided.unknown-members': 'Unknown members are ignored and listed in the request log as a warning.',
  'decided.no-coercion': 'A wrong JSON type is refused, never coerced, but in a query string.',
  'decided.host': 'Host must be a name or address that the service listens on.',
  'decided.origin':
    "A browser's Origin must be the console's own or one that the operator allowed; no wildcard CORS.",
  'decided.repeated-headers':
    'A request that has Host, Origin, Authorization, X-Sfu-Target or Idempotency-Key twice is refused.',
  'decided.ids': 'Ids are opaque strings; channel and connection ids have 26 characters of Crockford base32.',
  'decided.idempotency': 'An Idempotency-Key on a creating request returns the first answer again for 24 h.',

  // Option API
  'decided.parameters':
    'GET and DELETE take parameters from the query or a JSON body; the query wins where both are given.',
  'decided.option-errors':
    'Errors are { ok: false, error: { code, message, details? } } with statuses 400, 401, 403, 404, 405, 409, 413, 429.',
  'decided.login-failure':
    'A failed login is one 401, the same bytes whichever of e-mail, password or access code was wrong.',
  'decided.login-attempts': 'Login attempts are limited per e-mail and per address: 429 with Retry-After.',
  'decided.password-rule': 'Passwords are 0 < n < 8; a system can replace the rule by a least length.',
  'decided.email-unique': 'E-mails are unique in a system, compared without case.',
  'decided.token-24h': 'A login token is 256 random bits, base64url, valid 24 h; only its hash is stored.',
  'decided.token-ended': "A token ends with its user, and with a change of that user's password elsewhere.",
  'decided.permissions':
    'Who may call which endpoint; a master has every permission; access codes are for masters only.',
  'decided.no-escalation': 'A non-master cannot change a master or grant what it lacks.',
  'decided.last-master': 'The last master cannot be deleted.',
  'decided.start-in-past': 'A start in the past is accepted at registration.',
  'decided.overlap':
    'Overlap is refused on change too, not counting the schedule itself; back to back is allowed.',
  'decided.time-zone': 'Datetimes without a zone are read and written in the zone of the system.',
  'decided.schedule-channel':
    'The channel of a schedule is made at registration, without HLS for [], and removed with it.',
  'decided.not-on-air': 'View before a playlist exists: 409 NOT_ON_AIR.',
  'decided.chat-listing':
    'Chat messages have message_id, schedule_id, user_id, user_name, body, created_datetime; oldest first; after and limit.',

  // Live API
  'decided.live-errors':
    'Errors are { error_type, error_reason? }: 400 for what the caller sent, unknown ids too, 401 for the token.',
  'decided.token-scope':
    'Channels, playlists and destinations are seen by every token of their system; forwarded operations need the same token.',
  'decided.empty-responses': 'Operations with nothing to say answer {}.',
  'decided.rendition-required':
    'hls is not empty; durationSeconds and startTimeOffset are required; video or audio; in video all but codec.',
  'decided.duration-bounds': 'durationSeconds: 0.5 to 60.',
  'decided.audio-bounds':
    'audio.bps below 32000 and above 320000 is refused; between, it snaps down to the list.',
  'decided.start-time-offset': 'startTimeOffset: any finite number, written to EXT-X-START as given.',
  'decided.odd-size': 'An odd width or height is accepted and encoded at the even size below.',
  'decided.missing-kind': 'A rendition is produced with the kinds that the source has.',
  'decided.second-publisher':
    'A second publisher gets its own connection and playlist; the channel shows the newest.',
  'decided.publisher-gone':
    'connection.destroyed at once, the end mark after 10 s; back within the grace, the playlist goes on.',
  'decided.encryption':
    'AES-128; the key URI is encrypt_key_uri with kid added; GetEncryptKey gives the key; a key for each connection.',
  'decided.data-member': 'data is in connection.updated and connection.destroyed.',
  'decided.auth-webhook':
    'Authentication webhook: 5 s, no retry, no redirect; anything but 2xx with a boolean allow refuses.',
  'decided.event-webhook':
    'Event webhooks: 10 s, at least once, retried with back-off and jitter for 24 h, kept on disk, in order per channel unless an earlier one retries for more than 60 s; 3xx is not followed.',
  'decided.signing': 'Webhooks carry the Standard Webhooks headers with a secret per system.',
  'decided.file-scheme': 'file:/// is a local archive destination.',
  'decided.archive-secrets': 'Secrets of archive destinations are sealed at rest and never shown again.',
} as const
