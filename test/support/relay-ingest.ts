/** A real ingest process with real transcoders, to which a test hands what an SFU process would. */
import { OPEN_GATE } from './open-door.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RecordingPlan } from '../../service/contract/archive.ts'
import type { ChannelId, ConnectionId, RecordingId } from '../../service/contract/ids.ts'
import type { EncryptionPlan, RenditionPlan } from '../../service/contract/media.ts'
import type { ConnectionStats, IngestNotifications } from '../../service/contract/worker-protocol.ts'
import { WorkerFleet } from '../../service/control/workers/worker-fleet.ts'
import { connectMediaLink } from '../../service/media/link/connect.ts'
import type { LinkPeer } from '../../service/media/link/media-link.ts'
import { systemClock } from '../../service/platform/clock.ts'
import { nodeHost } from '../../service/platform/host.ts'
import { newId } from '../../service/platform/ids.ts'
import { createLogger } from '../../service/platform/logger.ts'
import type { RelayedFrame } from './relay-source.ts'
import { selfSigned } from './self-signed.ts'
import { ServedCertificate } from '../../service/platform/tls/served-certificate.ts'

const ANY = { host: '127.0.0.1', port: 0 }

export interface RelayIngest {
  readonly fleet: WorkerFleet
  /** Where playlists are, without a slash at the end. */
  readonly base: string
  readonly closed: IngestNotifications['connection.closed'][]
  readonly ready: Set<ConnectionId>
  readonly ended: Set<ConnectionId>
  /** The last measurement of each connection. */
  readonly stats: Map<ConnectionId, ConnectionStats>
  open(plans: RenditionPlan[], options?: OpenOptions): Promise<TestRelay>
  stop(): Promise<void>
}

export interface OpenOptions {
  readonly channelId?: ChannelId
  readonly encryption?: EncryptionPlan
  /** True where every rendition is recorded. */
  readonly recorded?: boolean
}

export interface TestRelay {
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
  readonly peer: LinkPeer
  /** Multivariant playlist of the connection. */
  readonly playlist: string
  /** Spool folder of each rendition that is recorded. */
  readonly recordings: readonly string[]
  /** Key frames that were asked for. */
  readonly keysWanted: () => number
}

export async function startRelayIngest(): Promise<RelayIngest> {
  const directory = await mkdtemp(join(tmpdir(), 'airdesk-relay-'))
  const { key, cert } = await selfSigned('127.0.0.1')
  const entry = (name: string) => new URL(`../../service/media/${name}/worker.ts`, import.meta.url)
  const fleet = new WorkerFleet({
    host: nodeHost((name) => fileURLToPath(entry(name))),
    clock: systemClock,
    logger: createLogger('silent'),
  })
  const heard = {
    closed: [] as IngestNotifications['connection.closed'][],
    ready: new Set<ConnectionId>(),
    ended: new Set<ConnectionId>(),
    stats: new Map<ConnectionId, ConnectionStats>(),
  }
  fleet.ingest.on({
    'connection.closed': (body) => heard.closed.push(body),
    'playlist.ready': ({ connectionId }) => heard.ready.add(connectionId),
    'playlist.ended': ({ connectionId }) => heard.ended.add(connectionId),
    'connection.stats': ({ connections }) => {
      for (const one of connections) heard.stats.set(one.connectionId, one)
    },
  })
  const listen = {
    rtmp: ANY,
    http: ANY,
    https: ANY,
    certificate: new ServedCertificate({ certificate: cert, privateKey: key }),
  }
  const { httpPort } = await fleet.start(
    { ...listen, hlsDirectory: join(directory, 'hls'), channels: () => [], gate: () => OPEN_GATE },
    async () => ({ allow: false, reason: 'no RTMP here', closeReason: 'denied' }),
  )
  const base = `http://127.0.0.1:${httpPort}`
  return {
    ...heard,
    fleet,
    base,
    async open(renditions, { channelId = newId<ChannelId>(), encryption = null, recorded = false } = {}) {
      const connectionId = newId<ConnectionId>()
      const recordings = recorded ? renditions.map((_, i) => planned(directory, i)) : []
      const { pipe, token } = await fleet.openRelay({
        ...{ channelId, connectionId, renditions, encryption, recordings },
      })
      const peer = await connectMediaLink(pipe, token)
      let keys = 0
      peer.onFrame((frame) => (keys += Number(frame.type === 'key-wanted')))
      const playlist = `${base}/${channelId}/${connectionId}/index.m3u8`
      const folders = recordings.map(({ folder }) => folder)
      return { channelId, connectionId, peer, playlist, recordings: folders, keysWanted: () => keys }
    },
    async stop() {
      await fleet.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function planned(directory: string, rendition: number): RecordingPlan {
  const recordingId = newId<RecordingId>()
  return { recordingId, rendition, folder: join(directory, 'spool', recordingId) }
}

/** Sends frames in the order of their times, announcements first, `speed` times as fast as they were made. */
export async function relay(peer: LinkPeer, frames: readonly RelayedFrame[], speed: number): Promise<void> {
  const isUnit = ({ frame }: RelayedFrame) => Number(frame.type !== 'source')
  const sorted = frames.toSorted((a, b) => a.at - b.at || isUnit(a) - isUnit(b))
  const start = performance.now()
  for (const { at, frame } of sorted) {
    const wait = at / speed - (performance.now() - start)
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait))
    if (!peer.send(frame)) throw new Error('the link took no more')
  }
}
