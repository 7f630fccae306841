/** An SFU process as control starts it, with native clients in its rooms; no signaling is between them. */
import { join } from 'node:path'
import type { ConnectionId } from '../../../service/contract/ids.ts'
import type { SfuNotifications, SfuRequests } from '../../../service/contract/sfu-worker.ts'
import { WORKER_PROTOCOL_VERSION } from '../../../service/contract/worker-protocol.ts'
import { nodeHost } from '../../../service/platform/host.ts'
import type { WorkerProcess } from '../../../service/platform/host.ts'
import { Rpc } from '../../../service/platform/rpc.ts'
import { connectNativeClient } from '../../../service/kit/webrtc/native-client.ts'
import type { NativeClient } from '../../../service/kit/webrtc/native-client.ts'
import { DEADLINE_MS, Peer } from './sfu-peer.ts'
import type { JoinRequest, SfuControl } from './sfu-peer.ts'

const ROOT = join(import.meta.dirname, '../../..')
const BUNDLE = join(ROOT, 'out/service/sfu.js')

export class SfuProcess {
  readonly pid: number
  readonly #control: SfuControl
  readonly #process: WorkerProcess
  readonly #peers = new Map<ConnectionId, Peer>()
  #lastId = 0
  #connections = 0
  /** Resolves when the process ends. */
  readonly ended: Promise<void>

  private constructor(process: WorkerProcess) {
    this.pid = process.pid
    this.#process = process
    this.ended = new Promise((resolve) => process.onClose(resolve))
    this.#control = Rpc.connect<SfuRequests, Record<string, never>, Record<string, never>, SfuNotifications>(
      process,
      {},
      {
        'connection.opened': ({ connectionId }) => this.#peers.get(connectionId)?.opened(),
        'connection.changed': ({ connectionId }) => this.#peers.get(connectionId)?.changed(),
        'connection.usage': ({ connections }) => (this.#connections = connections.length),
        'connection.lost': ({ connectionId, cause }) => this.#peers.get(connectionId)?.lost(cause),
      },
    )
  }

  /**
   * @param pin told of the process before it has done anything
   * @param entry its file; what `npm run build` makes by default
   */
  static async start({ pin = (_pid: number): void => undefined, entry = BUNDLE } = {}): Promise<SfuProcess> {
    const started = await nodeHost(() => entry).start('sfu')
    pin(started.pid)
    const sfu = new SfuProcess(started)
    const listen = [{ bindAddress: '127.0.0.1', announced: ['127.0.0.1'] }]
    const start = { version: WORKER_PROTOCOL_VERSION, environment: 0, listen, port: 0 } as const
    await sfu.#control.request('start', start, DEADLINE_MS)
    return sfu
  }

  /** Connections that the process said it had, within the last second. */
  get connections(): number {
    return this.#connections
  }

  /** Opens a connection whose client is the caller's; its first offer is to be answered by `answer`. */
  async open(request: JoinRequest): Promise<Peer> {
    const connectionId = `TEST${(++this.#lastId).toString().padStart(22, '0')}` as ConnectionId
    const peer = new Peer(connectionId, this.#control, () => this.#peers.delete(connectionId))
    this.#peers.set(connectionId, peer)
    await peer.open(request)
    return peer
  }

  /** Connects a native client; resolves when its media is up on both sides. */
  async join(request: JoinRequest): Promise<SfuMember> {
    const peer = await this.open(request)
    const { ssrcs } = request
    const { audio = '', video = '' } = peer.mid
    const sends = ssrcs && {
      [audio]: { ssrc: ssrcs.audio },
      [video]: { ssrc: ssrcs.video, rtxSsrc: ssrcs.rtx },
    }
    const connecting = connectNativeClient({ offerSdp: peer.offerSdp, ...(sends && { sends }) })
    const leave = async () => {
      await peer.close()
      await connecting.then(
        (client) => client.close(),
        () => undefined,
      )
    }
    try {
      const client = await connecting
      await peer.answer(client.answerSdp, client)
      await Promise.all([client.opened, peer.isUp])
      return { peer, client, leave }
    } catch (error) {
      await leave()
      throw error
    }
  }

  async stop(): Promise<void> {
    this.#control.request('stop', {}, DEADLINE_MS).catch(() => this.#process.kill())
    await this.ended
  }
}

export interface SfuMember {
  readonly peer: Peer
  readonly client: NativeClient
  leave(): Promise<void>
}
