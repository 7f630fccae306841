/**
 * A stand-in for the ingest process, to be started, killed and restarted: it listens on the port it is
 * given, speaks the real protocol, and does to itself what a test tells it. It carries no media.
 */
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import type { CloseReason } from '../../service/contract/close-reasons.ts'
import type { ConnectionId } from '../../service/contract/ids.ts'
import { WORKER_PROTOCOL_VERSION } from '../../service/contract/worker-protocol.ts'
import type {
  ControlRequests,
  IngestNotifications,
  IngestRequests,
  ListenAddress,
} from '../../service/contract/worker-protocol.ts'
import { parentLink } from '../../service/platform/parent-link.ts'
import { Rpc } from '../../service/platform/rpc.ts'

/** What a test tells the process, as notifications. */
export interface FakeIngestOrders {
  /** An encoder publishes to the channel. */
  publish: { channelId: string; query?: string }
  /** Asks for a transcoder for a connection. */
  transcode: ControlRequests['transcoder.start'][0]
  /** The publisher of a connection goes. */
  unpublish: { connectionId: ConnectionId }
  /** Ends as a crash does. */
  crash: Record<string, never>
  /** Does not answer `stop` from now on. */
  hang: Record<string, never>
}

const servers: Server[] = []
const open = new Map<ConnectionId, string>()
let hanging = false

const link = parentLink()
link.onClose(() => process.exit(0))
const control = Rpc.connect<ControlRequests, IngestRequests, IngestNotifications, FakeIngestOrders>(
  link,
  {
    'tls.replace': () => ({}),
    'origin.attach': () => ({ pipe: 'pipe of the origin', token: 'token' }),
    async start({ version, rtmp, hlsDirectory }) {
      if (version !== WORKER_PROTOCOL_VERSION) throw new Error(`unknown version ${version}`)
      if (hlsDirectory === 'crash at start') process.exit(1)
      return { rtmpPort: await listen(rtmp) }
    },
    'relay.open'({ channelId, connectionId }) {
      open.set(connectionId, channelId)
      setImmediate(() => control.notify('playlist.ready', { connectionId }))
      return { pipe: `pipe of ${connectionId}`, token: 'token' }
    },
    'channel.close'({ channelId, reason }) {
      closeWhere((_id, channel) => channel === channelId, reason)
      return {}
    },
    'connection.close'({ connectionId, reason }) {
      closeWhere((id) => id === connectionId, reason)
      return {}
    },
    // Nothing here decodes; who draws it stands in as well.
    'picture.source': ({ channelId }) => ({
      picture: [...open.values()].includes(channelId)
        ? { decoderConfig: Uint8Array.of(1), data: Buffer.from(channelId) }
        : null,
    }),
    stop({ reason }) {
      if (hanging) return new Promise(() => undefined)
      // After the reply, as the protocol has it.
      setImmediate(() => {
        closeWhere(() => true, reason)
        process.disconnect()
      })
      return {}
    },
  },
  {
    publish: ({ channelId, query }) => void publish(channelId, query),
    transcode: (request) => void control.request('transcoder.start', request, 10_000).catch(() => undefined),
    unpublish: ({ connectionId }) => closeWhere((id) => id === connectionId, 'client-closed'),
    crash: () => process.kill(process.pid, 'SIGKILL'),
    hang: () => (hanging = true),
  },
)

async function publish(channelId: string, query = ''): Promise<void> {
  const request = { channelId, query, remoteAddress: '127.0.0.1', encoder: 'fake' }
  const reply = await control.request('publish.authorize', request, 8_000)
  if (!reply.allow) return
  open.set(reply.connectionId, channelId)
  control.notify('playlist.ready', { connectionId: reply.connectionId })
}

function closeWhere(matches: (id: ConnectionId, channelId: string) => boolean, reason: CloseReason): void {
  for (const [connectionId, channelId] of open) {
    if (!matches(connectionId, channelId)) continue
    open.delete(connectionId)
    control.notify('connection.closed', { connectionId, reason, receivedBytes: 4321 })
    control.notify('playlist.ended', { connectionId })
  }
}

function listen({ host, port }: ListenAddress): Promise<number> {
  const server = createServer()
  servers.push(server)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}
