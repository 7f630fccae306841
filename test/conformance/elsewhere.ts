import type { StatementId } from './all.ts'

/** A test outside this folder, by its file and its title. */
export interface NamedTest {
  readonly file: string
  readonly title: string
}

type Named = readonly NamedTest[]

const inFile = (file: string, titles: readonly string[]): Named => titles.map((title) => ({ file, title }))
const integration = (name: string, ...titles: string[]) => inFile(`test/integration/${name}.test.ts`, titles)
const control = (name: string, ...titles: string[]) => inFile(`service/control/${name}.test.ts`, titles)
const sfu = (name: string, ...titles: string[]) => inFile(`service/media/sfu/${name}.test.ts`, titles)
const spool = (name: string, ...titles: string[]) => inFile(`service/media/spool/${name}.test.ts`, titles)
/** Clients of the vendor's SDK in Chromium. */
const webrtc = (name: string, ...titles: string[]) => inFile(`test/webrtc/${name}.spec.ts`, titles)

const ladder = integration(
  'broadcast',
  'becomes a ladder that a strict reader and ffprobe accept, and is told to the webhooks',
)
const minutes = control(
  'connection/broadcasts',
  'are announced one by one, with the bytes so far, and written with the row',
)
const bodies = control('webhook/rtmp-bodies', 'of the three events')

const recordings = (...titles: string[]) => inFile('test/support/storage/recordings-contract.ts', titles)
const archived = recordings(
  'is archived in every store: playlist and movie decode from the first to the last frame',
)
const archivedClear = recordings(
  'of an encrypted channel is archived in clear, all of it; a rendition that asks for no archive has none',
)
const identified = control('connection/broadcasts', 'gets an id of its own each time')
const authAnswers = control(
  'webhook/auth-webhook',
  // Each form of an answer, right and wrong.
  '%s',
  'that redirects refuses, and nobody else is asked',
  'that does not come within 5 s refuses, without another try',
  'cannot come from where nobody listens',
)
const encoderIsTold = [
  ...integration('broadcast', 'is refused by the authentication webhook, and the encoder prints why'),
  ...control('connection/broadcasts', 'refuses: the encoder hears its reason, nothing is written'),
]
const troubleTold = control(
  'archive/upload-queue',
  'is told of at once where a person has to help, once for each recording and trouble',
  'is told of after 15 minutes where time may help',
)
const watched = webrtc('hls', 'what a client sends is watched by HLS, in sync: ${videoCodecType}')
const scheduled = webrtc(
  'schedules',
  'who may deliver broadcasts on a schedule by WebRTC; who may view gets the playlist then',
)
const killed = webrtc(
  'lifecycles',
  'SFU processes that are killed take their own clients with them, and nothing else',
)

const listedOnceReady = inFile('service/media/hls/channel-stream.test.ts', [
  'are not there before every rendition has a segment, then list the connection',
])

/**
 * Statements that are held where real media, real clients, a clock of its own or a killed process is at hand
 * anyway; by one test, or by several together.
 */
export const ELSEWHERE: Readonly<Partial<Record<StatementId, Named>>> = {
  'rendition.audio-snaps': ladder,
  'rendition.video-codec': [
    ...ladder,
    ...control('channel/rendition-plan', 'keeps order, times and what is left out'),
  ],
  'rendition.audio-bps': [
    ...ladder,
    ...control('channel/rendition-plan', 'keeps order, times and what is left out'),
  ],
  'channel.connection-id': [
    ...identified,
    ...control('connection/broadcasts', 'is asked with the id that the connection then has'),
    ...control('sfu/sessions', 'gets an offer with every recommended member'),
  ],
  'decided.ids': identified,
  'decided.idempotency': [
    ...control('api/live/live-api', 'gives the same answer for 24 hours'),
    ...control(
      'api/option/idempotency',
      'gives the first answer again, whatever the order of members',
      'gives it for 24 hours',
    ),
  ],
  'live.encrypt-given': integration(
    'sources',
    'encrypts each segment under the key that GetEncryptKey gives',
  ),
  'rendition.archive-optional': archivedClear,
  'decided.archive-layout': archived,
  'decided.archive-clear': archivedClear,
  'decided.archive-events': [...archived, ...troubleTold],
  'decided.archive-kept': control(
    'archive/upload-queue',
    'is never given up: after a week everything arrives',
  ),
  'decided.archive-told': troubleTold,
  'decided.archive-needed': [
    ...control('archive/destinations', 'is kept while channels archive to it, counted'),
    ...control('archive/desks', 'stays while recordings are on their way to it, also of a deleted channel'),
  ],
  'decided.archive-reserve': spool(
    'disk-guard',
    'keeps the reserve free, and says so once at the beginning and once at the end',
  ),
  'live.delete-disconnects': [
    ...integration('lifecycles', 'of a deleted channel is disconnected, told why, and its playlist ends'),
    ...webrtc('operations', '27. a deleted channel disconnects all, and takes nobody'),
  ],
  'live.list-playlists': ladder,
  'live.list-playlists-early': control(
    'connection/broadcasts',
    'are listed while they are there and their publisher sends, newest first',
  ),
  'live.playlist-after-start': watched,
  'live.forwarded-act': [
    ...webrtc(
      'operations',
      '12. operations disconnect those whom they name, and no others',
      '13. a push reaches those whom it names, as it is',
      '20. metadata of a connection reaches those there and those who come',
      '20. metadata of a connection is replaced, given and taken away, and all are told',
      '21. statistics grow, and are given for each connection of a client',
      '22. the listed connections are those of the SDK; a foreign channel is an error',
      '23. video of one sender stops for one receiver and comes back; audio goes on',
      'the most that a connection may send is told to it in a new offer, and it keeps to it',
    ),
    ...webrtc(
      'layers',
      '17. a receiver gets the layer that is asked for, without a new offer or a freeze',
      '19. the spotlight: one is in focus, can be pinned and released, and both when there is room',
    ),
  ],
  'live.event-webhook-empty': control(
    'connection/broadcasts',
    'of a channel without event webhook is not announced',
  ),
  'webhook.event-no-answer': ladder,
  'webhook.auth-each-connection': control(
    'connection/broadcasts',
    'is asked with the id that the connection then has',
  ),
  'webhook.auth-must-succeed': [...authAnswers, ...encoderIsTold],
  'webhook.auth-body': control(
    'webhook/auth-webhook',
    'is the body of the specification, signed with the secret of the system',
  ),
  'webhook.auth-answer': [...control('webhook/auth-webhook', '%s'), ...encoderIsTold],
  'webhook.event-created': ladder,
  'webhook.event-updated': minutes,
  'webhook.event-destroyed': ladder,
  'webhook.event-body': bodies,
  'webhook.event-data': minutes,
  'webhook.playlist-url': watched,
  'webhook.webrtc-bodies': [
    ...webrtc(
      'webhooks',
      '8. a refusal of the authentication webhook is what the client is told',
      '11. event webhooks tell of a connection from its media to its end',
    ),
    ...control(
      'sfu/sessions',
      'is asked with what the client said, and the counts before it',
      'is written, told and listed once media is connected',
    ),
  ],
  'limits.environments': control('api/signaling/open-sockets', 'has room for 2000 altogether'),
  'limits.verification': killed,
  'option.7-view': control('api/option/endpoints', 'view gives the playlist of the newest broadcast'),
  'option.viewing-user-watches': scheduled,
  'decided.token-24h': control('api/option/admission', 'end after 24 hours, and with their user'),
  'decided.password-rule': control('api/option/endpoints', 'have passwords by the rule of their system'),
  'decided.data-member': bodies,
  'decided.pictures': [
    ...inFile('service/media/transcode/scaler.test.ts', [
      'both scalers draw the same, but for a value or two of rounding',
    ]),
    ...inFile('service/media/transcode/video-encoder.test.ts', [
      'with low latency each picture leaves before the next comes in',
      'without, x264 looks ahead as far as its preset says, and what it may send is bounded',
    ]),
  ],
  'decided.missing-kind': [
    // Sources of one kind among them.
    ...integration('sources', '%s', 'an audio-only rendition beside one with video'),
    ...integration('relay', 'that only ever sends %s'),
  ],
  'decided.second-publisher': integration('sources', 'is shown, and the older one again when it has gone'),
  'decided.publisher-gone': [
    ...integration(
      'lifecycles',
      'that is back within the grace continues the playlist after a discontinuity',
    ),
    ...inFile('service/media/ingest/channel-output.test.ts', [
      'is no longer on air at once; its end mark comes after 10 s, and the channel’s with it',
      'and is back within 10 s goes on in the channel’s playlist after a discontinuity',
      'and is back later starts the channel’s playlist anew',
    ]),
    ...control(
      'connection/broadcasts',
      'is written and announced at once; the connection is shown until its playlist has ended',
    ),
  ],
  'decided.ended-on-purpose': [
    ...integration(
      'lifecycles',
      'that an operator ends has its end mark at once, and so has a test picture; one that vanished has a grace',
    ),
    ...inFile('service/media/ingest/channel-output.test.ts', [
      'on purpose has its end mark at once, and the channel’s with it',
    ]),
    ...control(
      'connection/on-purpose',
      'an encoder that was ended on purpose (%s) is off air at once; one that comes back begins anew',
    ),
    ...control('connection/webrtc-hls', 'that %s takes its channel off air at once'),
  ],
  'decided.encryption': integration(
    'sources',
    'encrypts each segment under the key that GetEncryptKey gives',
  ),
  'decided.auth-webhook': [
    ...authAnswers,
    ...control('sfu/sessions', 'that hangs refuses after 5 s', 'that %s is what the client is told'),
  ],
  'decided.event-webhook': [
    ...control(
      'webhook/dispatcher',
      'is an endpoint that hangs for 10 s',
      // 3xx among them.
      'is status %i',
      'is repeated with the same id and bytes and a fresh signature; later events wait',
      'is the last one after 24 h, and the channel goes on',
      'keeps the order of a channel',
      'holds back the channel for 60 s and no longer',
      'loses nothing when the process is killed while it sends',
    ),
    ...control(
      'webhook/retry-policy',
      'after try %i: %i ms',
      'spreads by a quarter each way',
      'tries until 24 h have passed since the first attempt, the last time at the end',
    ),
  ],
  'decided.signing': control('webhook/signature', 'is what the Standard Webhooks library verifies'),
  'decided.catcher-address': [
    ...control(
      'catcher/catchers',
      'its addresses go along, in channels and in what is still to be sent; the log keeps where it went',
      'other addresses stay: of another path or port, and of a catcher that there is not',
    ),
    ...integration(
      'ports',
      'the address of a catcher that a channel has goes on working where the console listens elsewhere',
    ),
  ],
  'decided.webrtc-schedule': scheduled,
  'decided.webrtc-playlists': webrtc(
    'hls',
    'each that sends has a playlist, the newest first, with a key of its own; who leaves has none',
  ),
  'decided.webrtc-silence': [
    ...inFile('service/media/transcode/gaps.test.ts', [
      'is filled up to a second behind the other',
      'is not filled over a hole of both',
    ]),
    ...integration('relay', 'of VP8: sound comes late, each kind is muted for 6 s, and the size changes'),
  ],
  'decided.webrtc-relayed-layer': sfu(
    'relay/video-relay',
    'relays the highest layer that is sent, changed at key frames',
  ),
  'decided.ingest-key': [
    ...control(
      'access/channel-access',
      'is there from the first moment, is no id, and is another for each channel',
      'is asked of nobody at first: the channel id alone is enough, as it was',
    ),
    ...control('sfu/at-the-door', 'who sends needs the key; nobody else is asked where it is missing'),
    ...inFile('test/integration/channel-access.test.ts', [
      'encoders need the key once it is required; one on air stays while it is rotated, and all of it outlives a crash',
    ]),
  ],
  'decided.schedule-door': control(
    'access/channel-access',
    'takes nobody before delivery, whatever they do, and who knows its id from then on, for a time',
    'takes only bearers of what delivery gave where the system wants that, while they may deliver',
  ),
  'decided.signed-playlists': inFile('service/media/origin/signed-origin.test.ts', [
    'all of it is loaded below the token, and none of it without',
    'one that is revoked ends at once, whole; others go on',
  ]),
  'decided.connection-addresses': [
    ...control(
      'api/live/live-api',
      'list playlists by addresses of their own where the channel serves nothing without',
    ),
    ...inFile('service/media/origin/signed-origin.test.ts', [
      'one of a connection opens what is of that connection, and nothing of another or of the channel',
    ]),
  ],
  'decided.outgoing': control('system/outgoing-policy', 'of the first: %s', 'of another that reaches %s: %s'),
  'decided.audit-log': control(
    'api/console/routes/audit-routes',
    'is told with who, what, how and from where, and without the secret',
    'is told as refused, with the name of whom it was about',
    'are masters, each of their own system',
  ),
  'decided.signaling-access': control(
    'api/signaling/server',
    'is a WebSocket at /signaling, from pages of any origin',
    'is 404 at other paths, 403 at foreign names, 426 where it is no WebSocket',
  ),
  'decided.signaling-sockets': control(
    'api/signaling/open-sockets',
    'has room for 64 waiting WebSockets of one address; those taken or gone count no more',
    'has room for 2000 altogether',
  ),
  'decided.signaling-pings': control(
    'api/signaling/session',
    'come every 5 s; the first and then one in a minute asks for statistics',
    'without a pong for 60 s end the session',
  ),
  'decided.signaling-timeouts': [
    ...control('api/signaling/session', 'a silent socket is closed normally, after 10 s'),
    ...control('sfu/endings', 'before media was connected is connection.failed: %s', 'when %s'),
  ],
  'decided.body-limit-told': control(
    'api/http/server',
    'of 8 MiB%s is told that it is too large',
    'of 64 MiB is cut off',
  ),
  'decided.rtmp-application': [
    ...inFile('service/protocol/rtmp/publish-address.test.ts', ['app %j and name %j']),
    ...integration('rtmp-ingest', 'with %s in the address'),
  ],
  'decided.content-type': control('api/http/server', 'are JSON whatever %j says'),
  'decided.change-started': control('schedule/schedules', 'goes by the start as it was changed'),
  'decided.event-timestamp': control(
    'webhook/dispatcher',
    'is repeated with the same id and bytes and a fresh signature; later events wait',
  ),
  'decided.playlists-relative': listedOnceReady,
  'decided.fmp4': listedOnceReady,
  'decided.first-segments': inFile('service/media/hls/channel-stream.test.ts', [
    'lists the first segment of each, from %f s and %f s on',
    'and begins them together after another connection',
  ]),
  'decided.signaling-reasons': [
    ...control('api/signaling/session', '%j → %s', '$type comes too early'),
    ...control('api/signaling/read-message', '%s: is a rule in our own words'),
  ],
  'decided.data-channels': webrtc(
    'connecting',
    '25. data channels that are asked for are declined, and all works without',
  ),
  'decided.offers': sfu(
    'negotiation/media-lines',
    'have the upstream m-lines before those of others',
    'become inactive without their msid and SSRCs, and then carry another track of the kind',
  ),
  'decided.notify-order': control(
    'sfu/channel-session',
    'get media before they hear of who sends it, and lose it before they hear of its end',
  ),
  'decided.sfu-defaults': [
    ...control('sfu/settle', 'has defaults for what nobody said'),
    ...control('sfu/sessions', 'gets an offer with every recommended member'),
    ...webrtc('sound', 'stereo sound arrives in stereo where nothing is said of Opus'),
  ],
  'decided.sfu-ids': control('sfu/sessions', 'gets an offer with every recommended member'),
  'decided.sfu-auth-overrides': control(
    'sfu/sessions',
    'that allows may change what the client asked for',
    'that %s is what the client is told',
  ),
  'decided.spotlight-number': control('sfu/channel-session', 'are as many as the first said, or else five'),
  'decided.spotlight-focus': sfu(
    'room/spotlight',
    'takes speakers while there is room, then the newest for the one that is silent longest',
    'leaves a place to whom spoke within the last 1.5 s',
    'keeps whom an operator fixed, until that is taken back',
  ),
  'decided.spotlight-mismatch': control(
    'sfu/sessions',
    'that disagrees with the others about spotlight is refused, until they are gone',
  ),
  'decided.sfu-statistics': [
    ...webrtc('operations', '21. statistics grow, and are given for each connection of a client'),
    ...webrtc(
      'layers',
      '19. the spotlight: one is in focus, can be pinned and released, and both when there is room',
    ),
    ...webrtc('connecting', '25. data channels that are asked for are declined, and all works without'),
    ...integration(
      'sfu-spread',
      'who is in another process than the one that decides has the same counters of the spotlight',
    ),
  ],
  'decided.layers': sfu(
    'forwarding/simulcast',
    'gets the best layer that is sent',
    'gets the lowest that is sent where it wants less than there is',
    'gets the old layer until the key frame of the new one, which is asked for',
  ),
  'decided.layer-changes': sfu(
    'bandwidth/layer-chooser',
    'goes down at once',
    'goes up when there is room with a margin for some time, and not within it',
    'rests after a downgrade',
  ),
  'decided.probes': sfu(
    'bandwidth/probe',
    'fill up what is sent to what is needed, for somewhat less than half a second',
    'come less often when they fail, from 5 s to 30 s apart',
  ),
  'decided.estimates': sfu(
    'bandwidth/send-estimator',
    'no longer follows REMB or reports once there is feedback',
  ),
  'decided.key-frames': [
    ...sfu('forwarding/connection-media', 'asks once in 300 ms however many receivers ask'),
    ...sfu(
      'forwarding/joining',
      'one who joins gets the key frame of a moment ago and all behind it, once, and none is asked for',
    ),
  ],
  'decided.retransmission': sfu(
    'forwarding/missing-packets',
    'are asked for after what may be reordering, then ever more seldom, ten times at most',
  ),
  'decided.forwarding-filters': [
    ...sfu('room/forwarding-filter', 'a receiver whose list %s'),
    ...sfu('room/room', 'what the filter of a receiver blocks, of client %s, no request lets through'),
    ...webrtc(
      'filters',
      'a receiver gets the sound alone, or one sender alone, by its own filter',
      'a receiver gets what the authentication webhook lets through, whatever it asked for',
    ),
    ...integration(
      'sfu-spread',
      'a receiver gets what its filters let through, of whichever process and whoever comes later',
    ),
  ],
  'decided.pause': [
    ...webrtc('operations', '23. video of one sender stops for one receiver and comes back; audio goes on'),
    ...sfu(
      'forwarding/connection-media',
      'goes on without a gap after a pause: sound at once, video at a key frame',
    ),
    ...control('api/live/forwarded', 'PauseRtpStream refuses %s of %s; ResumeRtpStream does not'),
  ],
  'decided.upstream-bit-rate': [
    ...sfu(
      'forwarding/connection-media',
      'is limited by REMB at once and every second, until the limit is taken back',
    ),
    ...sfu('negotiation/media-lines', 'have the video bit rate that was set last, in the next offer'),
    ...control('api/live/forwarded', 'ChangeUpstreamVideoBitRate refuses %s'),
  ],
  'decided.candidates': [
    ...sfu('transport/candidates', 'is usable: %s', 'is no use: %j'),
    ...webrtc('robust', '26. a client that sends no candidates connects'),
  ],
  'decided.media-ports': sfu(
    'transport/ice-port',
    'have following numbers',
    'share one socket where they are all of both families',
  ),
  'decided.environments': control(
    'workers/sfu-workers',
    'are asked and heard; environment 1 starts when it is needed',
    'is lost at once and back on its port without a pause, and the other goes on',
  ),
  'decided.sfu-processes': [
    ...control('workers/sfu-placement', 'a channel goes to %s', 'a connection of a channel goes to %s'),
    ...control(
      'workers/sfu-workers',
      'start when a channel comes while those that run have something to do, each on the port two above',
    ),
    ...inFile('test/integration/sfu-processes.test.ts', [
      'two channels are in two processes, and one that is killed leaves the other channel whole',
    ]),
    ...webrtc(
      'spread',
      'clients of both processes get each other, are told and asked alike, and only those of one that dies end',
      'a channel whose first process dies ends whole, and begins anew',
    ),
  ],
  'decided.sfu-restart': killed,
  'decided.vanished-client': [
    ...webrtc('robust', '26. a page that dies is noticed'),
    ...sfu('transport/progress', 'is disconnected when the client consents no more'),
  ],
  'decided.console-members': [
    ...control('api/console/who-sees', 'give nobody more than the option API does with the same permission'),
    ...integration(
      'permissions',
      'without a permission nothing of a broadcast is told, nor with the permission to schedule',
      'who may view is told where to watch, and not where to publish; who may deliver is told both',
      'who may not deliver cannot signal by the console to go on air',
    ),
  ],
  'decided.console-rights-change': integration(
    'permissions',
    'who loses a permission is told at once that it is gone, with what it showed',
  ),
  'decided.view-as': integration(
    'permissions',
    'a master looks at the console as a user sees it, changes nothing meanwhile, and comes back',
    'nobody but masters looks as somebody else',
  ),
}
