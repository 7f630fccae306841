/** One connection of an SFU process, as control sees it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChannelId, ConnectionId } from '../../../service/contract/ids.ts'
import type { Role } from '../../../service/contract/sfu-api.ts'
import type { SdpFault, SfuOpen, SfuRequests } from '../../../service/contract/sfu-worker.ts'
import type { Rpc } from '../../../service/platform/rpc.ts'
import type { NativeClient } from '../../../service/kit/webrtc/native-client.ts'

/** What Chromium says it can receive. */
const CAPABILITIES = join(
  import.meta.dirname,
  '../../../service/media/sfu/negotiation/fixtures/chromium-capabilities.sdp',
)
export const DEADLINE_MS = 60_000

export type SfuControl = Rpc<SfuRequests, Record<string, never>>

export interface JoinRequest {
  readonly channelId: string
  readonly role: Role
  /** SSRCs of what it sends, by kind; none for a receiver. */
  readonly ssrcs?: { readonly audio: number; readonly video: number; readonly rtx: number }
  readonly spotlight?: boolean
  readonly clientId?: string
  /** Of what it gets. */
  readonly filters?: SfuOpen['filters']
}

/** Answers an offer; `NativeClient` is one. */
type Answering = Pick<NativeClient, 'reoffer'>

/** The server's view of one connection: its offers, and their answers in order. */
export class Peer {
  readonly connectionId: ConnectionId
  offerSdp = ''
  mid: { audio?: string; video?: string } = {}
  readonly isUp: Promise<void>
  readonly #control: SfuControl
  readonly #forget: () => void
  readonly #settle: { resolve: (nothing: undefined) => void; reject: (error: Error) => void }
  #client: Answering | null = null
  #isDue = false
  #isRenewing = false
  #isClosed = false
  #renewing: Promise<void> = Promise.resolve()

  constructor(connectionId: ConnectionId, control: SfuControl, forget: () => void) {
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

  async open({ channelId, role, spotlight = false, clientId, filters = [] }: JoinRequest): Promise<void> {
    const { connectionId } = this
    const opened: SfuOpen = {
      connectionId,
      channelId: channelId as ChannelId,
      clientId: clientId ?? connectionId,
      bundleId: connectionId,
      role,
      remoteAddress: '127.0.0.1',
      capabilities: readFileSync(CAPABILITIES, 'utf8'),
      audio: { bitRate: null, opus: {} },
      video: { codec: 'VP8', bitRate: null, upright: false },
      layers: null,
      wanted: null,
      spotlight: spotlight ? { focusRid: 'none', unfocusRid: 'none' } : null,
      filters,
    }
    const { sdp, mid } = fine(await this.#control.request('connection.open', opened, DEADLINE_MS))
    this.offerSdp = sdp
    this.mid = mid
  }

  /** @param client answers all further offers */
  async answer(sdp: string, client: Answering): Promise<void> {
    const { connectionId } = this
    fine(await this.#control.request('connection.answer', { connectionId, sdp }, DEADLINE_MS))
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
        fine(await this.#control.request('connection.answer', { connectionId, sdp: answer }, DEADLINE_MS))
      }
    } catch (error) {
      if (!this.#isClosed) this.lost(error instanceof Error ? error.message : String(error))
    } finally {
      this.#isRenewing = false
    }
  }
}

/** @throws Error where the SFU process found a fault in our SDP */
function fine<Reply extends object>(reply: Reply): Exclude<Reply, SdpFault> {
  if ('sdpFault' in reply) throw new Error(`SDP is refused: ${String(reply.sdpFault)}`)
  return reply as Exclude<Reply, SdpFault>
}
