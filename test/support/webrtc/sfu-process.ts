/** An SFU process as control starts it, with native clients in its rooms; no signaling is between them. */
import { join } from 'node:path'
import { fault } from '../../../service/contract/faults.ts'
import type { ArmedFault, FaultInput } from '../../../service/contract/faults.ts'
import type { ChannelId, ConnectionId } from '../../../service/contract/ids.ts'
import type { SfuNotifications, SfuRequests } from '../../../service/contract/sfu-worker.ts'
import { WORKER_PROTOCOL_VERSION } from '../../../service/contract/worker-protocol.ts'
import type { FaultsFromWorker } from '../../../service/contract/worker-protocol.ts'
import { nodeHost } from '../../../service/platform/host.ts'
import type { WorkerProcess } from '../../../service/platform/host.ts'
import { Rpc } from '../../../service/platform/rpc.ts'
import { connectNativeClient } from '../../../service/kit/webrtc/native-client.ts'
import type { NativeClient } from '../../../service/kit/webrtc/native-client.ts'
import { DEADLINE_MS, Peer } from './sfu-peer.ts'
import type { JoinRequest, SfuControl } from './sfu-peer.ts'

const ROOT = join(import.meta.dirname, '../../..')
const BUNDLE = join(ROOT, 'out/service/sfu.js')

/** Of connections, which a channel may have in several processes. */
let lastId = 0

/** What stands between a client and its process changes the SDP of both, so that they find it. */
export interface ClientPath {
  offer(sdp: string): string
  answer(sdp: string): string
}

const STRAIGHT: ClientPath = { offer: (sdp) => sdp, answer: (sdp) => sdp }

export class SfuProcess {
  readonly pid: number
  readonly #control: SfuControl
  readonly #process: WorkerProcess
  readonly #peers = new Map<ConnectionId, Peer>()
  #connections = 0
  readonly #orders = new Waiting()
  /** Who came into focus, and who left it: with `+` or `-` before. */
  readonly focus: string[] = []
  /** Of faults, by their id. */
  readonly hits = new Map<string, number>()
  /** Resolves when the process ends. */
  readonly ended: Promise<void>

  private constructor(process: WorkerProcess) {
    this.pid = process.pid
    this.#process = process
    this.ended = new Promise((resolve) => process.onClose(resolve))
    this.#control = Rpc.connect<
      SfuRequests,
      Record<string, never>,
      Record<string, never>,
      SfuNotifications & FaultsFromWorker
    >(
      process,
      {},
      {
        'connection.opened': ({ connectionId }) => this.#peers.get(connectionId)?.opened(),
        'connection.changed': ({ connectionId }) => this.#peers.get(connectionId)?.changed(),
        'spotlight.focused': ({ connectionId }) => this.focus.push(`+${connectionId}`),
        'spotlight.unfocused': ({ connectionId }) => this.focus.push(`-${connectionId}`),
        'faults.armed': ({ number }) => this.#orders.has(number),
        'faults.hit': ({ counts }) => {
          for (const { id, hits } of counts) this.hits.set(id, (this.hits.get(id) ?? 0) + hits)
        },
        'connection.usage': ({ connections }) => (this.#connections = connections.length),
        'connection.lost': ({ connectionId, cause }) => this.#peers.get(connectionId)?.lost(cause),
      },
    )
  }

  /**
   * @param pin told of the process before it has done anything
   * @param entry its file; what `npm run build` makes by default
   * @param emulated whether faults can be armed in it
   */
  static async start({
    pin = (_pid: number): void => undefined,
    entry = BUNDLE,
    emulated = false,
  } = {}): Promise<SfuProcess> {
    const started = await nodeHost(() => entry).start('sfu')
    pin(started.pid)
    const sfu = new SfuProcess(started)
    const listen = [{ bindAddress: '127.0.0.1', announced: ['127.0.0.1'] }]
    const start = { version: WORKER_PROTOCOL_VERSION, environment: 0, listen, port: 0 } as const
    if (emulated) await sfu.arm([])
    await sfu.#control.request('start', start, DEADLINE_MS)
    return sfu
  }

  /** Connections that the process said it had, within the last second. */
  get connections(): number {
    return this.#connections
  }

  /** Has these faults in force in place of those before. */
  arm(faults: readonly FaultInput[]): Promise<void> {
    const { number, done } = this.#orders.next()
    const body = { number, seed: 1, faults: faults.map((one, i) => armed(one, number * 1000 + i)) }
    this.#process.post({ kind: 'notification', name: 'faults.arm', body })
    return done
  }

  /** Opens a connection whose client is the caller's; its first offer is to be answered by `answer`. */
  async open(request: JoinRequest): Promise<Peer> {
    const connectionId = `TEST${(++lastId).toString().padStart(22, '0')}` as ConnectionId
    const peer = new Peer(connectionId, this.#control, () => this.#peers.delete(connectionId))
    this.#peers.set(connectionId, peer)
    await peer.open(request)
    return peer
  }

  /** Connects a native client; resolves when its media is up on both sides. */
  async join(request: JoinRequest, path = STRAIGHT): Promise<SfuMember> {
    const peer = await this.open(request)
    const { ssrcs } = request
    const { audio = '', video = '' } = peer.mid
    const sends = ssrcs && {
      [audio]: { ssrc: ssrcs.audio },
      [video]: { ssrc: ssrcs.video, rtxSsrc: ssrcs.rtx },
    }
    const connecting = connectNativeClient({ offerSdp: path.offer(peer.offerSdp), ...(sends && { sends }) })
    const leave = async () => {
      await peer.close()
      await connecting.then(
        (client) => client.close(),
        () => undefined,
      )
    }
    try {
      const client = await connecting
      const reoffer = async (sdp: string) => path.answer(await client.reoffer(path.offer(sdp)))
      await peer.answer(path.answer(client.answerSdp), { reoffer })
      await Promise.all([client.opened, peer.isUp])
      return { peer, client, leave }
    } catch (error) {
      await leave()
      throw error
    }
  }

  /** Has `other` carry connections of the channel too. @param isHome whether this process decides who is in focus */
  async share(channelId: string, other: SfuProcess, isHome = true): Promise<void> {
    const of = { channelId: channelId as ChannelId }
    const at = await this.ask('room.await', of)
    await other.ask('room.join', { ...of, ...at, isHome })
  }

  /** As control asks. */
  ask<Name extends keyof SfuRequests>(name: Name, body: SfuRequests[Name][0]): Promise<SfuRequests[Name][1]> {
    return this.#control.request(name, body, DEADLINE_MS)
  }

  async kill(): Promise<void> {
    this.#process.kill()
    await this.ended
  }

  async stop(): Promise<void> {
    this.#control.request('stop', {}, DEADLINE_MS).catch(() => this.#process.kill())
    await this.ended
  }
}

const armed = (input: FaultInput, arming: number): ArmedFault => ({
  ...{ fault: fault.parse(input), arming, hits: 0, asked: 0, until: null },
})

/** Numbered orders, and who waits until they are heeded. */
class Waiting {
  readonly #resolve = new Map<number, () => void>()
  #last = 0

  next(): { readonly number: number; readonly done: Promise<void> } {
    const number = ++this.#last
    return { number, done: new Promise((resolve) => this.#resolve.set(number, resolve)) }
  }

  has(number: number): void {
    this.#resolve.get(number)?.()
    this.#resolve.delete(number)
  }
}

export interface SfuMember {
  readonly peer: Peer
  readonly client: NativeClient
  leave(): Promise<void>
}
