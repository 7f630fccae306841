/** An SFU process as control starts it, with native clients in its rooms; no signaling is between them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChannelId, ConnectionId } from '../../../service/contract/ids.ts'
import type { Role } from '../../../service/contract/sfu-api.ts'
import type { SfuNotifications, SfuOpen, SfuRequests } from '../../../service/contract/sfu-worker.ts'
import { WORKER_PROTOCOL_VERSION } from '../../../service/contract/worker-protocol.ts'
import { nodeHost } from '../../../service/platform/host.ts'
import type { WorkerProcess } from '../../../service/platform/host.ts'
import { Rpc } from '../../../service/platform/rpc.ts'
import { connectNativeClient } from './native-client.ts'
import type { NativeClient } from './native-client.ts'

const ROOT = join(import.meta.dirname, '../../..')
const BUNDLE = join(ROOT, 'out/service/sfu.js')
/** What Chromium says it can receive. */
const CAPABILITIES = join(ROOT, 'service/media/sfu/negotiation/fixtures/chromium-capabilities.sdp')
const DEADLINE_MS = 10_000

type Control = Rpc<SfuRequests, Record<string, never>>

export interface JoinRequest {
  readonly channelId: string
  readonly role: Role
  /** SSRCs of what it sends, by kind; none for a receiver. */
  readonly ssrcs?: { readonly audio: number; readonly video: number; readonly rtx: number }
}

/** Answers an offer; `NativeClient` is one. */
type Answering = Pick<NativeClient, 'reoffer'>

export class SfuProcess {
  readonly pid: number
  readonly #control: Control
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

/** The server's view of one connection: its offers, and their answers in order. */
export class Peer {
  readonly connectionId: ConnectionId
  offerSdp = ''
  mid: { audio?: string; video?: string } = {}
  readonly isUp: Promise<void>
  readonly #control: Control
  readonly #forget: () => void
  readonly #settle: { resolve: (nothing: undefined) => void; reject: (error: Error) => void }
  #client: Answering | null = null
  #isDue = false
  #isRenewing = false
  #isClosed = false
  #renewing: Promise<void> = Promise.resolve()

  constructor(connectionId: ConnectionId, control: Control, forget: () => void) {
    this.connectionId = connectionId
    this.#control = control
    this.#forget = forget
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    promise.catch(() => undefined)
    this.isUp = promise
    this.#settle = { resolve, reject }
  }

  /** M-lines of the last offer. */
  get lines(): number {
    return this.offerSdp.match(/^m=/gm)?.length ?? 0
  }

  async open({ channelId, role }: JoinRequest): Promise<void> {
    const { connectionId } = this
    const opened: SfuOpen = {
      connectionId,
      channelId: channelId as ChannelId,
      bundleId: connectionId,
      role,
      remoteAddress: '127.0.0.1',
      capabilities: readFileSync(CAPABILITIES, 'utf8'),
      audio: { bitRate: null, opus: {} },
      video: { codec: 'VP8', bitRate: null },
      layers: null,
      wanted: null,
      spotlight: null,
    }
    const { sdp, mid } = await this.#control.request('connection.open', opened, DEADLINE_MS)
    this.offerSdp = sdp
    this.mid = mid
  }

  /** @param client answers all further offers */
  async answer(sdp: string, client: Answering): Promise<void> {
    const { connectionId } = this
    await this.#control.request('connection.answer', { connectionId, sdp }, DEADLINE_MS)
    this.#client = client
    if (this.#isDue) this.changed()
  }

  /** The next offer is due; several at once are one. */
  changed(): void {
    this.#isDue = true
    if (this.#client && !this.#isRenewing) this.#renewing = this.#renew(this.#client)
  }

  opened(): void {
    this.#settle.resolve(undefined)
  }

  lost(cause: string): void {
    this.#settle.reject(new Error(`${this.connectionId} was lost: ${cause}`))
    this.onLost(cause)
  }

  /** Called where the connection breaks off. */
  onLost: (cause: string) => void = () => undefined

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#renewing
    const { connectionId } = this
    await this.#control.request('connection.close', { connectionId }, DEADLINE_MS)
    this.#forget()
  }

  /** Makes offers and has them answered until none is due. */
  async #renew(client: Answering): Promise<void> {
    const { connectionId } = this
    this.#isRenewing = true
    try {
      while (this.#isDue && !this.#isClosed) {
        this.#isDue = false
        const { sdp } = await this.#control.request('connection.reoffer', { connectionId }, DEADLINE_MS)
        this.offerSdp = sdp
        const answer = await client.reoffer(sdp)
        await this.#control.request('connection.answer', { connectionId, sdp: answer }, DEADLINE_MS)
      }
    } catch (error) {
      if (!this.#isClosed) this.lost(error instanceof Error ? error.message : String(error))
    } finally {
      this.#isRenewing = false
    }
  }
}
