/**
 * What the specification of the two APIs says, statement by statement, in the order it says it. Each is held
 * by a test: `holds('<id>', …)` in this folder, or those named in `elsewhere.ts`. What this version can't do yet
 * is named in `later.ts`, with the reason.
 */
export const STATEMENTS = {
  // What the service does
  'option.registered-users-only':
    'Only users registered in the system can authenticate, using e-mail, password and a shared access code.',
  'option.users-managed': 'Delivery users and viewing users are managed.',
  'option.schedule-makes-channel': 'Broadcast schedules are managed, and their channels created.',
  'option.delivery-user-broadcasts': 'A delivery user broadcasts.',
  'option.viewing-user-watches': 'A viewing user watches.',
  'option.chat-per-schedule': 'Delivery users and viewing users exchange chat messages per schedule.',
  'option.rest': 'The option API uses plain REST paths and methods; requests and responses are JSON.',
  'live.one-path': 'The live API uses one path and one method and selects the operation with a header.',

  // Schedule
  'schedule.id-assigned': 'schedule_id: a string assigned at registration.',
  'schedule.name-length': 'name: 0 < n <= 30.',
  'schedule.start-format':
    'start_datetime: requests have Y/m/d H:i:s; the listing returns YYYY-MM-DDTHH:MM:SS.',
  'schedule.end-format': 'end_datetime: the same formats as start_datetime.',
  'schedule.end-after-start': 'end_datetime must be later than start_datetime, in registration and change.',
  'schedule.created-datetime': 'created_datetime: returned in the listing as YYYY-MM-DDTHH:MM:SS.',
  'schedule.created-user-name': 'created_user_name: name of the creating user, returned in the listing.',
  'schedule.service-params': 'service_params: sent only at registration, an array of renditions.',

  // User
  'user.id-assigned': 'user_id: an integer assigned at registration.',
  'user.name-length': 'name: 0 < n <= 30.',
  'user.email-format': 'email: e-mail format.',
  'user.password-write-only': 'password: write-only.',
  'user.password-length': 'password: n < 8.',
  'user.is-master': 'is_master: a boolean, returned in the listing.',
  'user.created-datetime': 'created_datetime: YYYY-MM-DD HH:MM:SS in the listing.',
  'user.permissions-integers': 'permissions: keys delivery, view, schedule, user; in responses 1 or 0.',
  'user.permissions-booleans': 'Permissions are booleans in requests.',

  // Login token, access code, chat message
  'token.opaque-bearer': 'token: an opaque token used as a Bearer token.',
  'token.expires-at': 'expires_at: Y/m/d H:i:s.',
  'access-code.one-per-system': 'The access code is one value per system, sent at login.',
  'chat.body-length': 'body: 0 < n <= 50.',
  'chat.belongs-to-schedule': 'schedule_id: the schedule that the message belongs to.',

  // Rendition
  'rendition.duration': 'durationSeconds: the length of HLS segments, seconds.',
  'rendition.start-time-offset':
    'startTimeOffset: the value of the HLS start time-offset tag, signed decimal seconds.',
  'rendition.video-optional': 'RTMP: without video, the output is audio only.',
  'rendition.video-width': 'video.width: 160 to 4096 pixels.',
  'rendition.video-height': 'video.height: 160 to 4096 pixels.',
  'rendition.video-fps': 'video.fps: 3 to 60.',
  'rendition.video-bps': 'video.bps: 15000 to 15000000 bit/s.',
  'rendition.video-codec': 'video.codec: h264_high, h264_main or h264_baseline; h264_high by default.',
  'rendition.audio-optional': 'RTMP: without audio, the output is video only.',
  'rendition.audio-bps': 'audio.bps: 32000 to 320000 bit/s, 96000 by default.',
  'rendition.audio-snaps':
    'Any other audio bit rate is replaced by the largest allowed value not exceeding it.',
  'rendition.archive-optional': 'archive: if omitted, no archive is made.',
  'rendition.archive-destination': 'archive.archive_destination_id: the id from creating a destination.',
  'rendition.several': 'Several renditions in the hls array give adaptive bit rate.',

  // Channel
  'channel.id': 'channel_id: assigned at creation.',
  'channel.sfu-url': 'sfu_url: WebRTC channels, a wss:// signaling URL.',
  'channel.ingest-url': 'ingest_url: RTMP channels, an rtmp:// URL that ends with the channel_id path.',
  'channel.playlist-url': 'playlist_url: an https:// URL of a .m3u8 playlist.',
  'channel.connection-id': 'connection_id: a unique id given to each client connection.',

  // Archive destination
  'archive.id': 'archive_destination_id: assigned at creation.',
  'archive.bucket-uri': 'bucket_uri: s3://bucket/path/, gs://bucket/path or azblob://container/path.',
  'archive.empty-path': 'The path part of bucket_uri may be empty.',
  'archive.s3-members': 's3_region, s3_access_key_id and s3_secret_access_key: needed for S3 stores.',
  'archive.s3-end-point': 's3_end_point: needed only for an S3-compatible store other than the primary one.',
  'archive.gs-member': 'gs_credential_json: credential JSON passed as a string, needed for gs://.',
  'archive.azblob-members': 'blob_account and blob_key: needed for azblob://.',

  // Option API, endpoints
  'option.authorization': 'Every endpoint except login requires the Authorization header.',
  'option.objects': 'Responses are JSON with the members listed.',
  'option.1-login': 'POST /api/login: email, password and access_code give token and expires_at.',
  'option.1-required': 'Login: email, password and access_code are required.',
  'option.2-list-schedules': "GET /api/schedule: the schedules of the token's system.",
  'option.3-create-schedule':
    'POST /api/schedule: start_datetime, end_datetime, name and service_params give schedule_id; all are required.',
  'option.4-change-schedule':
    'PATCH /api/schedule: schedule_id, start_datetime, end_datetime and name, all required, give ok.',
  'option.5-delete-schedule': 'DELETE /api/schedule: schedule_id gives ok.',
  'option.6-delivery': 'GET /api/delivery: schedule_id gives channel_id and sfu_url.',
  'option.7-view': 'GET /api/view: schedule_id gives playlist_url.',
  'option.8-list-users': "GET /api/user: the users of the token's system.",
  'option.9-create-user':
    'POST /api/user: name, email, password and the four permissions, all required, give ok and user_id.',
  'option.10-change-user': 'PATCH /api/user: user_id required, everything else optional, gives ok.',
  'option.11-delete-user': 'DELETE /api/user: user_id gives ok.',
  'option.12-password': 'PATCH /api/password: changes the password of the authenticated user.',
  'option.12-optional': 'PATCH /api/password: password is optional.',
  'option.13-access-code':
    'PATCH /api/access-code: changes the access code of the system, which users must then give at login.',
  'option.14-list-chat': 'GET /api/chat: the chat contents sent to the schedule, with ok.',
  'option.15-send-chat': 'POST /api/chat: schedule_id and body give ok.',
  'option.rule-1-overlap': 'Registration fails when the time range overlaps another schedule of the system.',
  'option.rule-2-started': 'A schedule whose start time has been reached or passed cannot be deleted.',
  'option.rule-4-email': 'The e-mail of a user cannot be changed.',

  // Live API, conventions
  'live.headers':
    'Operations are POST / with Content-Type, X-Sfu-Target and Authorization; the body is JSON.',
  'live.encrypt-https': 'encrypt_key_uri: https only.',
  'live.encrypt-omitted': 'encrypt_key_uri omitted or an empty string: no encryption.',
  'live.encrypt-given': 'encrypt_key_uri given: playlists are encrypted.',
  'live.auth-webhook-empty': 'auth_webhook_url empty or omitted: all connections are allowed.',
  'live.event-webhook-empty': 'event_webhook_url empty or omitted: no event webhooks are sent.',
  'live.environment': 'environment: optional, 0 or 1, 0 by default.',

  // Live API, operations
  'live.create-multistream-hls':
    'Service_20200316.CreateMultistreamChannelWithHLS: hls, encrypt_key_uri, webhooks and environment give channel_id and sfu_url.',
  'live.playlist-after-start':
    'WebRTC: the playlist URL is fixed only after broadcasting starts, and got by notify.playlist_url or ListPlaylistURLs.',
  'live.create-multistream':
    'Service_20200316.CreateMultistreamChannel: webhooks and environment give channel_id and sfu_url.',
  'live.create-rtmp':
    'Service_20250901.CreateRTMPChannel: hls, encrypt_key_uri and webhooks give channel_id, ingest_url and playlist_url.',
  'live.create-rtmp-no-environment': 'CreateRTMPChannel has no environment member.',
  'live.list-playlists':
    'Service_20200207.ListPlaylistURLs: channel_id gives channel_id and hls with connection_id and playlist_url.',
  'live.list-playlists-early': 'Called too soon after broadcasting starts, the list lacks that broadcast.',
  'live.delete-channel': 'Service_20180501.DeleteChannel deletes a WebRTC or RTMP channel.',
  'live.delete-disconnects':
    'DeleteChannel disconnects connected clients, ends HLS, and the channel takes no more connections.',
  'live.list-channels': 'Service_20200729.ListChannelIDs: the channels created so far.',
  'live.create-destination':
    'Service_20190205.CreateArchiveDestination: bucket_uri is always needed; gives archive_destination_id.',
  'live.delete-destination': 'Service_20190205.DeleteArchiveDestination: archive_destination_id.',
  'live.list-destinations':
    'Service_20190205.ListArchiveDestinations: destinations with archive_destination_id and bucket_uri.',
  'live.forwarded-registered': 'The 27 forwarded operations are there under their names.',
  'live.forwarded-own-token':
    "Forwarded operations take only channels created with the caller's own access token.",
  'live.forwarded-webrtc-only': 'Forwarded operations are for WebRTC channels only.',
  'live.forwarded-act': 'Forwarded operations act on the connections of the SFU.',

  // Authentication
  'auth.login-gives-token': 'Login authenticates a registered user and returns token and expires_at.',
  'auth.bearer': 'Every other request carries Authorization: Bearer with the login token.',
  'auth.system-scope': 'Data returned and changed is scoped to the system that the token belongs to.',
  'auth.permissions': 'Each user has the permissions delivery, view, schedule and user, or is a master.',
  'auth.live-bearer': 'Every live operation carries Authorization: Bearer, the token in its encoded form.',
  'auth.live-tokens-issued': "Tokens are confirmed and issued on the service's token management screen.",

  // Events: authentication webhook
  'webhook.auth-each-connection':
    'Each RTMP client connection triggers a request to auth_webhook_url, when given.',
  'webhook.auth-must-succeed':
    'The connection is established only if the request succeeds and the response has the expected form.',
  'webhook.auth-body': 'Its body: channel_id, connection_id, timestamp, label Service RTMP, role rtmprelay.',
  'webhook.auth-answer': 'Its answer: allow, and reason when allow is false.',

  // Events: event webhook
  'webhook.event-created': 'connection.created when a connection is established.',
  'webhook.event-updated': 'connection.updated each minute that the connection goes on.',
  'webhook.event-destroyed': 'connection.destroyed when it is cut.',
  'webhook.event-body':
    'Its body: type, channel_id, connection_id, timestamp, label Service RTMP, role rtmprelay.',
  'webhook.event-data': 'data.minutes and data.total_received_bytes: duration and bytes received so far.',
  'webhook.event-no-answer': 'The response needs no body.',
  'webhook.playlist-url': 'notify.playlist_url when the playlist of a WebRTC channel becomes available.',
  'webhook.webrtc-bodies': "WebRTC channels send the SFU's own webhook bodies.",

  // Errors
  'error.overlap': 'Registration fails for an overlapping time range.',
  'error.started': 'Deletion fails for a schedule that has started.',
  'error.login': 'Login fails for an unknown user, a wrong password and a wrong access code.',

  // Limits and versions
  'limits.environments': 'Channels in either environment count.',
  'limits.verification': 'The verification environment may be stopped without touching the normal one.',
  'version.names': 'Operation names are <Prefix>_<yyyymmdd>.<Operation>.',
  'version.side-by-side': 'Several versions exist side by side.',
} as const
