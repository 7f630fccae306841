/**
 * Runs in the browser: clients of the vendor's SDK, unmodified, by name. Everything that a test asks for
 * goes through `window.clients` and is plain JSON.
 */
import Sora from 'sora-js-sdk'
import type {
  ConnectionOptions,
  ConnectionPublisher,
  ConnectionSubscriber,
  JSONType,
  Role,
} from 'sora-js-sdk'

export interface Media {
  readonly audio: boolean
  /** Size of the camera's pictures; null without a camera. */
  readonly video: { readonly width: number; readonly height: number; readonly frameRate?: number } | null
  /** Instead of a camera and a microphone: a flash and a beep at the same time, once a second. */
  readonly flashes?: boolean
}

export interface ClientRequest {
  readonly url: string | readonly string[]
  readonly role: Role
  readonly channelId: string
  readonly metadata?: JSONType
  readonly options?: ConnectionOptions
  /** What a sender sends. Default: a tone and pictures of 640×360. */
  readonly media?: Media
}

export interface Failure {
  readonly name: string
  readonly message: string
  readonly code: number | null
  readonly reason: string | null
}

export interface TrackEvent {
  readonly what: 'track' | 'removetrack'
  readonly kind: string
  readonly streamId: string
}

export interface Seen {
  readonly connectionId: string | null
  readonly clientId: string | null
  readonly sessionId: string | null
  readonly authMetadata: JSONType
  readonly remoteConnectionIds: readonly string[]
  readonly audio: boolean
  readonly video: boolean
  readonly connectedCalls: number
  readonly tracks: readonly TrackEvent[]
  readonly notifies: readonly Record<string, unknown>[]
  readonly pushes: readonly Record<string, unknown>[]
  readonly disconnects: readonly { type: string; title: string; code?: number; reason?: string }[]
  /** Types of signaling messages in order, as `offer`, `re-offer`, `notify connection.created …`. */
  readonly signaling: readonly string[]
  readonly offer: Record<string, unknown> | null
  readonly answerSdp: string
  readonly offerSdp: string
  readonly lines: number
  readonly state: string
}

export interface Inbound {
  readonly kind: string
  /** Whose media it is. */
  readonly streamId: string
  readonly bytes: number
  readonly packets: number
  readonly framesDecoded: number
  readonly width: number
  readonly height: number
  readonly freezes: number
  readonly freezeSeconds: number
  readonly lost: number
  readonly mimeType: string
}

export interface Outbound {
  readonly kind: string
  readonly rid: string | null
  readonly mid: string | null
  readonly bytes: number
  readonly frames: number
  readonly width: number
  readonly height: number
  readonly mimeType: string
  readonly scalabilityMode: string | null
}

export interface Churned {
  readonly times: number[]
  readonly failures: string[]
}

type Connection = ConnectionPublisher | ConnectionSubscriber

interface Client {
  readonly connection: Connection
  readonly request: ClientRequest
  readonly stream: MediaStream | null
  readonly tracks: TrackEvent[]
  readonly streams: Map<RTCRtpReceiver, string>
  readonly notifies: Record<string, unknown>[]
  readonly pushes: Record<string, unknown>[]
  readonly disconnects: Seen['disconnects'][number][]
  readonly signaling: string[]
  offer: Record<string, unknown> | null
  connectedCalls: number
}

const known = new Map<string, Client>()

/** How many statistics each pong had; the SDK tells nobody of them. */
const pongs: number[] = []
const send = WebSocket.prototype.send
WebSocket.prototype.send = function (this: WebSocket, data) {
  const message = typeof data === 'string' ? (JSON.parse(data) as { type?: string; stats?: unknown[] }) : {}
  if (message.type === 'pong') pongs.push(message.stats?.length ?? 0)
  send.call(this, data)
}

function client(name: string): Client {
  const found = known.get(name)
  if (!found) throw new Error(`no client ${name}`)
  return found
}

/**
 * Bright pictures and a tone in the first tenth of each second, by one clock. A busy computer draws a picture
 * late: each millisecond after its second makes it a step darker, which whoever looks takes into account.
 */
async function flashesAndBeeps(width: number, height: number): Promise<MediaStream> {
  const context = new AudioContext()
  await context.resume()
  const tone = new OscillatorNode(context, { frequency: 1000 })
  const gain = new GainNode(context, { gain: 0 })
  const sound = context.createMediaStreamDestination()
  tone.connect(gain).connect(sound)
  tone.start()
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const picture = canvas.getContext('2d')
  const first = Math.ceil(context.currentTime) + 1
  for (let second = first; second < first + 600; second++) {
    gain.gain.setValueAtTime(1, second)
    gain.gain.setValueAtTime(0, second + 0.1)
  }
  let drawn = 0
  const draw = () => {
    const now = context.currentTime
    if (picture) {
      const bright = 255 - Math.round((now % 1) * 1000)
      picture.fillStyle = now >= first && now % 1 < 0.1 ? `rgb(${bright} ${bright} ${bright})` : 'black'
      picture.fillRect(0, 0, width, height)
      // A picture that never changes may not be captured at all.
      picture.fillStyle = ++drawn % 2 ? '#111' : '#222'
      picture.fillRect(0, 0, 8, 8)
    }
    requestAnimationFrame(draw)
  }
  draw()
  return new MediaStream([...canvas.captureStream(30).getVideoTracks(), ...sound.stream.getAudioTracks()])
}

async function capture({ audio, video, flashes }: Media): Promise<MediaStream> {
  if (flashes && video) return flashesAndBeeps(video.width, video.height)
  if (!audio && !video) return new MediaStream()
  return navigator.mediaDevices.getUserMedia({
    audio,
    video: video !== null && {
      width: { exact: video.width },
      height: { exact: video.height },
      frameRate: video.frameRate ?? 30,
    },
  })
}

/** Limits for broken code on a busy machine: 3 s where the SDK is told nothing. */
const PATIENCE = { signalingCandidateTimeout: 30_000, disconnectWaitTimeout: 30_000 }

function construct({ url, role, channelId, metadata, options: given }: ClientRequest): Connection {
  const options = { ...PATIENCE, ...given }
  const sora = Sora.connection(typeof url === 'string' ? url : [...url])
  if (role === 'recvonly') return sora.recvonly(channelId, metadata, options)
  return role === 'sendonly'
    ? sora.sendonly(channelId, metadata, options)
    : sora.sendrecv(channelId, metadata, options)
}

function observe(one: Client): void {
  const { connection } = one
  connection.on('connected', () => (one.connectedCalls += 1))
  connection.on('track', (event) => {
    const streamId = event.streams[0]?.id ?? ''
    one.streams.set(event.receiver, streamId)
    one.tracks.push({ what: 'track', kind: event.track.kind, streamId })
  })
  connection.on('removetrack', (event) => {
    const streamId = event.target instanceof MediaStream ? event.target.id : ''
    one.tracks.push({ what: 'removetrack', kind: event.track.kind, streamId })
  })
  connection.on('notify', (message) => {
    one.notifies.push({ ...message })
    one.signaling.push(`notify ${message.event_type} ${String(one.notifies.at(-1)?.['connection_id'])}`)
  })
  connection.on('push', (message) => one.pushes.push({ ...message }))
  connection.on('disconnect', ({ type, title, code, reason }) =>
    one.disconnects.push({ type, title, ...(code !== undefined && { code }), ...(reason && { reason }) }),
  )
  connection.on('timeline', (event) => {
    if (event.type.includes('exception')) {
      one.signaling.push(`exception ${event.type}`)
    }
  })
  connection.on('signaling', (event) => {
    const data = (event.data ?? {}) as Record<string, unknown>
    if (event.type === 'onmessage-offer') one.offer = data
    one.signaling.push(event.type)
  })
}

/** A browser that starves sends fewer pictures, not smaller ones, which have fewer layers. */
async function keepSize({ pc }: Client['connection']): Promise<void> {
  for (const sender of pc?.getSenders() ?? []) {
    if (sender.track?.kind !== 'video') continue
    const parameters = sender.getParameters()
    parameters.degradationPreference = 'maintain-resolution'
    await sender.setParameters(parameters)
  }
}

async function connect(one: Client): Promise<{ connectionId: string } | { failure: Failure }> {
  const { connection, stream } = one
  try {
    if ('connect' in connection) {
      if (stream) await (connection as ConnectionPublisher).connect(stream).then(() => keepSize(connection))
      else await (connection as ConnectionSubscriber).connect()
    }
    return { connectionId: connection.connectionId ?? '' }
  } catch (error) {
    const { name, message, code, reason } = error as Error & { code?: number; reason?: string }
    return { failure: { name, message, code: code ?? null, reason: reason ?? null } }
  }
}

const api = {
  async open(name: string, request: ClientRequest) {
    const media = request.media ?? { audio: true, video: { width: 640, height: 360 } }
    const one: Client = {
      connection: construct(request),
      request,
      stream: request.role === 'recvonly' ? null : await capture(media),
      tracks: [],
      streams: new Map(),
      notifies: [],
      pushes: [],
      disconnects: [],
      signaling: [],
      offer: null,
      connectedCalls: 0,
    }
    known.set(name, one)
    observe(one)
    return connect(one)
  },

  /** Connects again with the same object. */
  reconnect: (name: string) => connect(client(name)),

  disconnect: (name: string): Promise<void> => client(name).connection.disconnect(),

  see(name: string): Seen {
    const one = client(name)
    const { connection } = one
    const pc = connection.pc
    return {
      connectionId: connection.connectionId,
      clientId: connection.clientId,
      sessionId: connection.sessionId,
      authMetadata: connection.authMetadata,
      remoteConnectionIds: [...connection.remoteConnectionIds],
      audio: connection.audio,
      video: connection.video,
      connectedCalls: one.connectedCalls,
      tracks: one.tracks,
      notifies: one.notifies,
      pushes: one.pushes,
      disconnects: one.disconnects,
      signaling: one.signaling,
      offer: one.offer,
      answerSdp: pc?.localDescription?.sdp ?? '',
      offerSdp: pc?.remoteDescription?.sdp ?? '',
      lines: pc?.getTransceivers().length ?? 0,
      state: pc?.connectionState ?? 'none',
    }
  },

  async inbound(name: string): Promise<Inbound[]> {
    const { connection, streams } = client(name)
    const found: Inbound[] = []
    for (const { receiver, currentDirection } of connection.pc?.getTransceivers() ?? []) {
      const streamId = streams.get(receiver)
      if (streamId === undefined || !currentDirection?.includes('recv')) continue
      const report = await receiver.getStats()
      const mimeTypes = mimeTypesOf(report)
      for (const stats of report.values() as Iterable<RTCInboundRtpStreamStats & { codecId?: string }>) {
        if (stats.type !== 'inbound-rtp') continue
        found.push({
          kind: stats.kind,
          streamId,
          bytes: stats.bytesReceived ?? 0,
          packets: stats.packetsReceived ?? 0,
          framesDecoded: stats.framesDecoded ?? 0,
          width: stats.frameWidth ?? 0,
          height: stats.frameHeight ?? 0,
          freezes: (stats as { freezeCount?: number }).freezeCount ?? 0,
          freezeSeconds: (stats as { totalFreezesDuration?: number }).totalFreezesDuration ?? 0,
          lost: stats.packetsLost ?? 0,
          mimeType: mimeTypes.get(stats.codecId ?? '') ?? '',
        })
      }
    }
    return found
  },

  async outbound(name: string): Promise<Outbound[]> {
    const report = await client(name).connection.pc?.getStats()
    if (!report) return []
    const mimeTypes = mimeTypesOf(report)
    const all = [
      ...(report.values() as Iterable<RTCOutboundRtpStreamStats & { mid?: string; codecId?: string }>),
    ]
    return all
      .filter(({ type }) => type === 'outbound-rtp')
      .map((stats) => ({
        kind: stats.kind,
        rid: stats.rid ?? null,
        mid: stats.mid ?? null,
        bytes: stats.bytesSent ?? 0,
        frames: stats.framesEncoded ?? 0,
        width: stats.frameWidth ?? 0,
        height: stats.frameHeight ?? 0,
        mimeType: mimeTypes.get(stats.codecId ?? '') ?? '',
        scalabilityMode: (stats as { scalabilityMode?: string }).scalabilityMode ?? null,
      }))
  },

  pongs: () => pongs,

  /**
   * Connects receivers, waits for a picture's first packet each, and disconnects them.
   * @returns ms from connect() to media, and what failed
   */
  async churn(request: ClientRequest, count: number, parallel: number): Promise<Churned> {
    const result: Churned = { times: [], failures: [] }
    let left = count
    const one = async () => {
      while (left-- > 0) {
        const connection = construct({ ...request, role: 'recvonly' }) as ConnectionSubscriber
        const started = performance.now()
        try {
          await connection.connect()
          await firstPacket(connection, started + 10_000)
          result.times.push(performance.now() - started)
        } catch (error) {
          result.failures.push(String(error))
        }
        await connection.disconnect()
      }
    }
    await Promise.all(Array.from({ length: parallel }, one))
    return result
  },

  /** Mutes or unmutes what a client sends, as its user would. */
  enable(name: string, kind: 'audio' | 'video', enabled: boolean): void {
    for (const track of client(name).stream?.getTracks() ?? [])
      if (track.kind === kind) track.enabled = enabled
  },
}

async function firstPacket({ pc }: Connection, deadline: number): Promise<void> {
  const came = () =>
    pc?.getReceivers().some((one) => one.track.kind === 'video' && one.getSynchronizationSources().length > 0)
  while (!came()) {
    if (performance.now() > deadline) throw new Error('no media came')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function mimeTypesOf(report: RTCStatsReport): Map<string, string> {
  const codecs = [...(report.values() as Iterable<{ type: string; id: string; mimeType?: string }>)]
  return new Map(
    codecs.filter(({ type }) => type === 'codec').map(({ id, mimeType }) => [id, mimeType ?? '']),
  )
}

export type Clients = typeof api

declare global {
  interface Window {
    clients: Clients
  }
}
window.clients = api
