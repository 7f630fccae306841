/** Views of the console for tests that need one in a certain state. */
import type { RecordingView } from '../../service/contract/console/recordings.ts'
import type {
  ChannelView,
  ConnectionView,
  PlaylistAddresses,
  WebrtcConnectionView,
} from '../../service/contract/console/channel-view.ts'
import type { OperatedEngine } from '../../service/contract/console/engine-view.ts'
import type { WebhookEndpoint } from '../../service/contract/console/webhooks.ts'
import type { Rendition } from '../../service/contract/rendition.ts'

export const rendition720: Rendition = {
  durationSeconds: 2,
  startTimeOffset: 2,
  video: { width: 1280, height: 720, fps: 30, bps: 2_500_000, codec: 'h264_high' },
  audio: { bps: 128_000 },
}
export const rendition360: Rendition = {
  durationSeconds: 2,
  startTimeOffset: 2,
  video: { width: 640, height: 360, fps: 30, bps: 700_000, codec: 'h264_main' },
  audio: { bps: 96_000 },
}

/** As those see it who operate. */
export function engineView(fields: Partial<OperatedEngine> = {}): OperatedEngine {
  return {
    version: '0.1.0',
    now: 0,
    startedAt: 0,
    ingest: 'running',
    sfu: ['running', 'stopped'],
    ports: {
      rtmp: 1935,
      https: 8443,
      signaling: 8444,
      sfu: [7881, 7882],
      sfuFurther: [],
      option: 8081,
      live: 8082,
    },
    liveBaseUrl: 'http://127.0.0.1:8082',
    optionBaseUrl: 'http://127.0.0.1:8081',
    diskFreeBytes: 412_000_000_000,
    load: { cores: 8, cpu: 0.31, memoryBytes: 16e9, memoryFreeBytes: 9.4e9, cpuLimit: 0.85, overload: null },
    archive: { recording: 0, recordingBps: 0, pendingBytes: 0, failing: 0, reserveBytes: 1_073_741_824 },
    webhooks: { failing: 0, since: null, waiting: 0, givenUp: 0 },
    unknownKey: null,
    awaited: null,
    soon: null,
    overrun: [],
    incidents: [],
    emulator: null,
    ...fields,
  }
}

/** What the engine counts of these endpoints. */
export function failingOf(endpoints: readonly WebhookEndpoint[]): OperatedEngine['webhooks'] {
  const failing = endpoints.filter(({ failingSince }) => failingSince !== null)
  const sum = (of: 'pending' | 'givenUp') => failing.reduce((all, endpoint) => all + endpoint[of], 0)
  const since = failing.flatMap(({ failingSince }) => failingSince ?? []).sort((a, b) => a - b)[0] ?? null
  return { failing: failing.length, since, waiting: sum('pending'), givenUp: sum('givenUp') }
}

export function connectionView(fields: Partial<ConnectionView> = {}): ConnectionView {
  const connectionId = fields.connectionId ?? '01KB3Z5N8QCONNECT00000000A'
  return {
    connectionId,
    remoteAddress: '192.168.1.57:50114',
    encoder: 'obs-output module (libobs version 32.0.1)',
    connectedAt: 0,
    playlistUrl: null,
    lowLatency: false,
    stats: {
      connectionId,
      receivedBytes: 1_349_217_280,
      lastMediaAt: 0,
      arrived: { at: 0, videoBytes: 0, audioBytes: 0, videoFrames: 0, lastPause: null, driftMs: null },
      video: {
        width: 1280,
        height: 720,
        frameRate: 30,
        nominalFrameRate: 30,
        bitRateBps: 2_480_000,
        keyFrameIntervalSeconds: 2,
        profile: 'High',
      },
      audio: { sampleRate: 48_000, channels: 2, bitRateBps: 128_000 },
      sound: { shortTermLufs: -18.4, silentSince: null },
      picture: { blackSince: null, frozenSince: null },
      transcoderRestarts: 0,
      passthrough: false,
      segments: 363,
      listed: null,
      diskFull: false,
      soundBehindMs: 0,
      transcodingBehindMs: 0,
    },
    ...fields,
  }
}

/** A client that sends and receives. */
export function webrtcConnectionView(fields: Partial<WebrtcConnectionView> = {}): WebrtcConnectionView {
  const connectionId = fields.connectionId ?? '01KB3Z5N8QCLIENT000000000A'
  return {
    connectionId,
    clientId: connectionId,
    role: 'sendrecv',
    remoteAddress: '192.168.1.63',
    client: 'Sora JavaScript SDK 2026.1.0',
    since: 0,
    audio: 'OPUS',
    video: 'VP9',
    simulcast: false,
    receivedBytes: 1_349_217_280,
    sentBytes: 48_217_280,
    receivedBps: 1_420_000,
    sentBps: 96_000,
    roundTripMs: 14,
    ...fields,
  }
}

export function playlistAddresses(channelId: string): PlaylistAddresses {
  return {
    playlistUrl: `https://192.168.1.24:8443/${channelId}/index.m3u8`,
    previewUrl: `http://127.0.0.1:8080/preview/${channelId}/index.m3u8`,
  }
}

/** A WebRTC channel without HLS; nobody is connected. */
export function webrtcChannelView(
  fields: Partial<Omit<ChannelView, 'webrtc'>> = {},
  webrtc: Partial<NonNullable<ChannelView['webrtc']>> = {},
): ChannelView {
  const sfuUrl = 'wss://192.168.1.24:8444/signaling'
  return channelView({
    kind: 'webrtc',
    renditions: [],
    rtmp: null,
    webrtc: {
      sfuUrl,
      environment: 0,
      sessionId: null,
      connections: [],
      lastMediaAt: null,
      hls: null,
      ...webrtc,
    },
    ...fields,
  })
}

export function channelView(fields: Partial<ChannelView> = {}): ChannelView {
  const channelId = fields.channelId ?? '01KB3Z5N8Q7F3A91QX4D0TEST1'
  return {
    channelId,
    name: '',
    label: '',
    kind: 'rtmp',
    createdAt: 0,
    madeVia: 'console',
    tokenName: 'Console',
    renditions: [rendition720, rendition360],
    encrypted: false,
    hasAuthWebhook: false,
    hasEventWebhook: false,
    rtmp: {
      ingestUrl: `rtmp://192.168.1.24:1935/${channelId}`,
      ingestServer: 'rtmp://192.168.1.24:1935/',
      ingestKey: channelId,
      ...playlistAddresses(channelId),
    },
    webrtc: null,
    state: 'idle',
    stateSince: 0,
    firstSegmentInSeconds: null,
    lastClose: null,
    connections: [],
    onAirSince: null,
    pictureAge: null,
    viewers: 0,
    testPicture: false,
    publish: null,
    findings: [],
    ...fields,
  }
}

/** A rendition of a broadcast that is in its store. */
export function recordingView(fields: Partial<RecordingView> & { readonly sequence: number }): RecordingView {
  const id = `4R${String(fields.sequence).padStart(6, '0')}KQ5T0C3N8X6W4E1R9Y`
  const { channelId, connectionId, rendition } = {
    channelId: '01KB3Z5N8Q7F3A91QX4D0TEST1',
    connectionId: '01KB3Z5N8QCONNECT00000000A',
    rendition: 0,
    ...fields,
  }
  return {
    id,
    channelId,
    channelName: 'Autumn town hall',
    connectionId,
    schedule: null,
    rendition,
    size: { width: 1920, height: 1080 },
    destinationId: '5D0S3DESTKQ5T0C3N8X6W4E1R9',
    bucketUri: 's3://studio-archive/live/',
    path: `${channelId}/${connectionId}/r${rendition}/`,
    state: 'available',
    startedAt: 0,
    endedAt: 3_600_000,
    durationMs: 3_600_000,
    bytes: 1_000_000_000,
    uploadedBytes: 1_000_000_000,
    lostMs: 0,
    failures: 0,
    nextTryAt: null,
    lastFault: null,
    local: false,
    ...fields,
  }
}
