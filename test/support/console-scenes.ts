/** Scenes of the console: channels in states that are shown on pictures and checked for accessibility. */
import type { AccessTokenList } from '../../service/contract/console/access-tokens.ts'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import {
  channelView,
  connectionView,
  playlistAddresses,
  rendition360,
  rendition720,
  webrtcChannelView,
  webrtcConnectionView,
} from './console-views.ts'

/** Wednesday afternoon in Tokyo. */
export const SCENE_NOW = Date.parse('2026-11-18T04:42:07Z')
const ago = (seconds: number) => SCENE_NOW - seconds * 1000

const rendition1080 = {
  ...rendition720,
  video: { width: 1920, height: 1080, fps: 30, bps: 4_500_000, codec: 'h264_high' as const },
}

function onAir(seconds: number, silentSeconds = 0) {
  const connection = connectionView({ connectedAt: ago(seconds + 4) })
  const stats = connection.stats && { ...connection.stats, lastMediaAt: ago(silentSeconds) }
  return {
    state: 'playable' as const,
    stateSince: ago(seconds),
    onAirSince: ago(seconds),
    pictureAge: { ms: 8140, rising: false, tooOld: false },
    connections: [{ ...connection, stats }],
  }
}

export const townHall = channelView({
  channelId: '2F91B7KQ5T0C3N8X6W4E1R9YHA',
  name: 'Autumn town hall',
  ...onAir(727),
  renditions: [rendition1080, rendition720, rendition360],
  viewers: 214,
})

export const fieldCamera = channelView({
  channelId: '7F3A91D8KQ5T0C3N8X6W4E1R9Y',
  name: 'Field camera 2',
  ...onAir(2631),
  madeVia: 'api',
  tokenName: 'match-day',
  renditions: [rendition720],
  viewers: 37,
  findings: [
    {
      code: 'keyframe-interval',
      severity: 'warn',
      since: ago(240),
      values: { interval: 8, target: 2 },
    },
    {
      code: 'bitrate-above-top',
      severity: 'warn',
      since: ago(2292),
      values: { rate: 4.1, top: 2.5 },
    },
  ],
})

export const waiting = channelView({
  channelId: '5C0DE4B1KQ5T0C3N8X6W4E1R9Y',
  name: '製品発表リハーサル',
  stateSince: ago(3600),
})

export const packaging = channelView({
  ...waiting,
  state: 'packaging',
  stateSince: SCENE_NOW,
  firstSegmentInSeconds: 4,
  connections: [connectionView({ connectedAt: ago(1) })],
})

/** Made for a schedule, with HLS conversion; nobody has come yet. */
const webRtcHlsId = '9C41E0B7KQ5T0C3N8X6W4E1R9Y'
export const webRtcHls = webrtcChannelView(
  {
    channelId: webRtcHlsId,
    name: 'Quarterly review',
    kind: 'webrtc-hls',
    renditions: [rendition720, rendition360],
    madeVia: 'schedule',
    stateSince: ago(7200),
    hasAuthWebhook: true,
    hasEventWebhook: true,
  },
  { hls: playlistAddresses(webRtcHlsId) },
)

const host = webrtcConnectionView({
  connectionId: 'A20C4E9KQ5T0C3N8X6W4E1R9Y0',
  clientId: 'studio-host',
  since: ago(431),
  simulcast: true,
})
const guest = webrtcConnectionView({
  connectionId: 'B31D5F0KQ5T0C3N8X6W4E1R9Y0',
  clientId: '司会（渋谷スタジオ）',
  role: 'sendonly',
  since: ago(188),
  video: 'H264',
  receivedBytes: 58_400_000,
  sentBytes: 212_000,
})
const watcher = webrtcConnectionView({
  connectionId: 'C42E6G1KQ5T0C3N8X6W4E1R9Y0',
  role: 'recvonly',
  client: '',
  remoteAddress: '2001:db8:52::1:8d52',
  since: ago(12),
  ...{
    audio: null,
    video: null,
    receivedBytes: 8_400,
    sentBytes: 3_900_000,
    receivedBps: 2000,
    sentBps: 1_390_000,
    roundTripMs: null,
  },
})
const SESSION = 'S53F7H2KQ5T0C3N8X6W4E1R9Y0'

/** The same on air: the host and the guest send, somebody watches by WebRTC. */
export const webRtcOnAir: ChannelView = {
  ...webRtcHls,
  ...onAir(425),
  viewers: 61,
  webrtc: webRtcHls.webrtc && {
    ...webRtcHls.webrtc,
    sessionId: SESSION,
    connections: [watcher, host, guest],
  },
}

/** Without HLS, in the verification environment. */
export const webRtcPlain = webrtcChannelView(
  { channelId: '8D52F1C8KQ5T0C3N8X6W4E1R9Y', madeVia: 'api', stateSince: ago(86_400) },
  { environment: 1 },
)

/** The same with clients: on air since something of the first who sends has come. */
export const webRtcClients: ChannelView = {
  ...webRtcPlain,
  state: 'playable',
  stateSince: ago(430),
  onAirSince: ago(430),
  viewers: 1,
  webrtc: webRtcPlain.webrtc && {
    ...webRtcPlain.webrtc,
    sessionId: SESSION,
    connections: [host, guest, watcher],
  },
}

/** Its webhook refused the only encoder that came. */
export const refused = channelView({
  channelId: '4A10B9D2KQ5T0C3N8X6W4E1R9Y',
  state: 'denied',
  stateSince: ago(40),
  madeVia: 'api',
  lastClose: { reason: 'denied', said: 'expired pass', failure: null, unsupported: null, at: ago(40) },
})

/** Its encoder sends a codec that cannot be used. */
export const unusable = channelView({
  channelId: '4B20B9D2KQ5T0C3N8X6W4E1R9Y',
  name: 'Court 3',
  state: 'denied',
  stateSince: ago(4),
  lastClose: {
    ...{ reason: 'unsupported-codec', said: null, failure: null, at: ago(4) },
    unsupported: { kind: 'video', codec: 'HEVC' },
  },
})

/** One channel in each state. */
export const mixed: readonly ChannelView[] = [
  townHall,
  fieldCamera,
  waiting,
  channelView({
    ...packaging,
    channelId: '3D2A77C0KQ5T0C3N8X6W4E1R9Y',
    name: 'Product launch',
  }),
  channelView({
    channelId: '1B20C4E9KQ5T0C3N8X6W4E1R9Y',
    name: 'Stage left',
    state: 'no-signal',
    stateSince: ago(15),
    connections: [connectionView({ stats: null })],
  }),
  channelView({
    channelId: '6E88A0F3KQ5T0C3N8X6W4E1R9Y',
    name: 'Partner webinar',
    ...onAir(1312, 5),
    state: 'starving',
    stateSince: ago(5),
  }),
  refused,
  channelView({
    channelId: '0F7C5D61KQ5T0C3N8X6W4E1R9Y',
    name: 'Morning briefing',
    state: 'ended',
    stateSince: ago(90_000),
    lastClose: { reason: 'client-closed', said: null, failure: null, unsupported: null, at: ago(90_000) },
  }),
  channelView({
    channelId: '2C4477AAKQ5T0C3N8X6W4E1R9Y',
    name: '社内勉強会',
    state: 'reconnecting',
    stateSince: ago(3),
    onAirSince: ago(500),
    pictureAge: { ms: 12_300, rising: true, tooOld: true },
  }),
  webRtcHls,
  webRtcClients,
]

/** `count` idle channels below the mixed ones. */
export const many = (count: number): readonly ChannelView[] => [
  ...mixed,
  ...Array.from({ length: count }, (_, index) =>
    channelView({
      channelId: `5M${String(index).padStart(6, '0')}KQ5T0C3N8X6W4E1R9Y`,
      name: `Channel ${index + 1}`,
      stateSince: ago(10_000 + index),
      madeVia: 'api',
    }),
  ),
]

/** In use, never used, and revoked. */
export const accessTokens: AccessTokenList['accessTokens'] = [
  {
    id: '1A20C4E9KQ5T0C3N8X6W4E1R9Y',
    name: 'First token',
    prefix: 'qT7xW2',
    createdAt: ago(1_900_000),
    lastUsedAt: ago(60),
    revokedAt: null,
    channels: 4,
  },
  {
    id: '2A20C4E9KQ5T0C3N8X6W4E1R9Y',
    name: '試合当日の配信アプリ',
    prefix: 'Zk09aP',
    createdAt: ago(400_000),
    lastUsedAt: ago(90_000),
    revokedAt: ago(80_000),
    channels: 1,
  },
  {
    id: '3A20C4E9KQ5T0C3N8X6W4E1R9Y',
    name: 'Staging',
    prefix: 'b7cVt1',
    createdAt: ago(3000),
    lastUsedAt: null,
    revokedAt: null,
    channels: 0,
  },
]
