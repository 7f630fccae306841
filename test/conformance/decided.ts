/** What the specification leaves open and Airdesk has decided; docs/decisions.md tells them to users. */
export const DECIDED = {
  // Both APIs
  'decided.code-points': 'String lengths are counted in Unicode code points.',
  'decided.body-limit': 'A request body over 1 MiB gets 413.',
  'decided.body-limit-told':
    'A client that writes all of a body of up to 16 MiB before it reads is told that it is too large.',
  'decided.head-limit':
    'A request line and headers over 16 KiB together, or over 1,000 headers, get 431 and the end of the connection.',
  'decided.unknown-members': 'Unknown members are ignored and listed in the request log as a warning.',
  'decided.no-coercion': 'A wrong JSON type is refused, never coerced, but in a query string.',
  'decided.null': 'null for a member that may be left out is not given, in bodies of both APIs.',
  'decided.content-type': 'A body is JSON whatever Content-Type says.',
  'decided.host': 'Host must be a name or address that the service listens on.',
  'decided.origin':
    "A browser's Origin must be the console's own or one that the operator allowed; no wildcard CORS.",
  'decided.repeated-headers':
    'A request that has Host, Origin, Authorization, X-Sfu-Target or Idempotency-Key twice is refused.',
  'decided.outgoing':
    'An address that the system may not reach is refused by member: link-local, metadata, multicast, unspecified, own listeners, and in further systems what their owner has not allowed.',
  'decided.audit-log':
    'What changes something, signs in or shows a secret is recorded, done or refused; masters read it.',
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
  'decided.email-form':
    'A new user needs an address that mail can be delivered to: no empty part between dots, no hyphen at an end of a label.',
  'decided.email-unique': 'E-mails are unique in a system, compared without case.',
  'decided.token-24h': 'A login token is 256 random bits, base64url, valid 24 h; only its hash is stored.',
  'decided.token-ended': "A token ends with its user, and with a change of that user's password elsewhere.",
  'decided.permissions':
    'Who may call which endpoint; a master has every permission; access codes are for masters only.',
  'decided.no-escalation': 'A non-master cannot change a master or grant what it lacks.',
  'decided.refused-grant': 'Who is refused a grant is told which permission they lack.',
  'decided.last-master': 'The last master cannot be deleted.',
  'decided.start-in-past': 'A start in the past is accepted at registration.',
  'decided.overlap':
    'Overlap is refused on change too, not counting the schedule itself; back to back is allowed.',
  'decided.change-started':
    'A started schedule may be changed; by a start that lies ahead it is no longer started.',
  'decided.time-zone': 'Datetimes without a zone are read and written in the zone of the system.',
  'decided.schedule-channel':
    'The channel of a schedule is made at registration, without HLS for [], and removed with it.',
  'decided.schedule-channel-anew':
    'Where the channel of a schedule was deleted, the next delivery or view makes a new one.',
  'decided.schedule-channel-owner':
    "Channels of schedules are the system's first token's, for forwarded operations.",
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
  'decided.target-duration': 'All playlists of a channel have the target duration of its longest segments.',
  'decided.audio-bounds':
    'audio.bps below 32000 and above 320000 is refused; between, it snaps down to the list.',
  'decided.start-time-offset': 'startTimeOffset: any finite number, written to EXT-X-START as given.',
  'decided.odd-size': 'An odd width or height is accepted and encoded at the even size below.',
  'decided.pictures':
    "Pictures are scaled and encoded so that they are as good as those of an ffmpeg command with x264's veryfast.",
  'decided.missing-kind': 'A rendition is produced with the kinds that the source has.',
  'decided.second-publisher':
    'A second publisher gets its own connection and playlist; the channel shows the newest.',
  'decided.rtmp-application': 'Any application name may stand before the channel id in an RTMP address.',
  'decided.ingest-key':
    'A new channel has an ingest key, which is asked of nobody until it is required and can be rotated while live.',
  'decided.schedule-door':
    'The channel of a schedule takes who has it by delivery, for a time; a system can ask for an address of each.',
  'decided.signed-playlists':
    'Addresses of playlists can expire and be revoked, whole; channels that need one answer 403 without.',
  'decided.connection-addresses':
    'Where addresses expire, ListPlaylistURLs gives one of each connection, which opens nothing else.',
  'decided.playlists-relative': 'Addresses in multivariant and media playlists are relative.',
  'decided.fmp4': 'Segments are fragmented MP4, with EXT-X-MAP.',
  'decided.first-segments':
    "The channel's playlists begin with the first segment of each rendition, also of one without video.",
  'decided.publisher-gone':
    'connection.destroyed at once, the end mark after 10 s; back within the grace, the playlist goes on.',
  'decided.ended-on-purpose':
    'Ended on purpose, by an operator, an operation, a lifetime or the client itself: the end mark at once; one that comes back begins anew.',
  'decided.encryption':
    'AES-128; the key URI is encrypt_key_uri with kid added; GetEncryptKey gives the key; a key for each connection.',
  'decided.data-member': 'data is in connection.updated and connection.destroyed.',
  'decided.auth-webhook':
    'Authentication webhook: 5 s, no retry, no redirect; anything but 2xx with a boolean allow refuses.',
  'decided.event-webhook':
    'Event webhooks: 10 s, at least once, retried with back-off and jitter for 24 h, kept on disk, in order per channel unless an earlier one retries for more than 60 s; 3xx is not followed.',
  'decided.event-timestamp': 'Every attempt of an event has the same body, with the same timestamp.',
  'decided.signing': 'Webhooks carry the Standard Webhooks headers with a secret per system.',
  'decided.catcher-address': 'A webhook URL of a catcher follows the port where the console listens.',
  'decided.destination-empty':
    'An empty string of an optional member of CreateArchiveDestination is not given.',
  'decided.destination-host': 's3_end_point may be a host alone, which is asked by https.',
  'decided.file-scheme': 'file:/// is a local archive destination.',
  'decided.archive-layout':
    'A rendition with archive is kept as segments and playlist under <path>/<channel_id>/<connection_id>/r<rendition>/: segments while it is live, the playlist last; then one MP4.',
  'decided.archive-clear': 'Encrypted channels are archived in clear, all of it.',
  'decided.archive-events':
    'archive.created when all of a recording is in its store; archive.failed where something is wrong.',
  'decided.archive-kept': 'Uploads are tried until they succeed, however long that takes.',
  'decided.archive-told':
    'archive.failed comes at once where a person has to help and after 15 minutes otherwise, once for each time of trouble.',
  'decided.archive-needed':
    'A destination is not deleted while channels archive to it or recordings are on their way.',
  'decided.archive-reserve': 'Nothing is recorded where less than 1 GiB is free; what is lost is counted.',
  'decided.archive-secrets': 'Secrets of archive destinations are sealed at rest and never shown again.',

  // WebRTC channels: signaling
  'decided.signaling-access': 'Signaling takes pages of any Origin; Host is checked.',
  'decided.signaling-sockets':
    'At most 64 WebSockets of one address wait to be taken (429), and 2,000 are open (503).',
  'decided.signaling-pings':
    'Pings come every 5 s, the first and then one in a minute asks for statistics; 60 s without a pong end the connection.',
  'decided.signaling-timeouts':
    'A client has 10 s for connect, for each answer and for its media; a socket that never says anything is closed with 1000.',
  'decided.signaling-reasons':
    'Faults of signaling close with 4490 and a reason of a published list; INVALID-MESSAGE names the member and its rule in our own words.',
  'decided.data-channels': 'Data channels are declined; all goes by the WebSocket.',
  'decided.offers':
    'Upstream m-lines come first; an m-line whose track has gone is inactive until another of its kind takes it.',
  'decided.notify-order':
    'Media is offered before connection.created is told, and taken away before connection.destroyed is.',
  'decided.sfu-defaults':
    'VP9, OPUS in stereo, and simulcast layers r0 at a quarter, r1 at half and r2 at full size, where nobody said otherwise.',
  'decided.sfu-ids':
    'client_id and bundle_id are honoured as clients send them; else they are the connection_id.',
  'decided.sfu-auth-overrides':
    'The authentication webhook may change what a client asked for; an answer with a wrong member refuses.',
  'decided.candidates':
    'Clients need send no candidates; of those they send, UDP addresses are of use, no names.',

  // WebRTC channels: who gets what
  'decided.spotlight-number':
    'The first connection decides how many are in focus; 5 where it says no number.',
  'decided.spotlight-focus':
    'The newest speaker takes the place of one that has been silent for 1.5 s; who is fixed stays.',
  'decided.spotlight-mismatch': 'Who disagrees with the others about spotlight is refused.',
  'decided.sfu-statistics':
    'Statistics of a connection count what can be counted, in the process that it is in: packets of DTLS and STUN are left out, and those of SCTP are 0.',
  'decided.layers':
    'A receiver gets the highest layer that is sent and not above what was asked for, else the lowest that is sent; changed at key frames.',
  'decided.layer-changes':
    'Layers go down at once, and up after 2 s of room with a margin of 15 %, not within 10 s after they went down.',
  'decided.probes': 'Padding finds out for half a second, every 5 to 30 s, whether there is room for more.',
  'decided.estimates': 'Transport-wide feedback counts before REMB, and REMB before receiver reports.',
  'decided.key-frames':
    'A sender is asked for a key frame of a layer at most once in 300 ms; who begins to receive gets one that is not older, and what came behind it.',
  'decided.retransmission':
    'A missing packet is asked for after 5 ms, then with growing pauses, ten times and for 1 s at most; then a key frame is.',
  'decided.forwarding-filters':
    'The first filter of a receiver that matches a track decides, by priority; those of the authentication webhook are in place of its own. What is blocked is offered, and does not come.',
  'decided.pause':
    'Paused video stops for one receiver only, and comes back at a key frame; sound goes on. A pair without video is refused.',
  'decided.upstream-bit-rate':
    'ChangeUpstreamVideoBitRate is told by REMB at once and by b= lines of the next offer; a connection that sends no video is refused.',

  // WebRTC channels: processes and HLS
  'decided.environments':
    'Each environment has processes and ports of its own; the first of 1 starts when it is needed.',
  'decided.sfu-processes':
    'A channel is whole in one SFU process, the one with least to do when its first connection opens; further ones start when they are needed. Of a large one, connections that come while its process is nearly full go to another that has room; none is moved.',
  'decided.media-ports':
    'On loopback ::1 has the next UDP port after that of 127.0.0.1; listening everywhere, both families share one.',
  'decided.sfu-restart': 'A client that comes while the SFU process starts again waits for it.',
  'decided.vanished-client':
    'A client that vanishes is noticed when its WebSocket ends, or when its consent expires.',
  'decided.webrtc-schedule':
    'The channel of a schedule takes WebRTC clients; view gives the playlist of the newest that sends, and NOT_ON_AIR after it.',
  'decided.webrtc-playlists': 'Each connection that sends has a playlist of its own until it ends.',
  'decided.webrtc-relayed-layer':
    'The highest layer that is sent is converted to HLS, changed at key frames.',
  'decided.webrtc-silence':
    'Where one kind is silent for more than 1 s while the other goes on, silence or the last picture fills it; a hole of both stays.',

  // Console
  'decided.console-members':
    'The console tells nobody more than the option API gives with the same permission, in answers and by itself.',
  'decided.console-rights-change':
    'Who may do other things from now on is told so in an open console, and sees what they may see.',
  'decided.view-as': 'A master looks at the console as a user sees it; nothing can be changed meanwhile.',
} as const
